import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// The pages by which somebody signs in and out. A look at a link changes nothing, because programs
/// that check mails and chats follow links too; the button on its page does.
struct SignInPages: Sendable {
  let call: OpenCall
  let door: DashboardDoor
  let language: Language

  /// What anybody sees who is not signed in.
  func locked(status: Int = 401) -> Reply {
    .dashboard(
      DashboardLayout.door(language, title: text(.signInTitle)) {
        HTML(.h1) { text(.signInTitle) }
        HTML(.p) { text(.signInHow) }
        HTML(.code) { "beckon dashboard-link" }
        HTML(.p) { text(.signInInvited) }
        if !door.keepsCookies { HTML(.p, .class("notice fault")) { text(.needsHTTPS) } }
      }, status: status)
  }

  /// The page of a link.
  func look(_ token: String?) async throws -> Reply {
    guard let token else { return locked(status: 200) }
    try call.services[CallLimits.self].take(signInFrom: call.address)
    let ambient = call.ambient
    let link = try await call.database.read { try OperatorLinks($0, ambient: ambient).find(token) }
    guard let link, link.isGood(at: ambient.now()) else { return used }
    return .dashboard(
      DashboardLayout.door(language, title: text(.signInTitle)) {
        HTML(.h1) { text(.signInTitle) }
        if door.keepsCookies {
          HTML(.p) { text(.signInAs, ["name": link.holder.name]) }
          HTML(.form, .post, .action(LocalPath(["dashboard", "sign-in", token]))) {
            HTML(.button) { text(.signIn) }
          }
        } else {
          HTML(.p, .class("notice fault")) { text(.needsHTTPS) }
        }
      }, status: 200)
  }

  /// Signs in by a link, which is used up by it.
  func use(_ token: String) async throws -> Reply {
    try call.services[CallLimits.self].take(signInFrom: call.address)
    guard door.keepsCookies else { return locked() }
    let (ambient, agent) = (call.ambient, call.request.headers["User-Agent"] ?? "")
    let session = try await call.database.write { connection -> String? in
      let links = OperatorLinks(connection, ambient: ambient)
      guard let holder = try links.use(token) else { return nil }
      try AuditLog(connection).note(
        AuditLog.Change(
          action: "sign in", path: holder.id.text, after: ["browser": .string(agent)]),
        by: AuditLog.Author(holder: holder.id, name: holder.name), ambient: ambient)
      return try OperatorSessions(connection, ambient: ambient).begin(holder, userAgent: agent)
    }
    guard let session else { return used }
    return Reply(
      status: 303,
      headers: [
        ("Location", "/dashboard"), ("Cache-Control", "no-store"), door.cookie(session),
      ])
  }

  /// Signs out.
  func end(_ session: OperatorSession) async throws -> Reply {
    let ambient = call.ambient
    _ = try await call.database.write {
      try OperatorSessions($0, ambient: ambient).end(session.id, of: session.holder.id)
    }
    return Reply(
      status: 303,
      headers: [
        ("Location", "/dashboard/sign-in"), ("Cache-Control", "no-store"), door.cookie(nil),
      ])
  }

  private var used: Reply {
    .dashboard(
      DashboardLayout.door(language, title: text(.linkIsUsed)) {
        HTML(.h1) { text(.linkIsUsed) }
        HTML(.p) { text(.signInHow) }
        HTML(.code) { "beckon dashboard-link" }
      }, status: 410)
  }

  private func text(_ words: Words, _ values: KeyValuePairs<String, String> = [:]) -> String {
    words.text(in: language, values)
  }
}
