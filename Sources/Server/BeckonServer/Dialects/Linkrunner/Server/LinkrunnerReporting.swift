import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /api/v1/reporting/campaigns`: figures as texts for people, as the vendor gives them; the
/// same as numbers are in `GET /v1/revenue` and in a link's statistics.
enum LinkrunnerReporting {
  static func prepare(_ call: Call) throws -> Work {
    try LinkrunnerUnprocessable.answered {
      let query = try LinkrunnerReportQuery(call)
      let page = query.page
      return .read { scope in
        let campaigns = CampaignLinks(scope, query.choice)
        let total = try campaigns.count()
        let found = try campaigns.page(by: query.order, after: page.offset, limit: page.limit)
        let currency = query.order.currency ?? .none
        let performance = Performance(scope)
        return .linkrunner(
          "Campaigns fetched successfully",
          data: [
            "campaigns": .array(
              try found.map { try describe($0, query, performance, scope, call) }),
            "pagination": page.json(total: total),
            "display_currency": .string(currency.code), "view": "user_acquisition",
          ])
      }
    }
  }

  private static func describe(
    _ link: Link, _ query: LinkrunnerReportQuery, _ performance: Performance, _ scope: Scope,
    _ call: Call
  ) throws -> JSON {
    let figures = try performance.figures(
      of: link.id, in: query.order.period, on: query.order.platform)
    // An app that has set no currency is told in that of its payments, as long as there is one.
    let wanted =
      query.order.currency
      ?? (figures.revenue.count == 1 ? figures.revenue[0].currency : .none)
    let nothing = Money(amount: 0, currency: wanted)
    let revenue = figures.revenue.first { $0.currency == wanted } ?? nothing
    let own: JSON = [
      "clicks": .string(grouped(figures.clicks)), "installs": .string(grouped(figures.installs)),
      "sign-ups": .string(grouped(figures.signUps)), "conversion": .string(conversion(figures)),
      "revenue": .string(written(revenue)),
      "revenue_by_currency": .object(
        figures.revenue.map { JSON.Member($0.currency.code, .string(decimal($0))) }),
      // No ad account is connected, so nothing is known to be spent; the vendor says zero then.
      "spend": .string(written(nothing)), "has_date_filter": .bool(query.hasDates),
      "custom_events": .object([]), "payment_events": .object([]),
      "cost_per_custom_events": .object([]), "cost_per_payment_events": .object([]),
      "retention": ["d1": .null, "d7": .null, "d14": .null, "d30": .null],
    ]
    return .object(LinkrunnerCampaignRow(link, call).reported(scope) + (own.members ?? []))
  }

  /// Sign-ups per install in percent: `66.67%`.
  private static func conversion(_ figures: Performance.Figures) -> String {
    guard figures.installs > 0 else { return "0.00%" }
    let (whole, part) = (figures.signUps * 10_000 / figures.installs).quotientAndRemainder(
      dividingBy: 100)
    return "\(whole)." + (part < 10 ? "0" : "") + "\(part)%"
  }

  /// `3,201`.
  private static func grouped(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }

  /// `$12,540.50`; of other currencies the code stands before.
  private static func written(_ money: Money) -> String {
    let sign =
      switch money.currency {
      case .none: ""
      case let currency: currency.code == "USD" ? "$" : currency.code + " "
      }
    return sign + decimal(money)
  }

  /// `12,540.50`.
  private static func decimal(_ money: Money) -> String {
    let parts = money.decimal.split(on: ".")
    let whole = grouped(Int64(parts.first ?? "0") ?? 0)
    let isBelowOne = money.amount < 0 && !whole.hasPrefix("-")
    return (isBelowOne ? "-" : "") + whole + (parts.count > 1 ? "." + parts[1] : "")
  }
}
