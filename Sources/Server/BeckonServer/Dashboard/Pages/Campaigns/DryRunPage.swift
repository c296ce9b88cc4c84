import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// A dry run of a campaign's rules, as they are or as a form changes them: the rules are the
/// engine's, the facts the store's, and nothing is changed.
struct DryRunPage {
  let request: DashboardRequest
  /// With the rules that are tried.
  let campaign: Campaign
  let run: DryRun
  /// How many facts it was told of.
  let facts: Int
  /// How many of them name a user id or an install that leads to nobody in the campaign.
  let unknown: Int
  /// Whether there were more facts, or rewards, than it looks at.
  let isCut: Bool
  /// What was paid meanwhile, by rule.
  let paid: [RuleID: (count: Int64, amount: Int64)]

  /// - Parameter rules: as the API writes them; checked as the native call checks them.
  /// - Throws: `FieldError`, `DatabaseError`.
  init(_ request: DashboardRequest, of id: CampaignID, rules: [JSON]) async throws {
    guard let known = request.app?.campaign(id) else { throw DashboardRefusal.noSuchPage }
    let campaign = try Self.campaign(known, with: rules, request)
    let (found, isFactsCut) = try await Self.found(request, campaign)
    let owners = try await Self.owners(request, campaign, of: found)
    let parts = try await Self.parts(request, campaign, Set(owners.values))
    var run = DryRun(campaign)
    for one in found.reversed() {
      guard let part = owners[one.subject].flatMap({ parts[$0] }) else { continue }
      run.take(one.fact, about: part, on: request.app?.day(of: one.fact.received) ?? "")
    }
    let (paid, isPaidCut) = try await Self.paid(request, campaign)
    (self.request, self.campaign, self.run) = (request, campaign, run)
    unknown = found.count { owners[$0.subject] == nil }
    (self.facts, self.paid, isCut) = (found.count, paid, isFactsCut || isPaidCut)
  }

  /// A new rule has a made-up id, by which this run knows it.
  private static func campaign(
    _ known: Campaign, with rules: [JSON], _ request: DashboardRequest
  ) throws -> Campaign {
    let read = try CreateCampaign.Rule.list(
      Fields(["rules": .array(rules)]), goal: known.goal)
    return Campaign(
      id: known.id, listUUID: known.listUUID, name: known.name, goal: known.goal,
      kind: known.kind, url: known.url, exclusiveGroup: known.exclusiveGroup,
      rules: (read ?? []).map {
        CampaignRule(id: $0.id ?? request.call.ambient.id(), rule: $0.rule)
      }, schedule: known.schedule)
  }

  private static func found(
    _ request: DashboardRequest, _ campaign: Campaign
  ) async throws -> (found: [DryRunFacts.Found], isCut: Bool) {
    var (found, place): ([DryRunFacts.Found], ListPlace?) = ([], nil)
    repeat {
      let (page, next) = try await request.read { [place] scope in
        try DryRunFacts(scope, campaign).page(behind: place)
      }
      (found, place) = (found + page, next)
    } while place != nil && found.count < DryRunFacts.factsMax
    return (Array(found.prefix(DryRunFacts.factsMax)), place != nil)
  }

  /// Whose the facts are, by what they are stored under.
  private static func owners(
    _ request: DashboardRequest, _ campaign: Campaign, of found: [DryRunFacts.Found]
  ) async throws -> [Identifier: PersonID] {
    let named = found.compactMap { one in one.person.map { (one.subject, $0) } }
    var owners = Dictionary(named) { first, _ in first }
    var unknown = Set(found.map(\.subject)).subtracting(owners.keys)
    var last: Identifier?
    for _ in 0..<DryRunFacts.peoplePagesMax where !unknown.isEmpty {
      let (users, next) = try await request.read { [last] scope in
        try DryRunFacts(scope, campaign).users(behind: last)
      }
      for (subject, person) in users where unknown.remove(subject) != nil {
        owners[subject] = person
      }
      guard let next else { break }
      last = next
    }
    return owners
  }

  private static func parts(
    _ request: DashboardRequest, _ campaign: Campaign, _ people: Set<PersonID>
  ) async throws -> [PersonID: CampaignPart] {
    var (parts, rest): ([PersonID: CampaignPart], ArraySlice<PersonID>) = (
      [:], Array(people)[...]
    )
    while !rest.isEmpty {
      let some = Set(rest.prefix(200))
      rest = rest.dropFirst(200)
      let found = try await request.read { scope in
        try DryRunFacts(scope, campaign).parts(of: some)
      }
      parts.merge(found) { first, _ in first }
    }
    return parts
  }

  private static func paid(
    _ request: DashboardRequest, _ campaign: Campaign
  ) async throws -> (paid: [RuleID: (count: Int64, amount: Int64)], isCut: Bool) {
    var (paid, place): ([RuleID: (count: Int64, amount: Int64)], ListPlace?) = ([:], nil)
    var count = 0
    repeat {
      let page = try await request.read { [place] scope in
        try DryRunFacts(scope, campaign).paid(behind: place)
      }
      for row in page.rows {
        guard let rule = row.json["rule"]?.string.flatMap({ RuleID($0) }) else { continue }
        let known = paid[rule] ?? (0, 0)
        paid[rule] = (known.count + 1, known.amount &+ (row.json["amount"]?.integer ?? 0))
      }
      count += page.rows.count
      place = page.next
    } while place != nil && count < DryRunFacts.transfersMax
    return (paid, place != nil)
  }
}
