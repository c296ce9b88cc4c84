import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/funnel`: clicks, installs, sign-ups, conversions, rewards and revenue of a bounded
/// time, by `?by=day`, `campaign`, `link` or `platform`; with `?referrer=` those of one person's
/// links; with `?leading=` the links of most sign-ups alone.
enum ReadFunnel {
  private static let columns = [
    "clicks", "installs", "sign_ups", "conversions", "rewards", "revenue",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var choice = FunnelReport.Choice(period: try call.reportPeriod())
    choice.grouping = try call.choice("by") ?? .day
    choice.filter = try call.reportFilter()
    choice.leading = try leading(call, choice.grouping)
    let referrer: PersonID? = try call.id(inQuery: "referrer")
    let key = choice.grouping.rawValue
    return try .report(call, "funnel", by: key, columns, of: choice.period) { [choice] scope in
      var choice = choice
      choice.filter.owned = try scope.person(referrer).map {
        try DailyFilter.OwnedLinks(of: $0.id, scope)
      }
      let (rows, until) = try FunnelReport(scope).rows(choice)
      return (rows.map { describe($0, key) }, until)
    }
  }

  private static func leading(
    _ call: Call, _ grouping: FunnelReport.Grouping
  ) throws -> Int? {
    guard let text = call.query("leading") else { return nil }
    guard grouping == .link else { throw FieldError("leading", "goes with by=link alone") }
    guard let count = Int(text), (1...FunnelReport.leadingMax).contains(count) else {
      throw FieldError("leading", "must be 1 to \(FunnelReport.leadingMax)")
    }
    return count
  }

  private static func describe(_ row: FunnelReport.Row, _ name: String) -> JSON {
    .row(
      name, row.key,
      [
        JSON.Member("clicks", .integer(row.clicks)),
        JSON.Member("installs", .integer(row.installs)),
        JSON.Member("sign_ups", .integer(row.signUps)),
        JSON.Member("conversions", .integer(row.conversions)),
        JSON.Member(
          "rewards",
          .array(
            row.rewards.map {
              [
                "unit": .string($0.unit), "count": .integer($0.count),
                "posted": .integer($0.posted),
                "held": .integer($0.held), "taken_back": .integer($0.takenBack),
              ]
            })),
        JSON.Member(
          "revenue",
          .array(
            row.revenue.map {
              [
                "currency": .string($0.money.currency.code), "amount": .integer($0.money.amount),
                "decimal": .string($0.money.decimal), "payments": .integer($0.payments),
              ]
            })),
      ])
  }
}
