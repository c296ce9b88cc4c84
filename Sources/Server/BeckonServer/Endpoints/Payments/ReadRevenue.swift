import BeckonContract
import BeckonModel
import BeckonStore

/// `GET /v1/revenue`: what payments brought, by `?by=link`, `campaign`, `referrer` or `day`,
/// `?from=` and `?to=` as RFC 3339. Removed payments do not count. Each amount is told in parts:
/// what stores and the app's server have told, what only clients have, what was bought in a
/// sandbox.
enum ReadRevenue {
  static func prepare(_ call: Call) throws -> Work {
    let grouping: RevenueReport.Grouping = try call.choice("by") ?? .day
    let period = ReportPeriod(start: try instant("from", call), end: try instant("to", call))
    return .read { scope in
      let (revenue, until) = try RevenueReport(scope).rows(by: grouping, in: period)
      return .json([
        "by": .string(grouping.rawValue), "as_of": .instant(until ?? scope.now),
        "revenue": .array(
          revenue.map { row in
            .object([
              JSON.Member(grouping.rawValue, row.key.map(JSON.string) ?? .null),
              JSON.Member("amount", .integer(row.money.amount)),
              JSON.Member("currency", .string(row.money.currency.code)),
              JSON.Member("decimal", .string(row.money.decimal)),
              JSON.Member("payments", .integer(row.payments)),
              JSON.Member("trusted_amount", .integer(row.trusted)),
              JSON.Member("client_amount", .integer(row.client)),
              JSON.Member("sandbox_amount", .integer(row.sandbox)),
            ])
          }),
      ])
    }
  }

  private static func instant(_ name: String, _ call: Call) throws -> Instant? {
    guard let text = call.query(name) else { return nil }
    guard let instant = Instant(text) else {
      throw FieldError(name, "must be a time such as 2026-11-21T09:30:00Z (RFC 3339)")
    }
    return instant
  }
}
