import BeckonEngine
import BeckonModel

/// Something that was given back of an order.
struct WidgetRefund: Hashable {
  /// When.
  let at: Instant
  /// How much, in the currency's smallest unit.
  let amount: Int64

  /// As an order's row has them.
  static func json(_ refunds: [WidgetRefund]) -> JSON {
    .array(refunds.map { [.integer($0.at.milliseconds), .integer($0.amount)] })
  }

  static func list(_ stored: JSON?) -> [WidgetRefund] {
    (stored?.elements ?? []).compactMap { refund in
      guard let at = refund[0]?.integer, let amount = refund[1]?.integer else { return nil }
      return WidgetRefund(at: Instant(milliseconds: at), amount: amount)
    }
  }

  /// How much was given back in all.
  static func sum(_ stored: JSON?) -> Int64 { list(stored).reduce(0) { $0 + $1.amount } }
}

/// An order that counts for a widget, and what it does to the figures of that: it is a conversion
/// on its day, what is given back is less revenue on the day of that, and the buyer has paid the
/// rest.
struct WidgetOrder {
  /// Of which widget, by whom, and on what they had clicked.
  let act: WidgetAct
  let isClicked: Bool
  /// When it was ordered.
  let at: Instant
  /// What it came to.
  let money: Money
  /// Whether only a client tells of it.
  let isClaimed: Bool
  var refunds: [WidgetRefund] = []

  init(_ act: WidgetAct, isClicked: Bool, at: Instant, _ money: Money, isClaimed: Bool) {
    (self.act, self.isClicked, self.at, self.money) = (act, isClicked, at, money)
    self.isClaimed = isClaimed
  }

  /// What counts of it.
  /// - Parameter number: 1, or -1 to take it back.
  func acts(_ number: Int64) -> [WidgetAct] {
    let order = act(.order, number, money.amount, at)
    let conversion = isClicked ? [act(.conversion, number, money.amount, at)] : []
    return [order] + conversion + refundActs(number)
  }

  /// What counts of what was given back.
  func refundActs(_ number: Int64) -> [WidgetAct] {
    guard !refunds.isEmpty else { return [] }
    let given = isClicked ? refunds.map { act(.refund, number, $0.amount, $0.at) } : []
    return given + [act(.spent, -number, refunds.reduce(0) { $0 + $1.amount }, at)]
  }

  private func act(
    _ kind: WidgetAct.Kind, _ number: Int64, _ amount: Int64, _ at: Instant
  ) -> WidgetAct {
    var counted = WidgetAct(
      kind, widget: act.widget, visitor: act.visitor, arm: act.arm, at: at)
    (counted.product, counted.banner) = (act.product, act.banner)
    counted.money = Money(amount: amount, currency: money.currency)
    (counted.number, counted.isClaimed) = (number, isClaimed)
    return counted
  }
}
