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

  private var rows: [[DatabaseValue]] = []
  private var parameterRows: [[DatabaseValue]] = []
  private var feedRows: [[DatabaseValue]] = []

  /// No clicks yet.
  public init() {}

  /// Prepares clicks, each with the number of its app.
  public init(_ clicks: some Collection<(app: Int64, click: Click)>) {
    rows.reserveCapacity(clicks.count)
    for (app, click) in clicks { add(click, app: app) }
  }

  /// How many clicks it holds.
  public var count: Int { rows.count }

  /// Prepares a click of the app with this number.
  public mutating func add(_ click: Click, app: Int64) {
    rows.append(Self.row(of: click, app: app))
    if let parameters = click.parameters {
      parameterRows.append([.integer(app), .id(click.id), .json(parameters)])
    }
    if let data = click.published {
      feedRows.append(Feed.row(of: Self.published(click, data), app: app, at: click.at))
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
