import BeckonModel

extension StoreTransaction {
  /// Reads an order of Google Play's, with what the purchase says of it.
  /// https://developers.google.com/android-publisher/api-ref/rest/v3/orders
  /// - Returns: `nil` when it was not paid.
  /// - Throws: `FieldError` when it is no order.
  public init?(googlePlay fields: Fields, _ purchase: GooglePurchase) throws(FieldError) {
    let state = try fields.string("state", max: Limits.wordBytes)
    guard ["PROCESSED", "PARTIALLY_REFUNDED", "REFUNDED"].contains(state ?? "") else { return nil }
    id = try fields.require("orderId", fields.string("orderId", max: Self.idBytes))
    // A renewal's id is that of the first order with `..0`, `..1` and so on behind it.
    let parts = id.split(on: ".", keepsEmpty: true)
    let isRenewal = parts.count > 2 && parts[parts.count - 2].isEmpty
    original = isRenewal ? parts.dropLast(2).joined(separator: ".") : id
    source = purchase.isTest ? .googlePlayTest : .googlePlay
    account = purchase.account
    let items = try fields.elements("lineItems", max: 1_000) ?? []
    product = items.lazy.compactMap { $0["productId"]?.string }.first.map { $0.prefix(bytes: 255) }
    let isSubscription = isRenewal || items.contains { $0["subscriptionDetails"] != nil }
    kind =
      isRenewal
      ? PaymentKind.subscriptionRenewed
      : isSubscription ? PaymentKind.subscriptionCreated : PaymentKind.oneTime
    let total = try Self.money(fields, "total")
    price = total
    purchasedAt = try fields.require("createTime", fields.instant("createTime"))
    let history = fields.value("orderHistory")
    let refunds = state == "PROCESSED" ? [] : Self.refunds(history)
    revokedAt = refunds.compactMap(\.at).max()
    revokedMillipercent = nil
    revoked = state == "REFUNDED" ? total?.amount : Self.sum(refunds.map(\.amount))
    isShared = false
  }

  /// When an order last changed.
  public static func lastChange(ofGooglePlay fields: Fields) throws(FieldError) -> Instant {
    if let at = try fields.instant("lastEventTime") { return at }
    return try fields.require("createTime", fields.instant("createTime"))
  }

  private static func refunds(_ history: JSON?) -> [(at: Instant?, amount: Int64)] {
    let whole = history?["refundEvent"].map { [$0] } ?? []
    let parts = (history?["partialRefundEvents"]?.elements ?? []).filter {
      $0["state"]?.string == "PROCESSED_SUCCESSFULLY"
    }
    return (whole + parts).map { event in
      let at = (event["eventTime"] ?? event["processTime"])?.string.flatMap { Instant($0) }
      let total = event["refundDetails"].flatMap { try? Fields($0) }
        .flatMap { try? money($0, "total") }
      return (at, total.map { Swift.max(0, $0.amount) } ?? 0)
    }
  }

  private static func sum(_ amounts: [Int64]) -> Int64 { amounts.reduce(0, &+) }

  /// Whole units as text, and billionths.
  private static func money(_ fields: Fields, _ name: String) throws(FieldError) -> Money? {
    guard let amount = try fields.fields(name) else { return nil }
    let code = try amount.require(
      "currencyCode", amount.string("currencyCode", max: Limits.wordBytes))
    let units = try amount.string("units", max: 20) ?? "0"
    let billionths = try amount.integer("nanos", in: 0...999_999_999) ?? 0
    let digits = String(billionths)
    let decimal = units + "." + String(repeating: "0", count: 9 - digits.utf8.count) + digits
    guard let currency = Currency(code), let money = Money(decimal: decimal, currency),
      (0...Limits.amount.upperBound).contains(money.amount)
    else { throw amount.error("units", "is no amount of a currency") }
    return money
  }
}
