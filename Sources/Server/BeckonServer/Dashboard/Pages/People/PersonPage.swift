import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// What the page of one person reads.
struct PersonPage {
  let request: DashboardRequest
  let person: JSON
  let balances: [JSON]
  let transfers: [JSON]
  let installs: [JSON]
  let links: [JSON]
  /// What can be given: the units of the app's rules, of now and before, and of the balances.
  let units: [String]

  /// What is chosen in place of a unit to write a new one.
  static let otherUnit = ""
  private static let rows = "20"
  /// Pages of an export in one file, of some 4 MiB each.
  private static let exportPages = 8

  /// The id of who is shown: of one who was merged, the survivor's.
  var id: String { person["person"]?.string ?? "" }

  init(_ request: DashboardRequest) async throws {
    let asked = try request.id(PersonID.self).text
    self.request = request
    person = try await request.ask(PersonRoute.read, asked)
    let id = person["person"]?.string ?? asked
    balances = try await request.ask(RewardRoute.readBalances, id).elements ?? []
    transfers = try await Self.list(request, RewardRoute.listTransfers, "transfers", id)
    installs = try await Self.list(request, InstallRoute.list, "installs", id)
    links = try await Self.list(request, LinkRoute.list, "links", id)
    units = Self.units(of: balances, request)
  }

  private static func list(
    _ request: DashboardRequest, _ route: some ServedRoutes, _ name: String, _ person: String
  ) async throws -> [JSON] {
    try await request.ask(route, query: ["person": person, "limit": rows])[name]?.elements ?? []
  }

  /// The whole ledger knows others, but to ask it reads every transfer.
  private static func units(of balances: [JSON], _ request: DashboardRequest) -> [String] {
    let rules = (request.app?.campaigns ?? []).flatMap(\.rulesEver).map(\.rule.unit)
    return Set(texts: rules + balances.compactMap { $0["unit"]?.string }).sortedTexts
  }

  // MARK: Forms

  static let grant = DashboardAction("grant", .money, done: .granted) { request in
    let amount = request.field("amount").flatMap { Int64($0) }
    guard let amount, amount != 0 else {
      throw FormFault(request.text(.needsAmount), field: "amount")
    }
    guard let reason = request.field("reason") else {
      throw FormFault(request.text(.needsReason), field: "reason")
    }
    let unit = try await unit(request)
    // The form's own id: sent twice, it gives once.
    _ = try await request.ask(
      RewardRoute.grant, request.id(PersonID.self).text,
      body: .object([
        "id": .string("dashboard-" + (request.field("grant") ?? "")),
        "campaign": request.field("campaign").map(JSON.string), "amount": .integer(amount),
        "unit": .string(unit), "reason": .string(reason),
      ]))
    return .done()
  }

  /// One that the app has, or a new one that was asked for as such: so that nobody who mistypes a
  /// unit makes one.
  private static func unit(_ request: DashboardRequest) async throws -> String {
    switch (request.field("unit"), request.field("new_unit")) {
    case (nil, nil): throw FormFault(request.text(.needsUnit), field: "unit")
    case (nil, let new?): return new
    // One of them is a slip, and the other would be paid.
    case (_?, _?): throw FormFault(request.text(.oneUnit), field: "new_unit")
    case (let unit?, nil):
      let balances = try await request.ask(
        RewardRoute.readBalances, request.id(PersonID.self).text)
      guard units(of: balances.elements ?? [], request).contains(unit) else {
        throw FormFault(request.text(.noSuchUnit, ["unit": unit]), field: "unit")
      }
      return unit
    }
  }

  static let merge = DashboardAction("merge", .money, done: .merged) { request in
    let answer = try await request.ask(
      PersonRoute.merge, request.id(PersonID.self).text,
      body: .object(["into": request.field("into").map(JSON.string)]))
    return .done(
      at: request.page("people", answer["person"]?.string ?? "", query: ["done": "merge"]))
  }

  static let erase = DashboardAction("erase", .edit, done: .erased) { request in
    let id = try request.id(PersonID.self).text
    guard request.field("letters") == letters(of: id) else {
      throw FormFault(request.text(.notConfirmed), field: "letters")
    }
    _ = try await request.ask(PersonRoute.erase, id)
    return .done(at: request.page("people", query: ["done": "erase"]))
  }

  /// What is written to confirm that somebody is erased.
  static func letters(of id: String) -> String { String(Substring(id.utf8.suffix(6))) }

  static let makeToken = DashboardAction("make-token", .edit, done: .tokenMade) { request in
    let made = try await request.ask(
      PersonRoute.createSignInToken, request.id(PersonID.self).text)
    return .shown(token(request, made))
  }

  /// All pages of a person's export as one array. That somebody had it stands in the audit log.
  static let export = DashboardFile(name: "export") { request in
    try request.needs(.edit)
    let id = try request.id(PersonID.self).text
    var (pages, after): ([JSON], String?) = ([], nil)
    repeat {
      guard pages.count < exportPages else {
        throw Problem(.unavailable, request.text(.exportTooLong, ["person": id]))
      }
      let page = try await request.ask(PersonRoute.export, id, query: ["after": after])
      pages.append(page)
      after = page["next"]?.string
    } while after != nil
    try await request.change { _ in AuditLog.Change(action: "export person", path: id) }
    var reply = Reply.json(.array(pages))
    reply.headers += [
      ("Content-Disposition", "attachment; filename=\"\(id).json\""), ("Cache-Control", "no-store"),
    ]
    return reply
  }
}
