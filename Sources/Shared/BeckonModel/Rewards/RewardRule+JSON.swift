extension RewardRule {
  /// Reads a rule as the API writes it.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    try fields.allow(only: [
      "id", "name", "when", "to", "amount", "unit", "coupon_pool", "level", "hold_days", "cap",
      "min_match", "trust", "organic", "per", "currency",
    ])
    name = try fields.require("name", fields.string("name", max: Limits.nameBytes))
    let when = try fields.require("when", fields.fields("when"))
    trigger = try RewardTrigger(when)
    beneficiary = try fields.require("to", fields.choice("to", Beneficiary.self))
    amount = try fields.require("amount", fields.integer("amount", in: Limits.amount))
    unit = try fields.require("unit", fields.string("unit", max: Limits.wordBytes))
    couponPool = try fields.string("coupon_pool", max: Limits.wordBytes)
    level = Int(try fields.integer("level", in: 1...3) ?? 1)
    let days = try fields.double("hold_days", in: Limits.holdDays) ?? 0
    holdMilliseconds = Int64((days * Double(Span.dayMilliseconds)).rounded())
    cap = try RewardCap(fields.fields("cap"))
    minimumMatch = try fields.choice("min_match", MatchType.self) ?? .default
    trust = try fields.choice("trust", Trust.self) ?? .client
    organic = try fields.bool("organic") ?? false
    scope = try fields.choice("per", RewardScope.self) ?? .referral
    currency = try fields.currency("currency")
    if currency != nil, trigger.event == nil {
      throw fields.error("currency", "goes with when: {\"event\": …}, since only events have one")
    }
    guard level == 1 || beneficiary == .referrer else {
      throw fields.error("level", "above 1 needs to: \"referrer\"")
    }
  }

  /// The rule as the API writes it.
  public var json: JSON {
    .object([
      "name": .string(name), "when": trigger.json, "to": .string(beneficiary.rawValue),
      "amount": .integer(amount), "unit": .string(unit),
      "coupon_pool": couponPool.map(JSON.string), "level": .integer(level),
      "hold_days": .number("\(Double(holdMilliseconds) / Double(Span.dayMilliseconds))"),
      "cap": cap.json, "min_match": .string(minimumMatch.rawValue),
      "trust": .string(trust.rawValue), "organic": .bool(organic),
      "per": .string(scope.rawValue), "currency": currency.map { .string($0.code) },
    ])
  }
}

extension RewardCap {
  init(_ fields: Fields?) throws(FieldError) {
    try fields?.allow(only: ["per_person", "per_month", "per_day", "total"])
    perPerson = try fields?.integer("per_person", in: Limits.amount)
    perMonth = try fields?.integer("per_month", in: Limits.amount)
    perDay = try fields?.integer("per_day", in: Limits.amount)
    total = try fields?.integer("total", in: Limits.amount)
  }

  var json: JSON? {
    if self == RewardCap() { return nil }
    return .object([
      "per_person": perPerson.map(JSON.integer), "per_month": perMonth.map(JSON.integer),
      "per_day": perDay.map(JSON.integer), "total": total.map(JSON.integer),
    ])
  }
}

extension RewardTrigger {
  init(_ fields: Fields) throws(FieldError) {
    if let name = try fields.string("event", max: Limits.wordBytes) {
      try fields.allow(only: ["event", "filter"])
      let filter = fields.value("filter")
      self = .event(
        name: name,
        filter: try filter.map { json throws(FieldError) in
          try PropertyFilter(json, at: fields.path(of: "filter"))
        } ?? .all)
    } else if let name = try fields.string("attribute", max: RecordPath.textBytes) {
      try fields.allow(only: ["attribute", "first_set", "crosses"])
      self = try Self.attribute(name, fields)
    } else if let state = try fields.choice("referral", ReferralState.self) {
      try fields.allow(only: ["referral"])
      self = .referral(state: try Self.reachable(state, "referral", fields))
    } else if let count = try fields.integer("referrals", in: 1...1_000_000) {
      try fields.allow(only: ["referrals", "state", "every"])
      let state = try fields.choice("state", ReferralState.self) ?? .confirmed
      self = .referrals(
        count: count, state: try Self.reachable(state, "state", fields),
        every: try fields.bool("every") ?? false)
    } else if try fields.bool("promoted") == true {
      try fields.allow(only: ["promoted"])
      self = .promoted
    } else {
      try fields.allow(only: ["event", "attribute", "referral", "referrals", "promoted"])
      throw FieldError(
        fields.path, "needs one of event, attribute, referral, referrals, promoted: true")
    }
  }

  private static func attribute(
    _ name: String, _ fields: Fields
  ) throws(FieldError) -> RewardTrigger {
    if try fields.bool("first_set") == true { return .attributeFirstSet(name: name) }
    let bound = try fields.double("crosses", in: -1e15...1e15)
    guard let bound else {
      throw FieldError(fields.path, "needs first_set: true or crosses: NUMBER")
    }
    return .attributeCrosses(name: name, bound: bound)
  }

  private static func reachable(
    _ state: ReferralState, _ name: String, _ fields: Fields
  ) throws(FieldError) -> ReferralState {
    guard [.pending, .unconfirmed, .confirmed].contains(state) else {
      throw fields.error(name, "must be one of pending, unconfirmed, confirmed")
    }
    return state
  }

  var json: JSON {
    switch self {
    case .event(let name, let filter):
      return .object([
        "event": .string(name), "filter": filter == .all ? nil : filter.json,
      ])
    case .attributeFirstSet(let name): return ["attribute": .string(name), "first_set": true]
    case .attributeCrosses(let name, let bound):
      return ["attribute": .string(name), "crosses": .number(Self.text(bound))]
    case .referral(let state): return ["referral": .string(state.rawValue)]
    case .referrals(let count, let state, let every):
      return [
        "referrals": .integer(count), "state": .string(state.rawValue), "every": .bool(every),
      ]
    case .promoted: return ["promoted": true]
    }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int64(number)) : "\(number)"
  }
}
