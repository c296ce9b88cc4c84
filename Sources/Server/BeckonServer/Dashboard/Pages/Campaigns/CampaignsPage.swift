import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// The app's campaigns, and each with its rules: `/dashboard/{app}/campaigns/{campaign}`.
  static let campaigns = DashboardPage(
    "campaigns", .campaigns, .app, in: .run,
    actions: [
      CampaignsPage.create, CampaignPage.change, CampaignPage.turn, CampaignPage.saveRule,
      CampaignPage.removeRule, CampaignPage.tryRules,
    ], tables: [CampaignsPage.table]
  ) { request in
    request.rest.isEmpty
      ? try await CampaignsPage(request).html : try await CampaignPage(request).html
  }
}

/// What the list of the campaigns reads, and how one is made.
struct CampaignsPage {
  let request: DashboardRequest
  let campaigns: [JSON]

  init(_ request: DashboardRequest) async throws {
    self.request = request
    campaigns =
      try await request.ask(
        CampaignRoute.list, query: ["archived": request.query("archived")])["campaigns"]?.elements
      ?? []
  }

  static let table = DashboardTable(name: "campaigns") { request in
    try await request.csv(CampaignRoute.list, query: ["archived": request.query("archived")])
  }

  static let create = DashboardAction("create", .edit, done: .campaignMade) { request in
    var members = try CampaignForm(request: request, campaign: nil).members()
    if let goal = request.field("goal").flatMap({ Int64($0) }) {
      members.append(JSON.Member("goal", .integer(goal)))
    }
    members.append(JSON.Member("kind", .orNull(request.field("kind"))))
    let made = try await request.ask(CampaignRoute.create, body: .object(members))
    return .done(
      at: request.page("campaigns", made["id"]?.string ?? "", query: ["done": "create"]))
  }
}

/// What the page of one campaign reads, and what its forms do.
struct CampaignPage {
  let request: DashboardRequest
  let campaign: JSON
  let budgets: [RuleID: RuleBudget]

  var rules: [JSON] { campaign["rules"]?.elements ?? [] }

  init(_ request: DashboardRequest) async throws {
    self.request = request
    let id = try request.id(CampaignID.self)
    campaign = try await request.ask(CampaignRoute.read, id.text)
    budgets = try await request.read { try RuleBudget.all(of: id, $0) }
  }

  static let change = DashboardAction("change", .edit, done: .campaignChanged) { request in
    let page = try await CampaignPage(request)
    let members = try CampaignForm(request: request, campaign: page.campaign).members()
    return try await update(request, .object(members))
  }

  static let turn = DashboardAction("turn", .edit, done: .stateChanged) { request in
    try await update(request, .object(["state": request.field("state").map(JSON.string)]))
  }

  static let saveRule = DashboardAction("save-rule", .edit, done: .ruleSaved) { request in
    let page = try await CampaignPage(request)
    let id = request.field("rule")
    let rule = try RuleForm(request: request, rule: nil).json()
    let isKnown = page.rules.contains { id != nil && $0["id"]?.string == id }
    let rules =
      isKnown
      ? page.rules.map { $0["id"]?.string == id ? rule : $0 } : page.rules + [rule]
    guard request.field("try") == nil else {
      return try await dryRun(request, rules)
    }
    return try await update(request, ["rules": .array(rules)])
  }

  /// Whoever may look may try what the rules do.
  static let tryRules = DashboardAction("try-rules", .read, done: .dryRun) { request in
    let rules = try await CampaignPage(request).rules
    return try await dryRun(request, rules)
  }

  private static func dryRun(
    _ request: DashboardRequest, _ rules: [JSON]
  ) async throws -> DashboardAction.Outcome {
    let page = try await DryRunPage(request, of: request.id(CampaignID.self), rules: rules)
    switch request.field("csv") {
    case "rules"?: return .file(.csv("dry-run-rules", page.ruleTable))
    case "people"?: return .file(.csv("dry-run-people", page.receiverTable()))
    default: return .shown(page.html)
    }
  }

  static let removeRule = DashboardAction("remove-rule", .edit, done: .ruleRemoved) { request in
    let page = try await CampaignPage(request)
    let id = request.field("rule")
    return try await update(
      request, ["rules": .array(page.rules.filter { $0["id"]?.string != id })])
  }

  private static func update(
    _ request: DashboardRequest, _ body: JSON
  ) async throws -> DashboardAction.Outcome {
    _ = try await request.ask(
      CampaignRoute.update, request.id(CampaignID.self).text, body: body)
    return .done()
  }
}
