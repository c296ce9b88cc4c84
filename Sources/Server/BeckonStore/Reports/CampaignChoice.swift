import BeckonDatabase
import BeckonModel

/// Which of the app's campaigns are asked for.
public struct CampaignChoice: Sendable {
  /// Whether they can be followed; `nil` for all.
  public var isAlive: Bool?
  /// The `utm_source` they have, in lower case; `nil` for all.
  public var sources: [String]?
  /// The prefix they were made for, empty for the server's own; `nil` for all.
  public var prefix: String?
  /// Their code; `nil` for all.
  public var code: String?
  /// A text that they have; an empty one is everywhere.
  public var search = CampaignSearch("", publicURL: "")

  /// All of them.
  public init() {}

  /// Whether a row of `links` is one of them.
  func condition(in scope: Scope) -> SQL {
    let filters: [SQL?] = [
      isAlive.map { isAlive in
        isAlive
          ? "(expires_at IS NULL OR expires_at > \(scope.time))" : "expires_at <= \(scope.time)"
      },
      sources.map { sources in
        let list = JSON.array(sources.sorted().map(JSON.string))
        return "lower({document options} -> 'utm' ->> 'source') {among \(.json(list))}"
      },
      prefix.map { "prefix = \(.text($0))" },
      code.map { "code = \(.text($0))" },
      search.condition,
    ]
    return "app = \(scope.tenant) AND deleted_at IS NULL AND referrer IS NULL \(and: filters)"
  }
}
