import BeckonModel

/// What installs do and what that is worth: the meaning of conversion values. Never changed, only
/// replaced; a postback is read by the one that was in effect when its install came.
public struct ConversionSchema: Hashable, Sendable {
  /// Most rules of a schema.
  public static let rulesMax = 200

  /// Its rules, in order.
  public let rules: [ConversionRule]

  /// Reads `{rules: [{name?, window?, when, fine?, coarse?, lock?}]}`.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    try fields.allow(only: ["rules"])
    let elements = try fields.require(
      "rules", fields.elements("rules", max: Self.rulesMax))
    var rules: [ConversionRule] = []
    for (place, json) in elements.enumerated() {
      rules.append(try ConversionRule(fields.inner(json, at: "rules[\(place)]"), json))
    }
    self.rules = rules
  }

  /// As it was written.
  public var json: JSON { ["rules": .array(rules.map(\.json))] }

  /// Names of the facts that its rules look at.
  public var factNames: Set<TextKey> {
    Set(
      texts:
        rules.compactMap { rule in
          switch rule.trigger {
          case .install: nil
          case .signUp: InstallFact.signUp
          case .event(let name, _, _), .revenue(_, _, let name, _): name
          }
        })
  }

  /// What an install is worth now, by what was done in the present window; `nil` after the last.
  /// More facts never make it less.
  /// - Parameter currency: of amounts that name none.
  public func value(
    of facts: [InstallFact], installedAt: Instant, currency: String?, now: Instant
  ) -> ConversionValue? {
    guard let window = ConversionWindow(of: now, installedAt: installedAt) else { return nil }
    let done = facts.filter {
      $0.at <= now && ConversionWindow(of: $0.at, installedAt: installedAt) == window
    }
    let holding = rules.filter { $0.window == window && $0.trigger.holds(done, currency) }
    return ConversionValue(
      window: window, fine: holding.compactMap(\.fine).max() ?? 0,
      coarse: holding.compactMap(\.coarse).max() ?? .low, locks: holding.contains(where: \.locks))
  }

  /// The rules of which a reported value tells that one held: none for the lowest value, or for one
  /// that this schema never gives.
  public func meaning(
    of fine: Int?, _ coarse: CoarseValue?, in window: ConversionWindow
  ) -> [ConversionRule] {
    rules.filter { rule in
      guard rule.window == window else { return false }
      if let fine { return rule.fine == fine }
      return coarse != nil && rule.coarse == coarse
    }
  }
}

extension ConversionTrigger {
  fileprivate func holds(_ facts: [InstallFact], _ currency: String?) -> Bool {
    switch self {
    case .install: return true
    case .signUp: return facts.contains { $0.name == InstallFact.signUp }
    case .event(let name, let filter, let count):
      return facts.count { $0.name == name && filter.passes($0.properties) } >= count
    case .revenue(let least, let wanted, let event, let property):
      let amounts = facts.compactMap { fact -> Int64? in
        guard fact.name == event else { return nil }
        let isMeant = wanted == nil || wanted == fact.properties["currency"]?.string ?? currency
        return isMeant ? fact.properties[property]?.millionths : nil
      }
      // A refund takes nothing back: what Apple was told stays told.
      return amounts.reduce(Int64(0)) { sum, amount in
        let (total, overflows) = sum.addingReportingOverflow(max(0, amount))
        return overflows ? .max : total
      } >= least
    }
  }
}
