import BeckonModel

/// A row of the funnel report, as the API writes it.
struct FunnelRow: Sendable {
  /// A day, an id or a platform; `nil` where it is not known, and of the others together.
  let key: String?
  /// Of how many others it is the sum.
  let others: Int64?
  var clicks: Int64 = 0
  var installs: Int64 = 0
  var signUps: Int64 = 0
  var conversions: Int64 = 0
  /// How many were paid.
  var rewards: Int64 = 0
  /// In the smallest unit and written out, by currency.
  var revenue: [(currency: String, amount: Int64, decimal: String, payments: Int64)] = []

  /// - Parameter grouping: the member that says what a row is of.
  init(_ json: JSON, by grouping: String) {
    func number(_ name: String) -> Int64 { json[name]?.integer ?? 0 }
    key = json[grouping]?.string
    others = json["others"]?.integer
    (clicks, installs) = (number("clicks"), number("installs"))
    (signUps, conversions) = (number("sign_ups"), number("conversions"))
    rewards = (json["rewards"]?.elements ?? []).reduce(0) { $0 + ($1["count"]?.integer ?? 0) }
    revenue = (json["revenue"]?.elements ?? []).map { row in
      (
        row["currency"]?.string ?? "", row["amount"]?.integer ?? 0, row["decimal"]?.string ?? "",
        row["payments"]?.integer ?? 0
      )
    }
  }

  /// The sum of rows.
  init(adding rows: [FunnelRow]) {
    (key, others) = (nil, nil)
    for row in rows {
      (clicks, installs) = (clicks + row.clicks, installs + row.installs)
      (signUps, conversions) = (signUps + row.signUps, conversions + row.conversions)
      rewards += row.rewards
      for more in row.revenue { add(more) }
    }
    revenue.sort { $0.currency < $1.currency }
  }

  private mutating func add(
    _ more: (currency: String, amount: Int64, decimal: String, payments: Int64)
  ) {
    let place = revenue.firstIndex { $0.currency == more.currency }
    let known = place.map { revenue.remove(at: $0) }
    let amount = (known?.amount ?? 0) &+ more.amount
    let decimal =
      Currency(more.currency).map { Money(amount: amount, currency: $0).decimal } ?? "\(amount)"
    revenue.append((more.currency, amount, decimal, (known?.payments ?? 0) + more.payments))
  }

  /// Whether nothing happened.
  var isEmpty: Bool {
    clicks == 0 && installs == 0 && signUps == 0 && conversions == 0 && rewards == 0
      && revenue.isEmpty
  }
}
