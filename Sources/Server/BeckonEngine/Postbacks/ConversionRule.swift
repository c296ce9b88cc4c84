import BeckonModel

/// What an install must have done for a conversion rule to hold; all counts within the rule's
/// window.
public enum ConversionTrigger: Hashable, Sendable {
  /// Nothing: the app was launched.
  case install
  /// Its user signed up.
  case signUp
  /// So many events of a name whose properties pass the filter.
  case event(name: String, filter: PropertyFilter, count: Int)
  /// So much was spent, in millionths of the currency's unit. Without currency, amounts of all
  /// currencies are added up as they are.
  case revenue(atLeast: Int64, currency: String?, event: String, property: String)

  /// Name of the event that is a payment, unless a rule names another.
  public static let payment = PaymentKind.payment
}

/// A rule of a conversion schema: what was done, and what it is worth to an advertiser.
public struct ConversionRule: Hashable, Sendable {
  /// What people call it.
  public let name: String?
  /// In which window it holds.
  public let window: ConversionWindow
  /// What must have been done.
  public let trigger: ConversionTrigger
  /// The fine value that it gives.
  public let fine: Int?
  /// The coarse one.
  public let coarse: CoarseValue?
  /// Whether it ends the window early, so that Apple reports sooner.
  public let locks: Bool
  /// The rule as it was written.
  public let json: JSON

  /// Reads a rule.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields, _ json: JSON) throws(FieldError) {
    try fields.allow(only: ["name", "window", "when", "fine", "coarse", "lock"])
    name = try fields.string("name", max: Limits.nameBytes)
    let place = try fields.integer("window", in: 0...2) ?? 0
    window = ConversionWindow(rawValue: Int(place)) ?? .first
    trigger = try ConversionTrigger(fields.require("when", fields.fields("when")))
    fine = try fields.integer("fine", in: Postback.fineValues).map(Int.init)
    coarse = try fields.choice("coarse", CoarseValue.self)
    locks = try fields.bool("lock") ?? false
    self.json = json
    guard fine == nil || window == .first else {
      throw fields.error("fine", "is only in window 0: Apple reports no number of a later one")
    }
    guard fine != nil || coarse != nil || locks else {
      throw fields.error("fine", "is missing: a rule needs fine, coarse or lock")
    }
  }
}

extension ConversionTrigger {
  init(_ fields: Fields) throws(FieldError) {
    let kinds = ["install", "sign_up", "payment", "event", "revenue"]
    let given = kinds.filter { fields.value($0) != nil }
    try fields.allow(only: given == ["event"] ? ["event", "filter", "count"] : kinds)
    guard given.count == 1, let kind = given.first else {
      throw FieldError(
        fields.path, "must have one of install, sign_up, payment, event, revenue")
    }
    switch kind {
    case "install": self = .install
    case "sign_up": self = .signUp
    case "payment": self = .event(name: Self.payment, filter: .all, count: 1)
    case "event": self = try Self.event(fields)
    default: self = try Self.revenue(fields.require(kind, fields.fields(kind)))
    }
    if given != ["event"], given != ["revenue"], try fields.bool(kind) == false {
      throw fields.error(kind, "must be true")
    }
  }

  private static func event(_ fields: Fields) throws(FieldError) -> ConversionTrigger {
    let name = try fields.require("event", fields.string("event", max: Limits.wordBytes))
    var filter = PropertyFilter.all
    if let json = fields.value("filter") {
      filter = try PropertyFilter(json, at: fields.path(of: "filter"))
    }
    let count = try fields.integer("count", in: 1...1_000) ?? 1
    return .event(name: name, filter: filter, count: Int(count))
  }

  private static func revenue(_ fields: Fields) throws(FieldError) -> ConversionTrigger {
    try fields.allow(only: ["at_least", "currency", "event", "property"])
    guard let amount = fields.value("at_least")?.millionths, amount > 0 else {
      throw fields.error("at_least", "must be an amount above 0, such as 9.99")
    }
    let currency = try fields.string("currency", max: 3)
    let event = try fields.string("event", max: Limits.wordBytes)
    let property = try fields.string("property", max: Limits.wordBytes)
    return .revenue(
      atLeast: amount, currency: currency, event: event ?? payment, property: property ?? "amount")
  }
}
