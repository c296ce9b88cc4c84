import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// What a conversion was worth, as `conversion_value`, `conversion_category` and `transaction_id`
/// tell. It is a payment of the member's, in the app's own currency, once for each transaction.
struct ConversionAmount: Sendable {
  /// The member's detail with the sum of all that were told.
  static let detail = "conversion_amount"

  let money: Money
  let category: String?
  /// What rules may look at besides.
  let more: [JSON.Member]
  let transaction: String?

  /// `nil` when the call says no value. What cannot be counted is told as a warning.
  /// - Throws: `FieldError`.
  init?(
    _ fields: SubscriberFields, _ app: AppContext, _ warnings: inout [String],
    named name: String = "conversion_value"
  ) throws {
    guard let text = try fields.text(name, max: Limits.wordBytes) else { return nil }
    guard let currency = app.ownCurrency else {
      warnings.append(
        name + ": not counted, because the app has no currency: PATCH /v1/app "
          + "{\"currency\": \"EUR\"}")
      return nil
    }
    guard let money = Money(decimal: text, currency),
      (0...Limits.amount.upperBound) ~= money.amount
    else {
      throw FieldError(name, "must be a decimal not below zero, such as 19.90")
    }
    if money.isRounded { warnings.append(name + ": was rounded to \(money.decimal)") }
    self.money = money
    category = try fields.text("conversion_category", max: Limits.wordBytes)
    more = try ["product_id", "reward_value"].compactMap { name in
      try fields.text(name, max: Limits.wordBytes).map { JSON.Member(name, .string($0)) }
    }
    transaction = try fields.text("transaction_id", max: Limits.clientIDBytes)
  }

  /// What became of an amount.
  struct Counted {
    /// The member, with the sum of all that were told.
    let member: CampaignMember
    /// What stands under the transaction.
    let money: Money
    /// Whether it was counted by an earlier call.
    let isEarlier: Bool
  }

  /// Counts it for a member, unless its transaction was counted before.
  /// - Parameter step: what it stands for where the call names no transaction.
  /// - Throws: `DatabaseError`.
  func record(_ subscriber: Subscriber, step: String, trust: Trust) throws -> Counted {
    let (scope, member) = (subscriber.scope, subscriber.member)
    let reference = reference(of: member, step)
    let kind = PaymentKind.ordinary
    let category = category.map { JSON.Member("category", .string($0)) }
    let properties = JSON.object([category].compactMap { $0 } + more)
    let earlier = try CapturedPayments(scope).find(reference)
    let outcome = try CapturedPayments(scope).record(
      CapturedPayments.Report(
        reference: reference, kind: kind, state: .completed, money: money, payer: nil,
        installID: nil, at: nil,
        properties: CapturedPayments.Report.properties(
          money, kind: kind, state: .completed, and: properties),
        person: member.referral.person, isKindOfID: false), trust: trust)
    guard case .accepted = outcome else {
      return Counted(member: member, money: earlier?.money ?? money, isEarlier: earlier != nil)
    }
    let before = member.detail(Self.detail).flatMap { Money(decimal: $0, money.currency)?.amount }
    let sum = Money(
      // The server's word takes the place of what a client had told.
      amount: min(
        max((before ?? 0) - (earlier?.money.amount ?? 0), 0) + money.amount,
        Limits.amount.upperBound),
      currency: money.currency)
    let summed = try Members(scope).note(
      [JSON.Member(Self.detail, .string(sum.decimal))], of: member, overwrites: true)
    return Counted(member: summed, money: money, isEarlier: earlier != nil)
  }

  /// The id of the payment.
  func id(of member: CampaignMember, step: String, _ scope: Scope) -> FactID {
    CapturedPayments.id(
      kind: PaymentKind.ordinary, reference: reference(of: member, step), in: scope.app)
  }

  /// By member, or whoever guesses an order's number could take it first.
  private func reference(of member: CampaignMember, _ step: String) -> String {
    "referralhero \(member.referral.id.text) " + (transaction ?? step)
  }
}
