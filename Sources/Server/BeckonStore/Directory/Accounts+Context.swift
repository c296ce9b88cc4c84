import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Accounts {
  /// Number of the tenant to which a link host belongs by its `link_domains`; `nil` for the public
  /// host, which all share.
  /// - Throws: `DatabaseError`.
  public static func linkDomains(_ connection: any Connection) throws -> [TextKey: Int64] {
    var domains: [TextKey: Int64] = [:]
    let apps = try connection.rows("SELECT number, settings FROM apps ORDER BY number", []) {
      (number: $0.integer(0), settings: try $0.json(1))
    }
    for app in apps {
      for domain in app.settings["link_domains"]?.elements?.compactMap(\.string) ?? [] {
        domains[domain] = domains[domain] ?? app.number
      }
    }
    return domains
  }

  /// An app with its settings, campaigns and rules; `nil` when there is none of this number.
  /// - Parameters:
  ///   - forms: what the program knows of vendors. A webhook of any other form is told nothing, and
  ///     what it wants waits.
  ///   - recentClicks: what the program has in memory of clicks.
  /// - Throws: `DatabaseError`.
  public static func context(
    of number: Int64, forms: VendorForms = .own, recentClicks: RecentClicks? = nil,
    _ connection: any Connection
  ) throws -> AppContext? {
    let rules = try rules(of: number, connection)
    let past = try PastCampaignRules.all(of: number, connection, pastRule)
    let campaigns = try connection.rows(
      """
      SELECT id, list_uuid, name, goal, kind, url, exclusive_group, state, closed_at, starts_at,
        ends_at, unpaid_after_end, terms, referrer_choice, asks_for_opt_in
      FROM campaigns WHERE app = $1 ORDER BY id
      """, [.integer(number)]
    ) { row in
      let id: CampaignID = row.id(0)
      return Campaign(
        id: id, listUUID: row.text(1), name: row.text(2), goal: Int(row.integer(3)),
        kind: try row.choice(4), url: row.text(5), exclusiveGroup: row.optionalText(6),
        rules: rules[id] ?? [], schedule: try Campaigns.schedule(row, from: 7),
        terms: row.isNull(12) ? .current : try row.choice(12), past: past[id] ?? [],
        referrerChoice: row.isNull(13) ? .strongest : try row.choice(13),
        asksForOptIn: !row.isNull(14))
    }
    let interest = try Webhooks.interest(of: number, forms.webhooks, connection)
    let widgets = try Widgets.all(of: number, connection)
    let reminders = try Reminders.all(of: number, connection)
    let search = try StoredSearchSettings.find(of: number, connection)
    let schemas = try PostbackSchemas.current(of: number, connection)
    return try connection.first(
      "SELECT id, name, pepper, settings FROM apps WHERE number = $1", [.integer(number)]
    ) { row in
      let settings = try readable(row.json(3)) { json throws(FieldError) in
        try AppSettings().changed(by: Fields(json))
      }
      return AppContext(
        number: number, id: row.id(0), name: row.text(1), pepper: HashKey(Array(row.text(2).utf8)),
        settings: settings, campaigns: campaigns, widgets: widgets, reminders: reminders,
        search: search,
        webhookInterest: interest, feedKinds: FeedFollower.kinds, forms: forms,
        recentClicks: recentClicks, conversionSchemas: schemas)
    }
  }

  private static func rules(
    of number: Int64, _ connection: any Connection
  ) throws -> [CampaignID: [CampaignRule]] {
    let rows = try connection.rows(
      """
      SELECT campaign, id, body FROM rules
      WHERE app = $1 AND retired_at IS NULL ORDER BY campaign, position, id
      """, [.integer(number)]
    ) { row in
      let rule = try readable(row.json(2)) { json throws(FieldError) in
        try RewardRule(Fields(json))
      }
      return (campaign: row.id(0, CampaignID.self), rule: CampaignRule(id: row.id(1), rule: rule))
    }
    return Dictionary(grouping: rows, by: \.campaign).mapValues { $0.map(\.rule) }
  }

  private static func pastRule(_ json: JSON) throws -> CampaignRule {
    try readable(json) { json throws(FieldError) in
      let fields = try Fields(json)
      let id = try fields.require("id", fields.id("id", RuleID.self))
      return CampaignRule(id: id, rule: try RewardRule(fields))
    }
  }

  /// What is stored was checked before; if it cannot be read, the database is damaged.
  private static func readable<Value>(
    _ json: JSON, _ read: (JSON) throws(FieldError) -> Value
  ) throws -> Value {
    do {
      return try read(json)
    } catch {
      throw DatabaseError.corrupt("'\(error.path)' \(error.reason)")
    }
  }
}
