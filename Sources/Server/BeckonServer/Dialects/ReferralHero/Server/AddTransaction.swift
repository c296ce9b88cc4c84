import BeckonBasics
import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST …/subscribers/add_transactions`: a purchase of a member's, once for each transaction id.
/// It is a payment in the app's own currency, on which rules may wait; of `add_bulk_transactions`
/// each is taken or refused by itself.
enum AddTransaction {
  /// Most purchases of one call.
  private static let purchasesMax = 500

  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let purchase = try Purchase(call.subscriberFields(), call, campaign)
    return .write { scope in
      call.answered(try purchase.record(call, scope), .transactionAdded)
    }
  }

  static func prepareMany(_ call: Call) throws -> Work {
    let campaign = try call.list()
    guard
      let rows = try call.subscriberFields().objects("transactions", max: purchasesMax),
      !rows.isEmpty
    else {
      throw FieldError(
        "transactions", "must be a list of 1 to \(purchasesMax) objects with an 'amount' each")
    }
    let purchases = rows.map { row in
      Result { try Purchase(SubscriberFields(body: row, query: []), call, campaign) }
    }
    return .write { scope in
      var taken: [JSON] = []
      var refused: [JSON] = []
      for (index, purchase) in purchases.enumerated() {
        do {
          taken.append(.object(try purchase.get().record(call, scope)))
        } catch let error where error is Problem || error is FieldError {
          refused.append(describe(error, at: index))
        }
      }
      return call.answered(
        [
          JSON.Member("transactions", .array(taken)), JSON.Member("errors", .array(refused)),
        ], .transactionsAdded)
    }
  }

  private static func describe(_ error: any Error, at index: Int) -> JSON {
    let failure = ReferralHeroFailure(Problem(reporting: error))
    return [
      "index": .integer(index), "code": .string(failure.code.rawValue),
      "message": .string(failure.message),
    ]
  }

  /// A purchase as a call tells it.
  private struct Purchase: Sendable {
    private let campaign: Campaign
    private let request: SubscriberRequest
    private let amount: ConversionAmount
    private let transaction: String
    private let product: String?
    private let warnings: [String]

    init(_ fields: SubscriberFields, _ call: Call, _ campaign: Campaign) throws {
      self.campaign = campaign
      request = try SubscriberRequest(fields, call, campaign)
      if call.parameters.count < 2 { try request.requireIdentity() }
      guard try fields.text("amount", max: Limits.wordBytes) != nil else {
        throw FieldError("amount", "is missing: what the purchase was worth, such as 19.90")
      }
      var warnings = request.warnings.filter { !$0.hasPrefix("currency:") }
      guard let amount = try ConversionAmount(fields, call.app, &warnings, named: "amount") else {
        throw FieldError(
          "amount", "cannot be counted: the app has no currency. PATCH /v1/app {\"currency\": …}")
      }
      self.amount = amount
      transaction =
        try fields.text("transaction_id", max: Limits.clientIDBytes)
        ?? call.ambient.identifier().text
      product = try fields.text("product_id", max: Limits.wordBytes)
      self.warnings = warnings
      guard let currency = try fields.text("currency", max: Limits.wordBytes),
        currency.uppercased() != amount.money.currency.code
      else { return }
      throw FieldError("currency", "is not \(amount.money.currency.code), the app's own")
    }

    /// Stores it, and gives what the caller reads of it.
    /// - Throws: `Problem`; `DatabaseError`.
    func record(_ call: Call, _ scope: Scope) throws -> [JSON.Member] {
      let subscriber = try call.namedSubscriber(request, in: campaign, scope)
      let noted = try Members(scope).note(
        request.details, of: subscriber.member, overwrites: true)
      let counted = try amount.record(
        Subscriber(noted, in: campaign, call, scope), step: transaction, trust: call.proof.trust)
      let stands =
        "amount: \(counted.money.decimal) was counted under this transaction_id before, and stands"
      let repeated = counted.isEarlier && counted.money != amount.money ? [stands] : []
      let told: JSON = [
        "id": .id(amount.id(of: noted, step: transaction, scope)),
        "transaction_id": .string(transaction), "transaction_time": .string(call.now.text),
        "amount": .number(counted.money.decimal), "product_id": .string(product ?? ""),
        "subscriber_id": .string(noted.referral.id.subscriber),
      ]
      let all = warnings + repeated
      return (told.members ?? [])
        + (all.isEmpty ? [] : [JSON.Member("warnings", .array(all.map(JSON.string)))])
    }
  }
}
