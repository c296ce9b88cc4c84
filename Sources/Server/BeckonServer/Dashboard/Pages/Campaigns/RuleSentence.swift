import BeckonEngine
import BeckonModel

/// What a rule does, as a sentence for people: pure, of the rule and a language.
struct RuleSentence {
  let rule: RewardRule
  let figures: Figures

  /// All of it.
  var text: String {
    let parts =
      [trigger, payment, coupon, how]
      + [hold, caps, conditions].map(Optional.some)
    return parts.compactMap { $0 }.joined()
  }

  private func say(_ words: Words, _ values: KeyValuePairs<String, String> = [:]) -> String {
    words.text(in: figures.language, values)
  }

  private func amount(_ amount: Int64) -> String { figures.whole(amount) + " " + rule.unit }

  private func word(_ state: ReferralState) -> String {
    Words.referralStates[TextKey(state.rawValue)].map { say($0) } ?? state.rawValue
  }

  private var trigger: String {
    switch rule.trigger {
    case .event(let name, let filter):
      say(.whenEvent, ["name": name])
        + (filter == .all ? "" : say(.whenFiltered, ["filter": filter.json.text]))
    case .attributeFirstSet(let name): say(.whenFirstSet, ["name": name])
    case .attributeCrosses(let name, let bound):
      say(.whenCrosses, ["name": name, "number": figures.decimal(bound, digits: 0)])
    case .referral(let state): say(.whenReferral, ["state": word(state)])
    case .referrals(let count, let state, let every):
      say(
        every ? .whenEvery : .whenCounted,
        ["number": figures.whole(count), "state": word(state)])
    case .promoted: say(.whenPromoted)
    }
  }

  private var isCount: Bool {
    if case .referrals = rule.trigger { true } else { false }
  }

  private var payment: String {
    let amount = amount(rule.amount)
    if isCount, rule.level == 1 { return say(.paysOwnReferrals, ["amount": amount]) }
    guard rule.level == 1 else {
      return say(.paysLevel, ["level": "\(rule.level)", "amount": amount])
    }
    switch rule.beneficiary {
    case .referrer: return say(.paysReferrer, ["amount": amount])
    case .recipient: return say(.paysRecipient, ["amount": amount])
    case .both: return say(.paysBoth, ["amount": amount])
    }
  }

  private var coupon: String? { rule.couponPool.map { say(.andCoupon, ["pool": $0]) } }

  private var how: String {
    if isCount { return say(.plainEnd) }
    return say(rule.scope == .event ? .eachFact : .onceEach)
  }

  private var hold: String {
    guard rule.holdMilliseconds > 0 else { return "" }
    let days = Double(rule.holdMilliseconds) / Double(Span.dayMilliseconds)
    let digits = days == days.rounded() ? 0 : 2
    return say(.isHeld, ["days": figures.decimal(days, digits: digits)])
  }

  private var caps: String {
    let caps: [(Int64?, Words)] = [
      (rule.cap.perPerson, .capsPerson), (rule.cap.perMonth, .capsMonth),
      (rule.cap.perDay, .capsDay), (rule.cap.total, .capsTotal),
    ]
    return caps.compactMap { cap, words in cap.map { say(words, ["amount": amount($0)]) } }
      .joined()
  }

  private var conditions: String {
    let least =
      rule.minimumMatch == .default
      ? "" : say(.needsMatch, ["match": rule.minimumMatch.rawValue])
    let server = rule.trust == .server ? say(.needsServer) : ""
    let organic = rule.organic ? say(.paysOrganic) : ""
    let currency = rule.currency.map { say(.onlyCurrency, ["currency": $0.code]) } ?? ""
    return least + server + organic + currency
  }
}
