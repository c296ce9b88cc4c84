import BeckonContract
import BeckonModel
import BeckonStore

/// `GET /v1/web/report`: what happened on pages in a bounded time, by `?by=day`, `source`,
/// `campaign`, `name` or `page`.
enum ReadWebReport {
  private static let columns = ["events", "page_views", "clicks", "visitors"]

  static func prepare(_ call: Call) throws -> Work {
    var choice = WebReport.Choice(period: try call.reportPeriod())
    choice.grouping = try call.choice("by") ?? .day
    choice.touch = try call.choice("touch") ?? .last
    choice.source = try call.word("source", max: Limits.urlBytes)
    choice.campaign = try call.word("campaign", max: Limits.urlBytes)
    let key = choice.grouping.rawValue
    return try .report(call, "web_report", by: key, columns, of: choice.period) { [choice] scope in
      (try WebReport(scope).rows(choice).map { describe($0, key) }, nil)
    }
  }

  private static func describe(_ row: WebReport.Row, _ name: String) -> JSON {
    .row(
      name, row.key,
      [
        JSON.Member("events", .integer(row.events)),
        JSON.Member("page_views", .integer(row.pageViews)),
        JSON.Member("clicks", .integer(row.clicks)),
        JSON.Member("visitors", .integer(row.visitors)),
      ])
  }
}
