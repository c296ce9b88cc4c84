import BeckonModel

/// `POST /v1/people/{person}/grants`: a member is given something by hand, without a rule.
public enum Grant {
  /// How much of what, by which campaign.
  public struct Request: Hashable, Sendable {
    /// The caller's own id of this grant; the same id again gives the same answer.
    public let id: String
    /// The campaign that pays: its id or its `list_uuid`.
    public let campaign: String
    /// How much, in the unit's smallest part; below 0, what is taken back. Never 0.
    public let amount: Int64
    /// Of what; `points` unless told.
    public let unit: String
    /// Why, as the ledger shows it.
    public let reason: String?

    /// Makes a request.
    public init(
      id: String, campaign: String, amount: Int64, unit: String = Self.defaultUnit,
      reason: String? = nil
    ) {
      (self.id, self.campaign, self.amount) = (id, campaign, amount)
      (self.unit, self.reason) = (unit, reason)
    }

    /// The unit of a contest.
    public static let defaultUnit = "points"

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["id", "campaign", "amount", "unit", "reason"])
      id = try fields.require("id", fields.string("id", max: Limits.clientIDBytes))
      campaign = try fields.require(
        "campaign", fields.string("campaign", max: Limits.clientIDBytes))
      let most = Limits.amount.upperBound
      amount = try fields.require("amount", fields.integer("amount", in: -most...most))
      guard amount != 0 else { throw FieldError("amount", "must not be 0") }
      unit = try fields.string("unit", max: Limits.wordBytes) ?? Self.defaultUnit
      reason = try fields.string("reason", max: Limits.nameBytes)
    }

    /// The body.
    public var json: JSON {
      .object([
        "id": .string(id), "campaign": .string(campaign), "amount": .integer(amount),
        "unit": .string(unit), "reason": reason.map(JSON.string),
      ])
    }
  }
}
