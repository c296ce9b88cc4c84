import BeckonModel

/// A further call about an install that is there already, and may know better what led to it: calls
/// of one start of an app may overtake each other, and only one of them may know the link.
///
/// Whoever has seen an install's id can make such a call, so it counts in full only with a token.
/// A phone whose first answer was lost has none. To spare it, a call without a token may give a
/// weak match, from the network from which the install was registered and while nobody uses it;
/// the next call with a token may better it.
public struct FurtherCall {
  /// How long calls of one start may be apart.
  public static let startMilliseconds = 2 * Span.minuteMilliseconds

  /// How far the call may decide again.
  public enum Say: Sendable {
    /// The stored decision is the answer.
    case none
    /// What comes of it is `weak` at most.
    case weak
    /// As the first call.
    case full
  }

  /// What is decided about the install.
  public let decided: MatchType
  /// Whether a link or click that the app had named decided it.
  public let wasNamed: Bool
  /// Since the first call.
  public let milliseconds: Int64
  /// The vendor by whose protocol the install was seen first.
  public let vendor: Vendor?
  /// The vendor by whose protocol this call comes. A vendor's clients have no tokens: there the id
  /// is the secret.
  public let caller: Vendor?
  /// Whether the call shows a token of the install or of who uses it.
  public let isProven: Bool
  /// Whether somebody uses the install, as one does with its token only.
  public let isUsed: Bool
  /// Whether the call comes from the network from which the install was registered.
  public let isSameNetwork: Bool

  /// Makes one.
  public init(
    decided: MatchType, wasNamed: Bool, milliseconds: Int64, vendor: Vendor?,
    caller: Vendor?, isProven: Bool, isUsed: Bool, isSameNetwork: Bool
  ) {
    self.decided = decided
    self.wasNamed = wasNamed
    self.milliseconds = milliseconds
    self.vendor = vendor
    self.caller = caller
    self.isProven = isProven
    self.isUsed = isUsed
    self.isSameNetwork = isSameNetwork
  }

  /// How far it may decide again.
  public var say: Say {
    guard vendor == caller, milliseconds < Self.startMilliseconds else { return .none }
    let isProven = isProven || vendor != nil
    switch decided {
    case .none: return isProven ? .full : isUsed || !isSameNetwork ? .none : .weak
    // What is named gives a match that is weak only where it came without a token.
    case .weak: return isProven && wasNamed ? .full : .none
    default: return .none
    }
  }
}

extension AttributionDecision {
  /// The decision as far as a call with this say may make it.
  public func limited(to say: FurtherCall.Say) -> AttributionDecision {
    guard say == .weak, type > .weak else { return self }
    return AttributionDecision(
      type: .weak, link: link, click: click, method: method, reason: reason,
      limits: limits + [.withoutToken], named: named, candidates: candidates)
  }
}
