import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// Where the operator is signed in.
  static let sessions = DashboardPage(
    "sessions", .sessions, .own, in: .server, actions: [SessionsPage.end]
  ) { request in
    let (ambient, holder) = (request.call.ambient, request.holder.id)
    let sessions = try await request.call.database.read {
      try OperatorSessions($0, ambient: ambient).all(of: holder)
    }
    return SessionsPage.html(request, sessions)
  }
}

/// What the page of the sessions does and shows.
enum SessionsPage {
  static let end = DashboardAction("end", nil, done: .sessionEnded) { request in
    let (ambient, holder) = (request.call.ambient, request.holder.id)
    guard let id = request.field("session").flatMap({ OperatorSessionID($0) }) else {
      throw DashboardRefusal.noSuchPage
    }
    try await request.change { connection in
      try OperatorSessions(connection, ambient: ambient).end(id, of: holder)
        ? AuditLog.Change(action: "sign out", path: id.text) : nil
    }
    return .done()
  }

  static func html(_ request: DashboardRequest, _ sessions: [OperatorSession]) -> HTML {
    let table = DataTable(
      .sessions,
      [
        .init(.browser, .long), .init(.since, .short), .init(.seen, .short),
        .init(.endSession, .short),
      ],
      sessions.map { session in
        let isThis = session.id == request.session.id
        return [
          .init(session.userAgent.isEmpty ? request.text(.unknown) : session.userAgent),
          .time(session.createdAt.text), .time(session.seenAt.text),
          .init(
            isThis
              ? Badge(request.text(.thisBrowser), .good).html
              : request.form(end, .inline) {
                HTML.input(.type("hidden"), .name("session"), .value(session.id.text))
                HTML(.button, .class("second small")) { request.text(.endSession) }
              }),
        ]
      })
    return HTML {
      HTML(.p, .class("lead")) { request.text(.sessionsLead) }
      Card.html { table.html(request.language) }
    }
  }
}
