import BeckonModel

/// `POST /v1/people/{person}/redemptions`: a person's balance is spent.
public enum Redeem {
  /// How much of what.
  public struct Request: Hashable, Sendable {
    /// The caller's own id of this redemption; the same id again gives the same answer.
    public let id: String
    /// How much, in the unit's smallest part.
    public let amount: Int64
    /// Of what.
    public let unit: String

    /// Makes a request.
    public init(id: String, amount: Int64, unit: String) {
      self.id = id
      self.amount = amount
      self.unit = unit
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["id", "amount", "unit"])
      id = try fields.require("id", fields.string("id", max: Limits.clientIDBytes))
      amount = try fields.require("amount", fields.integer("amount", in: Limits.amount))
      unit = try fields.require("unit", fields.string("unit", max: Limits.wordBytes))
    }

    /// The body.
    public var json: JSON {
      ["id": .string(id), "amount": .integer(amount), "unit": .string(unit)]
    }
  }

  /// `GET /v1/people/{person}/balances`, one element.
  public struct Balance: Hashable, Sendable {
    /// Of what.
    public let unit: String
    /// What can be spent; negative after a clawback of what was spent already.
    public let posted: Int64
    /// What is held, and will be posted when it is due.
    public let pending: Int64
    /// What somebody has to decide about, and may never come; 0 from a server that tells it among
    /// what is pending.
    public let inReview: Int64

    /// Makes a balance.
    public init(unit: String, posted: Int64, pending: Int64, inReview: Int64 = 0) {
      self.unit = unit
      self.posted = posted
      self.pending = pending
      self.inReview = inReview
    }

    /// Reads one element.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      unit = try fields.require("unit", fields.string("unit", max: Limits.wordBytes))
      posted = try fields.require("posted", fields.integer("posted", in: .min ... .max))
      pending = try fields.require("pending", fields.integer("pending", in: .min ... .max))
      inReview = try fields.integer("in_review", in: .min ... .max) ?? 0
    }

    /// One element.
    public var json: JSON {
      [
        "unit": .string(unit), "posted": .integer(posted), "pending": .integer(pending),
        "in_review": .integer(inReview),
      ]
    }
  }
}
