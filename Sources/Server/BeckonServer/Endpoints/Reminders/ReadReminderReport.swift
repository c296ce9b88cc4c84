import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/reminders/{reminder}/report`: how many were reminded, followed the link and bought, and
/// how many of those who were told nothing did.
enum ReadReminderReport {
  static func prepare(_ call: Call) throws -> Work {
    let reminder = try call.reminder()
    let period = try call.reportPeriod()
    return .read { scope in
      let report = ReminderReport(scope, reminder.id, in: period)
      return .json(
        .object([
          "reminder": .id(reminder.id), "from": .instant(period.start),
          "until": .instant(period.end),
          "decisions": .object(
            try report.outcomes().map { JSON.Member($0.outcome, .integer($0.count)) }),
          "sent": try report.figures(heldOut: false).json,
          "hold_out": try report.figures(heldOut: true).json,
        ]))
    }
  }
}

extension ReminderReport.Figures {
  fileprivate var json: JSON {
    [
      "reminders": .integer(reminders), "people": .integer(people),
      "followed": .integer(followed), "buyers": .integer(buyers),
      "revenue": Self.money(revenue), "purchases_by_link": .integer(purchasesByLink),
      "revenue_by_link": Self.money(revenueByLink),
    ]
  }

  private static func money(_ amounts: [TextKey: Int64]) -> JSON {
    .array(
      amounts.sorted { $0.key < $1.key }.map { key, amount in
        let money = Money(amount: amount, currency: Currency(key.text) ?? .none)
        return [
          "amount": .integer(amount), "currency": .string(money.currency.code),
          "decimal": .string(money.decimal),
        ]
      })
  }
}
