import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Decisions in the database, one an install, for ever the same; only where nothing was matched, a
/// further call of the same start may name a link, and Apple's own advertising may be found to have
/// led to the install a little later.
public struct Decisions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The decision about an install.
  /// - Throws: `DatabaseError`.
  public func find(_ install: InstallID) throws -> StoredDecision? {
    try scope.connection.first(
      """
      SELECT id, at, type, reason, link, click, explanation FROM decisions
      WHERE app = $1 AND install = $2
      """, [scope.tenant, .id(install)]
    ) { row in
      StoredDecision(
        id: row.id(0), at: row.instant(1), type: try row.choice(2), reason: row.text(3),
        link: row.optionalID(4), click: row.optionalID(5), explanation: try row.json(6))
    }
  }

  /// Makes the decision about an install that Apple's advertising led to it, if no link was
  /// matched; what was looked at stays readable.
  /// - Throws: `DatabaseError`.
  func decideByAppleAds(_ install: InstallID) throws {
    guard let old = try find(install), old.type == .none,
      old.reason != AttributionReason.oldInstall.rawValue
    else { return }
    let reason = AttributionReason.appleAds
    let explanation = old.explanation.replacing(.unique, reason)
    try scope.connection.send(
      """
      UPDATE decisions SET type = $3, reason = $4, explanation = $5, at = $6
      WHERE app = $1 AND install = $2 AND type = 'none'
      """,
      [
        scope.tenant, .id(install), .text(MatchType.unique.rawValue), .text(reason.rawValue),
        .json(explanation), scope.time,
      ])
    try Installs(scope).publishChange(of: [install])
  }

  /// Makes a certain decision one by network and device: what is certain of one phone holds of
  /// another only as far as the two look alike.
  /// - Throws: `DatabaseError`.
  func doubt(_ install: InstallID) throws {
    guard let old = try find(install), old.type == .unique else { return }
    let (type, reason) = (MatchType.default, AttributionReason.networkAndDevice)
    let doubted = StoredDecision(
      id: scope.newID(), at: scope.now, type: type, reason: reason.rawValue, link: old.link,
      click: old.click, explanation: old.explanation.replacing(type, reason))
    try decideAgain(install, doubted, instead: old)
  }

  /// Puts a decision in the place of an older one.
  /// - Throws: `DatabaseError`.
  func decideAgain(
    _ install: InstallID, _ decision: StoredDecision, instead old: StoredDecision
  ) throws {
    let changes: SQL.Row = [
      "id": .id(decision.id), "at": .instant(decision.at), "type": .text(decision.type.rawValue),
      "reason": .text(decision.reason), "link": .id(decision.link), "click": .id(decision.click),
      "campaign": .id(try Links(scope).find(of: decision)?.campaign),
      "explanation": .json(decision.explanation),
    ]
    try scope.connection.send(
      """
      UPDATE decisions \(set: changes)
      WHERE app = \(scope.tenant) AND install = \(.id(install)) AND id = \(.id(old.id))
      """)
    try Installs(scope).publishChange(of: [install])
  }

  /// Takes a click from an install that was found by its network and device: another has named it.
  /// - Throws: `DatabaseError`.
  func withdraw(_ install: InstallID, from click: ClickID) throws {
    let decision = new(.clickOfAnother)
    let changes: SQL.Row = [
      "id": .id(decision.id), "at": .instant(decision.at), "type": .text(decision.type.rawValue),
      "reason": .text(decision.reason), "link": .null, "click": DatabaseValue.null,
      "campaign": .null, "explanation": .json(decision.explanation),
    ]
    try scope.connection.send(
      """
      UPDATE decisions \(set: changes)
      WHERE app = \(scope.tenant) AND install = \(.id(install)) AND type <> 'unique'
      """)
    try scope.connection.send(
      "DELETE FROM click_claims WHERE app = $1 AND click = $2", [scope.tenant, .id(click)])
    try Installs(scope).publishChange(of: [install])
  }

  /// A decision that is made now.
  func new(_ decision: AttributionDecision) -> StoredDecision {
    StoredDecision(
      id: scope.newID(), at: scope.now, type: decision.type, reason: decision.reason.rawValue,
      link: decision.link, click: decision.click, explanation: decision.json)
  }

  /// The feed's row of an install and what led to it; `nil` when no follower wants it.
  /// - Parameters:
  ///   - client: keyed hash of the app's own id of the install.
  ///   - installID: that id, where it is known.
  func feedRow(
    _ decision: StoredDecision, about install: InstallID, _ link: Link?, _ referrer: PersonID?,
    _ device: JSON, client: Identifier, installID: String?, isByClient: Bool
  ) -> NewFeedRow? {
    Feed(scope).row(.install, install.identifier, about: client, isByClient: isByClient) {
      Feed.body(
        of: [JSON.Member("install", .id(install))]
          + (installID.map { [JSON.Member("install_id", .string($0))] } ?? []),
        .object([
          "device": device,
          "match": .object([
            "type": .string(decision.type.rawValue), "reason": .string(decision.reason),
            "decision": .id(decision.id), "link": link.map { .id($0.id) },
            "deep_link": link.map { .string($0.url) }, "referrer": referrer.map(JSON.id),
          ]),
        ]))
    }
  }

  static let insertion = Insertion(
    "decisions",
    [
      .integer("app"), .identifier("install"), .identifier("id"), .integer("at"), .text("type"),
      .text("reason"), .identifier("link"), .identifier("click"), .text("explanation"),
      .identifier("campaign"),
    ])

  /// The row of a decision about an install.
  /// - Parameter campaign: that of the link that led to it, as it was then: the link may be given
  ///   to another later.
  func row(
    of decision: StoredDecision, about install: InstallID, _ campaign: CampaignID?
  ) -> [DatabaseValue] {
    [
      scope.tenant, .id(install), .id(decision.id), .instant(decision.at),
      .text(decision.type.rawValue), .text(decision.reason), .id(decision.link),
      .id(decision.click), .json(decision.explanation), .id(campaign),
    ]
  }
}

extension JSON {
  /// A decision's explanation with another type and reason; what was looked at stays readable.
  fileprivate func replacing(_ type: MatchType, _ reason: AttributionReason) -> JSON {
    let new: [TextKey: JSON] = [
      "type": .string(type.rawValue), "reason": .string(reason.rawValue),
      "explanation": .string(reason.explanation),
    ]
    return .object((members ?? []).map { JSON.Member($0.name, new[$0.name] ?? $0.value) })
  }
}
