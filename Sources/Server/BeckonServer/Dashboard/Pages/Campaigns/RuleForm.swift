import BeckonEngine
import BeckonModel

/// The form of a rule: its fields, and the rule that they make. The native call checks it.
struct RuleForm {
  let request: DashboardRequest
  /// The rule as it is; `nil` for a new one.
  let rule: JSON?

  /// What may make a rule fire, as the form names it.
  private static let triggers = [
    "referral", "event", "first_set", "crosses", "referrals", "promoted",
  ]
  private static let caps: [(field: String, name: String, words: Words)] = [
    ("cap_person", "per_person", .capPerPerson), ("cap_month", "per_month", .capPerMonth),
    ("cap_day", "per_day", .capPerDay), ("cap_total", "total", .capTotal),
  ]

  /// Whether what was written is this form's, of the several on the page.
  private var isWritten: Bool {
    request.field("action") == "save-rule"
      && (request.field("rule") ?? "") == (rule?["id"]?.string ?? "")
  }

  // MARK: Fields

  var html: HTML {
    HTML {
      HTML.input(.type("hidden"), .name("rule"), .value(rule?["id"]?.string ?? ""))
      line("name", .name, Limits.nameBytes, isRequired: true)
      firing
      choice("to", .rulePays, Beneficiary.allCases.map(\.rawValue), Words.beneficiaries)
      line("amount", .amount, 20, hint: .amountHint, isRequired: true)
      line("unit", .unit, Limits.wordBytes, isRequired: true)
      HTML(.details) {
        HTML(.summary) { request.text(.ruleMore) }
        HTML(.div, .class("fields")) { more }
      }
    }
  }

  private var firing: HTML {
    HTML(.fieldset) {
      HTML(.legend) { request.text(.ruleFires) }
      choice("trigger", .ruleFires, Self.triggers, Words.ruleTriggers)
      line("word", .ruleWord, RecordPath.textBytes)
      line("filter", .ruleFilter, Limits.urlBytes, hint: .ruleFilterHint)
      choice(
        "state", .ruleState,
        [ReferralState.confirmed, .unconfirmed, .pending].map(\.rawValue), Words.referralStates)
      line("number", .ruleNumber, 20)
      flag("every", .ruleEvery)
    }
  }

  private var more: HTML {
    HTML {
      line("coupon_pool", .couponPool, Limits.wordBytes)
      line("hold_days", .holdDays, 20)
      HTML(Self.caps.map { line($0.field, $0.words, 20) })
      choice("per", .howOften, RewardScope.allCases.map(\.rawValue), Words.scopes)
      choice("trust", .trusts, ["client", "server"], Words.trustWords)
      choice("min_match", .leastMatch, MatchType.allCases.map(\.rawValue), [:])
      choice("level", .level, ["1", "2", "3"], [:])
      flag("organic", .organic)
      line("currency", .currency, 3)
    }
  }

  private func line(
    _ name: String, _ label: Words, _ bytesMax: Int, hint: Words? = nil, isRequired: Bool = false
  ) -> HTML {
    Field(
      name, request.text(label), .line(bytesMax: bytesMax), value: value(name),
      hint: hint.map { request.text($0) }, isRequired: isRequired
    ).html
  }

  private func choice(
    _ name: String, _ label: Words, _ words: [String], _ texts: [TextKey: Words]
  ) -> HTML {
    Field(
      name, request.text(label), .choice(words.map { ($0, request.text($0, of: texts)) }),
      value: value(name)
    ).html
  }

  private func flag(_ name: String, _ label: Words) -> HTML {
    Field(
      name, request.text(label),
      .choice([("", request.text(.no)), ("true", request.text(.yes))]), value: value(name)
    ).html
  }

  private func value(_ name: String) -> String {
    isWritten ? request.field(name) ?? "" : known(name)
  }

  /// A field as the rule has it now, or as a new one begins.
  private func known(_ name: String) -> String {
    let when = rule?["when"]
    if let cap = Self.caps.first(where: { $0.field == name }) {
      return rule?["cap"]?[cap.name]?.integer.map { "\($0)" } ?? ""
    }
    switch TextKey(name) {
    case "trigger": return trigger(when)
    case "word": return when?["event"]?.string ?? when?["attribute"]?.string ?? ""
    case "filter": return when?["filter"]?.text ?? ""
    case "state": return when?["referral"]?.string ?? when?["state"]?.string ?? "confirmed"
    case "number":
      let number = when?["crosses"]?.text ?? when?["referrals"]?.text
      return number ?? ""
    case "every": return when?["every"]?.bool == true ? "true" : ""
    case "organic": return rule?["organic"]?.bool == true ? "true" : ""
    case "min_match": return rule?[name]?.string ?? MatchType.default.rawValue
    default: return rule?[name]?.string ?? rule?[name]?.text ?? ""
    }
  }

  private func trigger(_ when: JSON?) -> String {
    guard let when else { return Self.triggers[0] }
    return Self.triggers.first { when[$0] != nil } ?? Self.triggers[0]
  }

  // MARK: The rule

  /// The rule that the fields make, as the API takes it.
  /// - Throws: `FieldError`.
  func json() throws -> JSON {
    var cap: [JSON.Member] = []
    for bound in Self.caps {
      if let value = try whole(bound.field) { cap.append(JSON.Member(bound.name, value)) }
    }
    return .object([
      "id": request.field("rule").map(JSON.string), "name": text("name"), "when": try when(),
      "to": text("to"), "amount": try whole("amount"), "unit": text("unit"),
      "coupon_pool": text("coupon_pool"), "level": try whole("level"),
      "hold_days": try decimal("hold_days"), "cap": cap.isEmpty ? nil : .object(cap),
      "min_match": text("min_match"), "trust": text("trust"),
      "organic": .bool(isSet("organic")), "per": text("per"), "currency": text("currency"),
    ])
  }

  private func when() throws -> JSON {
    let word = text("word")
    switch TextKey(request.field("trigger") ?? "") {
    case "event": return .object(["event": word, "filter": try filter()])
    case "first_set": return .object(["attribute": word, "first_set": true])
    case "crosses": return .object(["attribute": word, "crosses": try decimal("number")])
    case "referrals":
      return .object([
        "referrals": try whole("number"), "state": text("state"), "every": .bool(isSet("every")),
      ])
    case "promoted": return ["promoted": true]
    default: return .object(["referral": text("state")])
    }
  }

  private func filter() throws -> JSON? {
    try request.field("filter").map { text in
      guard let json = try? JSONReader.read(Array(text.utf8)) else {
        throw FieldError("filter", request.text(.ruleFilterHint))
      }
      return json
    }
  }

  private func text(_ name: String) -> JSON? { request.field(name).map(JSON.string) }

  private func isSet(_ name: String) -> Bool { request.field(name) != nil }

  private func whole(_ name: String) throws -> JSON? {
    try request.field(name).map { text in
      guard let number = Int64(text) else {
        throw FieldError(name, request.text(.wholeNumber))
      }
      return .integer(number)
    }
  }

  private func decimal(_ name: String) throws -> JSON? {
    try request.field(name).map { text in
      guard let number = Double(text), number.isFinite else {
        throw FieldError(name, request.text(.aNumber))
      }
      return .number("\(number)")
    }
  }
}
