import BeckonModel

/// Something that may make a rule fire.
public enum Occurrence: Hashable, Sendable {
  /// An event.
  case event(name: String, properties: JSON)
  /// A person's attributes changed; beside it the same change among those that the app's server
  /// wrote, if it was the server that changed them.
  case attributes(AttributeChange, byServer: AttributeChange?)
  /// A referral reached a state.
  case state(ReferralState)
  /// The app's server has promoted the person in the campaign, and lets them have what that gives.
  case promoted
  /// A referrer's referrals in a state became more, or better.
  case count(CountChange)

  /// The currency that an event names.
  var currency: Currency? {
    guard case .event(_, let properties) = self else { return nil }
    return properties["currency"]?.string.flatMap(Currency.init)
  }

  /// Whether it is about a referrer's count.
  var isCount: Bool {
    if case .count = self { true } else { false }
  }
}

/// Attributes, an object, before and after a change.
public struct AttributeChange: Hashable, Sendable {
  /// What they were.
  public let before: JSON
  /// What they are now.
  public let after: JSON

  /// Makes a change.
  public init(before: JSON, after: JSON) {
    self.before = before
    self.after = after
  }
}

extension RewardTrigger {
  /// Whether the trigger asks how many referrals a person has.
  public var waitsForCount: Bool {
    if case .referrals = self { true } else { false }
  }

  /// Whether the trigger fires, if it is none on a count; then a word that tells this firing from
  /// another of the same rule and referral. It becomes part of the transfer's id, so it must never
  /// change.
  func firing(on occurrence: Occurrence) -> String? {
    switch (self, occurrence) {
    case (.event(let name, let filter), .event(let happened, let properties)):
      return name == happened && filter.passes(properties) ? "" : nil
    case (.attributeFirstSet(let name), .attributes(let change, _)):
      let wasSet = Self.isSet(change.before.attribute(name))
      return !wasSet && Self.isSet(change.after.attribute(name)) ? "" : nil
    case (.attributeCrosses(let name, let bound), .attributes(let change, _)):
      guard let new = change.after.attribute(name)?.decimal, new >= bound else { return nil }
      let old = change.before.attribute(name)?.decimal ?? -.infinity
      return old < bound ? "" : nil
    case (.referral(let state), .state(let reached)):
      return state == reached ? state.rawValue : nil
    case (.promoted, .promoted): return "promoted"
    default: return nil
    }
  }

  private static func isSet(_ value: JSON?) -> Bool { value != nil && value != .null }
}

extension RewardRule {
  /// Whether it pays for what is in this currency. One that asks for a currency takes nothing that
  /// does not say its own.
  func takes(_ other: Currency?) -> Bool { currency.map { $0 == other } ?? true }

  /// The words of all firings; several when a count passes more than one bound at once.
  ///
  /// A rule that trusts only the server compares what the server writes with what it wrote last:
  /// else a client could write a number down, and so have the same bound crossed again.
  public func firings(on occurrence: Occurrence) -> [String] {
    guard case .referrals(let wanted, let state, let every) = trigger else {
      var seen = occurrence
      if trust == .server, case .attributes(_, let change?) = occurrence {
        seen = .attributes(change, byServer: nil)
      }
      return trigger.firing(on: seen).map { [$0] } ?? []
    }
    guard case .count(let change) = occurrence, change.state == state else { return [] }
    return change.reached(wanted, every: every, by: self).map(Self.firing(onCount:))
  }

  /// The word of a firing on a count.
  static func firing(onCount count: Int64) -> String { "count \(count)" }
}
