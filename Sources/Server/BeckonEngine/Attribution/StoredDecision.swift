import BeckonModel

/// A stored decision about an install.
public struct StoredDecision: Hashable, Sendable {
  /// Its id.
  public let id: DecisionID
  /// When it was made.
  public let at: Instant
  /// How sure it is.
  public let type: MatchType
  /// Why, as a stable code.
  public let reason: String
  /// The link.
  public let link: LinkID?
  /// The click.
  public let click: ClickID?
  /// The whole decision: candidates, signals, and what they say.
  public let explanation: JSON

  /// Makes a stored decision.
  public init(
    id: DecisionID, at: Instant, type: MatchType, reason: String, link: LinkID?, click: ClickID?,
    explanation: JSON
  ) {
    self.id = id
    self.at = at
    self.type = type
    self.reason = reason
    self.link = link
    self.click = click
    self.explanation = explanation
  }

  /// The explanation as a caller with this key may read it.
  public func explanation(to key: KeyKind) -> JSON {
    key == .secret ? explanation : AttributionDecision.shownToPerson(explanation)
  }
}
