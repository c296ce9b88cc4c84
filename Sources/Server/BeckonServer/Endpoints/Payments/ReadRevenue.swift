import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/revenue`: what payments brought, by `?by=link`, `campaign`, `referrer`, `platform` or
/// `day`. Removed payments do not count. Each amount is told in parts: what stores and the app's
/// server have told, what only clients have, what was bought in a sandbox.
enum ReadRevenue {
  private static let columns = [
    "amount", "currency", "decimal", "payments", "trusted_amount", "client_amount",
    "sandbox_amount",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let grouping: RevenueReport.Grouping = try call.choice("by") ?? .day
    let period = try call.openReportPeriod()
    let chosen = try call.reportFilter()
    let referrer: PersonID? = try call.id(inQuery: "referrer")
    let key = grouping.rawValue
    return try .report(call, "revenue", by: key, columns, of: period) { scope in
      var filter = chosen
      filter.referrer = try scope.person(referrer)?.id
      let (rows, until) = try RevenueReport(scope).rows(by: grouping, in: period, filter)
      return (rows.map { describe($0, key) }, until)
    }
  }

  private static func describe(_ row: RevenueReport.Row, _ name: String) -> JSON {
    .row(
      name, row.key,
      [
        JSON.Member("amount", .integer(row.money.amount)),
        JSON.Member("currency", .string(row.money.currency.code)),
        JSON.Member("decimal", .string(row.money.decimal)),
        JSON.Member("payments", .integer(row.payments)),
        JSON.Member("trusted_amount", .integer(row.trusted)),
        JSON.Member("client_amount", .integer(row.client)),
        JSON.Member("sandbox_amount", .integer(row.sandbox)),
      ])
  }
}
