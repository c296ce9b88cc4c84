import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// Who the operators are, and who is invited.
  static let operators = DashboardPage(
    "operators", .operators, .server, in: .server,
    actions: [
      OperatorsPage.invite, OperatorsPage.takeBack, OperatorsPage.alter, OperatorsPage.remove,
    ],
    tables: [
      DashboardTable(name: "operators") { request in
        .csv("operators", try await OperatorsPage(request).operators)
      }
    ]
  ) { try await OperatorsPage($0).html }
}

/// What the page of the operators reads, and what its forms do.
struct OperatorsPage {
  let request: DashboardRequest
  let known: [Operator]
  let links: [OperatorLink]

  init(_ request: DashboardRequest) async throws {
    self.request = request
    let ambient = request.call.ambient
    (known, links) = try await request.call.database.read { connection in
      (
        try Operators(connection).all(), try OperatorLinks(connection, ambient: ambient).open()
      )
    }
  }

  static let invite = DashboardAction("invite", .money, done: .inviteSomebody) { request in
    let (name, role, apps) = try (name(request), role(request), apps(request))
    try needsInviting(request)
    let ambient = request.call.ambient
    let token = try await request.call.database.write { connection -> String in
      let links = OperatorLinks(connection, ambient: ambient)
      guard try Operators(connection).all().count + links.open().count < Operator.max else {
        throw FormFault(request.text(.tooManyOperators))
      }
      let holder = Operator(
        id: ambient.id(), name: name, role: role, apps: apps, createdAt: ambient.now())
      try AuditLog(connection).note(
        AuditLog.Change(action: "invite operator", path: holder.id.text, after: holder.json),
        by: request.author, ambient: ambient)
      return try links.make(
        for: holder, by: request.holder.id, milliseconds: OperatorLink.invitationMilliseconds)
    }
    let url = request.surroundings.publicURL() + LocalPath(["dashboard", "sign-in", token]).text
    return .shown(invitation(request, name, url))
  }

  static let takeBack = DashboardAction("take-back", .money, done: .invitationTakenBack) {
    request in
    try needsInviting(request)
    guard let id = request.field("link").flatMap({ OperatorLinkID($0) }) else {
      throw FormFault(request.text(.noSuchOperator))
    }
    let ambient = request.call.ambient
    try await request.change { connection in
      try OperatorLinks(connection, ambient: ambient).takeBack(id)
        ? AuditLog.Change(action: "take back invitation", path: id.text) : nil
    }
    return .done()
  }

  static let alter = DashboardAction("alter", .money, done: .operatorChanged) { request in
    let (id, role, apps) = try (other(request), role(request), apps(request))
    try await request.change { connection in
      let operators = Operators(connection)
      guard let known = try operators.find(id), try operators.change(id, role: role, apps: apps)
      else {
        throw FormFault(request.text(.noSuchOperator))
      }
      return AuditLog.Change(
        action: "change operator", path: id.text, before: known.json,
        after: try operators.find(id)?.json)
    }
    return .done()
  }

  static let remove = DashboardAction("remove", .money, done: .operatorRemoved) { request in
    let (id, now) = (try other(request), request.now)
    try await request.change { connection in
      let operators = Operators(connection)
      let known = try operators.find(id)
      guard try operators.remove(id, at: now) else {
        throw FormFault(request.text(.noSuchOperator))
      }
      return AuditLog.Change(action: "remove operator", path: id.text, before: known?.json)
    }
    return .done()
  }

  // MARK: Forms

  private static func needsInviting(_ request: DashboardRequest) throws {
    guard request.holder.invites else { throw DashboardRefusal.roleTooLow(.money) }
  }

  /// Somebody else: nobody takes from themselves what they could not give themselves again.
  private static func other(_ request: DashboardRequest) throws -> OperatorID {
    try needsInviting(request)
    guard let id = request.field("operator").flatMap({ OperatorID($0) }) else {
      throw FormFault(request.text(.noSuchOperator))
    }
    guard id != request.holder.id else { throw FormFault(request.text(.lastOne)) }
    return id
  }

  private static func name(_ request: DashboardRequest) throws -> String {
    guard let name = request.field("name"), (1...Limits.nameBytes).contains(name.utf8.count) else {
      throw FormFault(request.text(.nameNeeded), field: "name")
    }
    return name
  }

  private static func role(_ request: DashboardRequest) throws -> OperatorRole {
    request.field("role").flatMap { OperatorRole(word: $0) } ?? .read
  }

  /// The apps that are chosen; `nil` for all, when none is.
  private static func apps(_ request: DashboardRequest) throws -> [AppID]? {
    let chosen = request.fields("apps").compactMap { AppID($0) }
      .filter { id in request.apps.contains { $0.id == id } }
    return chosen.isEmpty ? nil : Array(chosen.prefix(Operator.appsMax))
  }
}

extension Operator {
  /// As the audit log has them.
  var json: JSON {
    .object([
      "name": .string(name), "role": .string(role.rawValue),
      "apps": apps.map { .array($0.map { .id($0) }) },
    ])
  }
}
