import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Clicks that are stored together, because this is the busiest write of all. Made before the
/// transaction, so that it takes none of its time.
public struct ClickBatch: Sendable {
  private static let insertion = Insertion(
    "clicks",
    [
      .integer("app"), .identifier("id"), .identifier("link"), .integer("at"), .text("kind"),
      .identifier("network"), .text("network_class"), .identifier("visitor"), .text("platform"),
      .text("os_version"), .text("device_model"), .text("language"), .text("long_link"),
    ])

  private static let parameters = Insertion(
    "click_parameters", [.integer("app"), .identifier("click"), .text("parameters")])

  private let rows: [[DatabaseValue]]
  private let parameterRows: [[DatabaseValue]]
  private let feedRows: [[DatabaseValue]]

  /// Prepares clicks, each with the number of its app.
  public init(_ clicks: some Collection<(app: Int64, click: Click)>) {
    rows = clicks.map { Self.row(of: $0.click, app: $0.app) }
    parameterRows = clicks.compactMap { app, click in
      click.parameters.map { [.integer(app), .id(click.id), .json($0)] }
    }
    feedRows = clicks.compactMap { app, click in
      click.published.map { Feed.row(of: Self.published(click, $0), app: app, at: click.at) }
    }
  }

  /// Stores the clicks.
  /// - Throws: `DatabaseError`.
  public func store(in connection: any Connection) throws {
    try connection.insert(rows, by: Self.insertion)
    if !parameterRows.isEmpty { try connection.insert(parameterRows, by: Self.parameters) }
    if !feedRows.isEmpty { try connection.insert(feedRows, by: Feed.rows) }
  }

  /// A click is nobody's until an install claims it, so what is said of it goes with its owner's
  /// erasure at most, whom the link names.
  private static func published(_ click: Click, _ data: JSON) -> NewFeedRow {
    let owner = data["referrer"]?.string.flatMap { PersonID($0) }?.identifier
    return NewFeedRow(
      kind: .topic(.click), id: click.id.identifier, subject: owner ?? click.id.identifier,
      isByClient: true, body: Feed.body(of: [], data))
  }

  private static func row(of click: Click, app: Int64) -> [DatabaseValue] {
    [
      .integer(app), .id(click.id), .id(click.link), .instant(click.at),
      .text(click.kind.rawValue), .identifier(click.network),
      .text(click.signals.networkClass.rawValue), .identifier(click.visitor),
      .text(click.signals.platform.rawValue), .text(click.signals.osVersion),
      .text(click.signals.deviceModel), .text(click.signals.language), .text(click.longLink),
    ]
  }
}
