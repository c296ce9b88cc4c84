import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// An operator in a browser that keeps one cookie.
struct TestOperator: Sendable {
  let server: TestServer
  let cookie: String
  /// What the session's forms bring along.
  let formToken: String

  /// Signs a new operator in by a link.
  static func signedIn(
    _ server: TestServer, _ role: OperatorRole = .money, apps: [AppID]? = nil, name: String = "Ana"
  ) async throws -> TestOperator {
    let link = try await link(server, role, apps: apps, name: name)
    let answer = try await post(server, link, [:], cookie: nil)
    try #require(answer.status == 303, "\(answer.text)")
    let cookie = try #require(answer["Set-Cookie"]?.split(separator: ";").first.map(String.init))
    let token = try #require(cookie.split(separator: "=").last.map(String.init))
    return TestOperator(
      server: server, cookie: cookie, formToken: DashboardDoor.formToken(of: token))
  }

  /// The path of a link by which somebody becomes an operator.
  static func link(
    _ server: TestServer, _ role: OperatorRole = .money, apps: [AppID]? = nil,
    name: String = "Ana", milliseconds: Int64 = OperatorLink.printedMilliseconds
  ) async throws -> String {
    let ambient = server.ambient
    let holder = Operator(
      id: ambient.id(), name: name, role: role, apps: apps, createdAt: ambient.now())
    let token = try await server.database.write {
      try OperatorLinks($0, ambient: ambient).make(for: holder, milliseconds: milliseconds)
    }
    return "/dashboard/sign-in/" + token
  }

  /// A page.
  func get(_ path: String, headers: [(String, String)] = []) async throws -> HTTPAnswer {
    try await server.app.get(path, as: .none, headers: [("Cookie", cookie)] + headers)
  }

  /// A form of a page, as the page itself would send it.
  func send(
    _ path: String, _ fields: KeyValuePairs<String, String>, formToken: String? = nil,
    from origin: String? = nil
  ) async throws -> HTTPAnswer {
    let all = [("form_token", formToken ?? self.formToken)] + fields.map { ($0.key, $0.value) }
    return try await Self.post(server, path, all, cookie: cookie, from: origin)
  }

  static func post(
    _ server: TestServer, _ path: String, _ fields: KeyValuePairs<String, String>, cookie: String?,
    from origin: String? = nil
  ) async throws -> HTTPAnswer {
    try await post(
      server, path, fields.map { ($0.key, $0.value) }, cookie: cookie, from: origin)
  }

  private static func post(
    _ server: TestServer, _ path: String, _ fields: [(String, String)], cookie: String?,
    from origin: String?
  ) async throws -> HTTPAnswer {
    let body = fields.map {
      PercentEncoding.encode($0.0) + "=" + PercentEncoding.encode($0.1)
    }.joined(separator: "&")
    return try await server.app.call(
      "POST", path, body: Array(body.utf8), as: .none,
      headers: [
        ("Origin", origin ?? server.growth.url),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ] + (cookie.map { [("Cookie", $0)] } ?? []))
  }

  /// Lets a millisecond pass: lines of the audit log are in the order of their times.
  static func tick(_ server: TestServer) {
    server.clock.withLock { $0 = $0.adding(milliseconds: 1) }
  }

  /// Lines of the audit log, the last first.
  static func audit(_ server: TestServer) async throws -> [AuditLog.Entry] {
    try await server.database.read {
      try AuditLog($0).page(AuditLog.Filter(), before: nil, limit: 100)
    }
  }
}
