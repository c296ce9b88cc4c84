import BeckonModel

/// How far a price must have fallen before people are told of it.
public enum SmallestDrop: Hashable, Sendable {
  /// By so much of a hundred.
  case percent(Int64)
  /// By so much money.
  case amount(Money)

  init?(_ fields: Fields?) throws(FieldError) {
    guard let fields else { return nil }
    try fields.allow(only: ["percent", "amount", "currency"])
    if let percent = try fields.integer("percent", in: 1...99) {
      guard !fields.has("amount") else {
        throw fields.error("amount", "does not go with percent: name one of them")
      }
      self = .percent(percent)
      return
    }
    let text = try fields.require("amount", fields.string("amount", max: 30))
    let code = try fields.require("currency", fields.string("currency", max: 3))
    guard let currency = Currency(code) else {
      throw fields.error("currency", "must be three letters, such as EUR (ISO 4217)")
    }
    guard let money = Money(decimal: text, currency), money.amount > 0, !money.isRounded else {
      throw fields.error("amount", "must be an amount of \(currency.code) such as \"5.00\"")
    }
    self = .amount(money)
  }

  /// Whether a price has fallen so far. An amount says nothing of prices in other currencies.
  public func isReached(from before: Money, to after: Money) -> Bool {
    guard before.currency == after.currency, after.amount < before.amount, before.amount > 0
    else { return false }
    let fall = before.amount - after.amount
    switch self {
    case .percent(let percent): return fall >= Self.share(percent, of: before.amount)
    case .amount(let least): return least.currency == before.currency && fall >= least.amount
    }
  }

  /// So much of a hundred, rounded up; without a product that could be too large.
  private static func share(_ percent: Int64, of amount: Int64) -> Int64 {
    amount / 100 * percent + (amount % 100 * percent + 99) / 100
  }

  var json: JSON {
    switch self {
    case .percent(let percent): ["percent": .integer(percent)]
    case .amount(let money):
      ["amount": .string(money.decimal), "currency": .string(money.currency.code)]
    }
  }
}
