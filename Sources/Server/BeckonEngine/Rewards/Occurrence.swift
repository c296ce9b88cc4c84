import BeckonModel

/// Something that may make a rule fire.
public enum Occurrence: Hashable, Sendable {
  /// An event.
  case event(name: String, properties: JSON)
  /// Attributes changed from one object to another.
  case attributes(before: JSON, after: JSON)
  /// A referral reached a state.
  case state(ReferralState)
  /// A referrer's number of referrals in a state rose to `count`.
  case count(ReferralState, count: Int64)

  /// Whether it is about a referrer's count.
  var isCount: Bool {
    if case .count = self { true } else { false }
  }
}

extension RewardTrigger {
  /// Whether the trigger asks how many referrals a person has.
  public var waitsForCount: Bool {
    if case .referrals = self { true } else { false }
  }

  /// Whether the trigger fires; then a word that tells this firing from another of the same rule
  /// and referral. It becomes part of the transfer's id, so it must never change.
  public func firing(on occurrence: Occurrence) -> String? {
    switch (self, occurrence) {
    case (.event(let name, let filter), .event(let happened, let properties)):
      return name == happened && filter.passes(properties) ? "" : nil
    case (.attributeFirstSet(let name), .attributes(let before, let after)):
      return !Self.isSet(before[name]) && Self.isSet(after[name]) ? "" : nil
    case (.attributeCrosses(let name, let bound), .attributes(let before, let after)):
      guard let new = after[name]?.double, new >= bound else { return nil }
      let old = before[name]?.double ?? -.infinity
      return old < bound ? "" : nil
    case (.referral(let state), .state(let reached)):
      return state == reached ? state.rawValue : nil
    case (.referrals(let wanted, let state, let every), .count(let reached, let count)):
      guard state == reached, count > 0 else { return nil }
      let fires = every ? count % wanted == 0 : count == wanted
      return fires ? "count \(count)" : nil
    default: return nil
    }
  }

  private static func isSet(_ value: JSON?) -> Bool { value != nil && value != .null }
}
