import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// Pages of the vendor's lists: `?page=`, from 1, and `?limit=`.
struct LinkrunnerPage: Sendable {
  let number: Int
  let limit: Int
  var offset: Int { (number - 1) * limit }

  init(_ call: Call, limit preset: Int, max: Int) throws {
    func number(_ name: String, _ preset: Int, _ max: Int) throws -> Int {
      guard let text = call.query(name) else { return preset }
      guard let number = Int(text), (1...max).contains(number) else {
        throw FieldError(name, "must be 1 to \(max)")
      }
      return number
    }
    self.number = try number("page", 1, 1_000_000)
    limit = try number("limit", preset, max)
  }

  func json(total: Int64) -> JSON {
    let pages = (total + Int64(limit) - 1) / Int64(limit)
    return [
      "total": .integer(total), "pages": .integer(pages), "page": .integer(number),
      "limit": .integer(limit),
    ]
  }
}

/// `GET /api/v1/campaigns`.
enum LinkrunnerListCampaigns {
  static func prepare(_ call: Call) throws -> Work {
    let page = try LinkrunnerPage(call, limit: 100, max: 1_000)
    let choice = try choice(call)
    return .read { scope in
      let links = CampaignLinks(scope, choice)
      let found = try links.page(after: page.offset, limit: page.limit)
      let total = try links.count()
      return .linkrunner(
        "Campaigns fetched successfully!",
        data: [
          "total_campaigns": .integer(total), "pagination": page.json(total: total),
          "campaigns": .array(try found.map { try describe($0, scope, call) }),
        ])
    }
  }

  private static func choice(_ call: Call) throws -> CampaignLinks.Choice {
    var choice = CampaignLinks.Choice()
    switch call.query("filter")?.uppercased() ?? "ALL" {
    case "ACTIVE": choice.isAlive = true
    case "INACTIVE": choice.isAlive = false
    case "ALL": break
    default: throw FieldError("filter", "must be ACTIVE, INACTIVE or ALL")
    }
    if let channel = call.query("channel")?.lowercased(), !channel.isEmpty {
      choice.sources = AdNetwork(source: channel)?.sources ?? [channel]
    }
    if let domain = call.query("domain")?.lowercased(), !domain.isEmpty {
      let host = OpenedLink("https://" + domain)?.host ?? domain
      choice.host = OpenedLink(call.publicURL)?.host == host ? "" : host
    }
    // What is no link of ours has a code that none has.
    choice.code = call.query("link").map { OpenedLink($0)?.code ?? "" }
    return choice
  }

  private static func describe(_ link: Link, _ scope: Scope, _ call: Call) throws -> JSON {
    let users = try Performance(scope).installs(of: link.id, in: ReportPeriod()).signedUp
    let head = LinkrunnerReporting.head(of: link, scope, call).members ?? []
    return .object(head + [JSON.Member("attributed_users", .integer(users))])
  }
}

/// `GET /api/v1/reporting/campaigns`: figures as texts for people, as the vendor gives them; the
/// same as numbers are in `GET /v1/revenue` and in a link's statistics.
enum LinkrunnerReporting {
  static func prepare(_ call: Call) throws -> Work {
    let page = try LinkrunnerPage(call, limit: 10, max: 100)
    let days = call.app.days
    func day(_ names: String...) throws -> Instant? {
      guard let text = names.lazy.compactMap({ call.query($0) }).first else { return nil }
      guard let start = days.start(of: text) else {
        throw FieldError(names[0], "must be a day such as 2026-11-21")
      }
      return start
    }
    // Days are counted whole, the last one too.
    let last = try day("to", "end_date").map { days.nextDay(after: $0) }
    let period = ReportPeriod(start: try day("from", "start_date"), end: last)
    return .read { scope in
      let links = CampaignLinks(scope)
      let total = try links.count()
      let found = try links.page(after: page.offset, limit: page.limit)
      return .linkrunner(
        "Campaigns fetched successfully",
        data: [
          "campaigns": .array(try found.map { try describe($0, period, scope, call) }),
          "pagination": page.json(total: total),
          "display_currency": .string(scope.app.settings.currency ?? Currency.none.code),
          "view": "user_acquisition",
        ])
    }
  }

  private static func describe(
    _ link: Link, _ period: ReportPeriod, _ scope: Scope, _ call: Call
  ) throws -> JSON {
    let figures = try Performance(scope).figures(of: link.id, in: period)
    // An app that has set no currency is told in that of its payments, as long as there is one.
    let wanted =
      scope.app.settings.currency.flatMap(Currency.init)
      ?? (figures.revenue.count == 1 ? figures.revenue[0].currency : .none)
    let revenue =
      figures.revenue.first { $0.currency == wanted } ?? Money(amount: 0, currency: wanted)
    return .object(
      (head(of: link, scope, call).members ?? []) + [
        JSON.Member("clicks", .string(grouped(figures.clicks))),
        JSON.Member("installs", .string(grouped(figures.installs))),
        JSON.Member("sign-ups", .string(grouped(figures.signUps))),
        JSON.Member("revenue", .string(written(revenue))),
      ])
  }

  /// What both lists say about a campaign.
  static func head(of link: Link, _ scope: Scope, _ call: Call) -> JSON {
    let network = link.options.parameters.network
    let short = call.shortURL(link)
    return [
      "display_id": .string(link.code),
      "name": .string(link.options.name ?? link.options.utm?["campaign"]?.string ?? link.code),
      "created_at": .instant(link.createdAt), "update_at": .instant(link.createdAt),
      "google": .bool(network == .google), "meta": .bool(network == .meta),
      "meta_campaign_id": .null, "active": .bool(link.isAlive(at: scope.now)),
      "default_link": false, "link": .string(short), "shareable_link": .string(short),
      "website": .string(link.url),
      "domain": .string(short.split(separator: "/").dropFirst().first.map(String.init) ?? ""),
    ]
  }

  /// `3,201`.
  static func grouped(_ number: Int64) -> String {
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
    let parts = money.decimal.split(separator: ".")
    let whole = grouped(Int64(parts.first ?? "0") ?? 0)
    let sign =
      switch money.currency {
      case .none: ""
      case let currency: currency.code == "USD" ? "$" : currency.code + " "
      }
    return sign + whole + (parts.count > 1 ? "." + parts[1] : "")
  }
}
