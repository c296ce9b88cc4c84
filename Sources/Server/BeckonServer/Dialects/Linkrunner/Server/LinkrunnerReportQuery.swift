import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore

/// What `GET /api/v1/reporting/campaigns` is asked for. What this server cannot tell is refused:
/// an answer to another question would be taken for the right one.
struct LinkrunnerReportQuery: Sendable {
  let page: LinkrunnerPage
  let choice: CampaignChoice
  let order: CampaignOrder
  /// Whether the figures are of some days only.
  let hasDates: Bool

  /// - Throws: `FieldError`, `LinkrunnerUnprocessable`.
  init(_ call: Call) throws {
    page = try LinkrunnerPage(call, limit: 10, max: 100)
    try Self.refuseUnknown(call)
    let start = try Self.day(["from", "start_date"], call)
    let last = try Self.day(["to", "end_date"], call)
    hasDates = start != nil || last != nil
    var choice = CampaignChoice()
    choice.isAlive = try Self.word("active", ["true": true, "false": false], call)
    choice.sources = LinkrunnerListCampaigns.sources(call.query("network"))
    choice.search = Self.search(call)
    self.choice = choice
    var order = CampaignOrder()
    // Days are counted whole, the last one too.
    order.period = ReportPeriod(start: start, end: last.map(call.app.days.nextDay(after:)))
    order.platform = try Self.word("platform", ["ios": .ios, "android": .android], call)
    order.currency = call.app.settings.currency.flatMap(Currency.init)
    order.measure = try Self.measure(call)
    order.isAscending =
      try Self.word("sort_order", ["ascending": true, "descending": false], call) ?? false
    self.order = order
  }

  /// The first of these parameters that says something.
  private static func value(_ names: [String], _ call: Call) -> (name: String, text: String)? {
    names.lazy.compactMap { name in call.query(name).map { (name: name, text: $0) } }
      .first { !$0.text.isEmpty }
  }

  private static func day(_ names: [String], _ call: Call) throws -> Instant? {
    guard let (name, text) = value(names, call) else { return nil }
    guard let start = call.app.days.start(of: text) else {
      throw FieldError(name, "must be a day such as 2026-11-21")
    }
    return start
  }

  private static func word<Value>(
    _ name: String, _ words: [TextKey: Value], _ call: Call
  ) throws -> Value? {
    guard let (_, text) = value([name], call) else { return nil }
    guard let value = words[text.lowercased()] else {
      throw FieldError(name, "must be \(words.keys.map(\.text).sorted().joined(separator: " or "))")
    }
    return value
  }

  private static func measure(_ call: Call) throws -> CampaignMeasure {
    guard let (name, text) = value(["sort_field"], call) else { return .installs }
    guard let measure = CampaignMeasure(word: text.lowercased()) else {
      let words = CampaignMeasure.allCases.map(\.rawValue).joined(separator: ", ")
      throw FieldError(name, "must be one of \(words); this server does not know \(text)")
    }
    return measure
  }

  /// A whole tracking link is looked for by its code too, in whichever form it was written.
  private static func search(_ call: Call) -> CampaignSearch {
    let text = value(["search"], call)?.text ?? ""
    let opened = OpenedLink(text)
    let hosts = call.app.settings.linkDomains + [OpenedLink(call.publicURL)?.host ?? ""]
    let isOurs = opened.map { hosts.contains($0.host) } ?? false
    return CampaignSearch(
      text, code: isOurs ? opened?.code : nil, publicURL: call.publicURL)
  }

  private static func refuseUnknown(_ call: Call) throws {
    let view = value(["view"], call)?.text ?? "user_acquisition"
    guard view == "user_acquisition" else {
      throw FieldError("view", "must be user_acquisition: this server knows no other")
    }
    let unknown = [
      "meta_account_id", "events", "payment_events", "unique_user_events", "cost_per_event",
      "active_users",
    ]
    if let (name, _) = value(unknown, call) {
      throw FieldError(name, "must be left out: this server does not tell that by campaign")
    }
  }
}
