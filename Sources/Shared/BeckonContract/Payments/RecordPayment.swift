import BeckonModel

/// `POST /v1/payments`: somebody paid.
public enum RecordPayment {
  /// What was paid, and by whom.
  public struct Request: Hashable, Sendable {
    /// The caller's own id of the payment, such as that of the order; the same id again is the same
    /// payment. What a store also tells of has the store's id of the transaction.
    public let id: String
    /// Who paid, by Beckon's id.
    public let person: PersonID?
    /// Who paid, by the app's own id.
    public let userID: String?
    /// The install on which it was paid.
    public let installID: String?
    /// How much, as decimal text: `19.90`.
    public let amount: String
    /// ISO 4217; the app's own when left out.
    public let currency: String?
    /// What it was for, in the words of `PaymentKind` or any other.
    public let type: String?
    /// When; now unless told.
    public let at: Instant?
    /// More about it, which rules can look at.
    public let properties: JSON?
    /// With what it was paid, such as the fingerprint that the processor gives of a card. Only from
    /// the app's server.
    public let instrument: String?

    /// Makes a request.
    public init(
      id: String, person: PersonID? = nil, userID: String? = nil, installID: String? = nil,
      amount: String, currency: String? = nil, type: String? = nil, at: Instant? = nil,
      properties: JSON? = nil, instrument: String? = nil
    ) {
      self.instrument = instrument
      self.id = id
      self.person = person
      self.userID = userID
      self.installID = installID
      self.amount = amount
      self.currency = currency
      self.type = type
      self.at = at
      self.properties = properties
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: [
        "id", "person", "user_id", "install_id", "amount", "currency", "type", "at", "properties",
        "instrument",
      ])
      id = try fields.require("id", fields.string("id", max: Limits.clientIDBytes))
      person = try fields.id("person", PersonID.self)
      userID = try fields.string("user_id", max: Limits.identityBytes)
      installID = try fields.string("install_id", max: Limits.clientIDBytes)
      amount = try fields.require("amount", fields.decimal("amount"))
      currency = try fields.currency("currency")?.code
      type = try fields.string("type", max: Limits.wordBytes)
      at = try fields.instant("at")
      properties = try fields.object("properties", maxBytes: Limits.propertiesBytes)
      instrument = try fields.string("instrument", max: Limits.identityBytes)
      if let type, !PaymentKind.isPayment(type) {
        throw fields.error(
          "type", "is no payment; money that is given back goes to /v1/payments/{payment}/refunds")
      }
      guard person == nil || userID == nil else {
        throw fields.error("user_id", "or person, not both")
      }
    }

    /// The body.
    public var json: JSON {
      .object([
        "id": .string(id), "person": person.map(JSON.id), "user_id": userID.map(JSON.string),
        "install_id": installID.map(JSON.string), "amount": .string(amount),
        "currency": currency.map(JSON.string), "type": type.map(JSON.string),
        "at": at.map(JSON.instant), "properties": properties,
        "instrument": instrument.map(JSON.string),
      ])
    }
  }
}

/// `POST /v1/payments/{payment}/refunds`: money was given back.
public enum RefundPayment {
  /// How much of a payment.
  public struct Request: Hashable, Sendable {
    /// The caller's own id of the refund; the same id again is the same refund.
    public let id: String
    /// How much, as decimal text; all that is left of the payment when left out.
    public let amount: String?
    /// ISO 4217; the payment's when left out.
    public let currency: String?
    /// When; now unless told.
    public let at: Instant?

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["id", "amount", "currency", "at"])
      id = try fields.require("id", fields.string("id", max: Limits.clientIDBytes))
      amount = try fields.decimal("amount")
      currency = try fields.currency("currency")?.code
      at = try fields.instant("at")
    }
  }
}

extension Fields {
  /// A decimal number as text, or as a number of JSON, whose digits are kept as they are.
  fileprivate func decimal(_ name: String) throws(FieldError) -> String? {
    switch value(name) {
    case nil: return nil
    case .number(let text): return text
    case .string(let text) where (1...Limits.wordBytes).contains(text.utf8.count): return text
    default: throw error(name, "must be a decimal such as \"19.90\"")
    }
  }
}
