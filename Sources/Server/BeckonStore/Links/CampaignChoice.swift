import BeckonDatabase
import BeckonModel

/// Which of the app's campaigns are asked for.
public struct CampaignChoice: Sendable {
  /// Whether they can be followed; `nil` for all.
  public var isAlive: Bool?
  /// The `utm_source` they have, in lower case; `nil` for all.
  public var sources: [String]?
  /// The host they were made for, empty for the server's own; `nil` for all.
  public var host: String?
  /// Their code; `nil` for all.
  public var code: String?
  /// A text that they have; an empty one is everywhere.
  public var search = CampaignSearch("", publicURL: "")

  /// All of them.
  public init() {}

  /// The first twelve parameters of a statement: tenant and time; of `isAlive` 1 and 0 for what is
  /// asked for, -1 for no matter; of the next whether they count, and what; and the search.
  func values(in scope: Scope) -> [DatabaseValue] {
    [
      scope.tenant, .integer(isAlive.map { $0 ? 1 : 0 } ?? -1), scope.time,
      .integer(sources.map { _ in 1 } ?? 0),
      .json(.array((sources ?? []).sorted().map(JSON.string))),
      .integer(host == nil ? 0 : 1), .text(host ?? ""), .integer(code == nil ? 0 : 1),
      .text(code ?? ""), .text(search.code), .text(search.publicURL), .text(search.pattern),
    ]
  }
}
