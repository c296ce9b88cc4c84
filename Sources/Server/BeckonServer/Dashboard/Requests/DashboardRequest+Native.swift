import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// Pages read and change things by the native calls, in the process: so the dashboard has no query
/// and no rule of its own, and whatever it changes is checked, noted and announced as any change.
extension DashboardRequest {
  /// What a native call answers, made with the operator's name.
  /// - Parameters:
  ///   - parameters: those of its path, in order.
  ///   - query: what is asked; `nil` is left out.
  /// - Throws: `Problem`, `FieldError`, `DatabaseError`; `DashboardRefusal` when the operator's
  /// role does not allow it.
  func ask(
    _ route: some ServedRoutes, _ parameters: String...,
    query: KeyValuePairs<String, String?> = [:], body: JSON? = nil
  ) async throws -> JSON {
    let reply = try await reply(
      route, parameters, query.compactMap { pair in pair.value.map { (pair.key, $0) } }, body)
    return try Self.json(of: reply)
  }

  private static func json(of reply: Reply) throws -> JSON {
    guard !reply.body.isEmpty else { return .null }
    let json = try JSONReader.read(reply.body, takesAnyNumber: true)
    if reply.status >= 400 { throw Problem(json: json) ?? Problem(.internal, json.text) }
    return json
  }

  /// The same; `nil` where there is no such thing.
  func find(
    _ route: some ServedRoutes, _ parameters: String...,
    query: KeyValuePairs<String, String?> = [:]
  ) async throws -> JSON? {
    do {
      let reply = try await reply(
        route, parameters, query.compactMap { pair in pair.value.map { (pair.key, $0) } }, nil)
      return try JSONReader.read(reply.body, takesAnyNumber: true)
    } catch let problem as Problem where problem.code == .notFound {
      return nil
    } catch is FieldError {
      return nil
    }
  }

  /// A page of a list, from the place that the page's own address names.
  /// - Parameters:
  ///   - route: the native call that answers with the list.
  ///   - name: the answer's member that holds the rows.
  ///   - parameters: those of the call's path, in order.
  ///   - query: what is asked; `nil` is left out.
  /// - Throws: as `ask`.
  func list(
    _ route: some ServedRoutes, _ name: String, of parameters: [String] = [],
    query: KeyValuePairs<String, String?> = [:]
  ) async throws -> ListedRows {
    let asked = query.compactMap { pair in pair.value.map { (name: pair.key, value: $0) } }
    let place = self.query("cursor").map { [(name: "cursor", value: $0)] } ?? []
    let limit = [(name: "limit", value: "\(ListedRows.pageRows)")]
    let reply = try await reply(route, parameters, asked + place + limit, nil)
    let json = try Self.json(of: reply)
    return ListedRows(rows: json[name]?.elements ?? [], next: json["next"]?.string)
  }

  /// A list as CSV, to its end.
  /// - Throws: as `ask`.
  func csv(
    _ route: some ServedRoutes, _ parameters: String...,
    query: KeyValuePairs<String, String?> = [:]
  ) async throws -> Reply {
    try await reply(
      route, parameters, query.compactMap { pair in pair.value.map { (pair.key, $0) } }, nil,
      accept: "text/csv")
  }

  private func reply(
    _ route: some ServedRoutes, _ parameters: [String], _ query: [(name: String, value: String)],
    _ body: JSON?, accept: String = "application/json"
  ) async throws -> Reply {
    let native = route.route
    let needed = native.leastRole
    guard holder.role >= needed else { throw DashboardRefusal.roleTooLow(needed) }
    guard let app, case .keyed(let endpoint) = route.handler else {
      throw DashboardRefusal.noSuchPage
    }
    let path = native.path(parameters)
    let request = HTTPRequest(
      method: HTTPMethod(word: native.method) ?? .get, path: path,
      segments: path.split(on: "/"), query: query,
      headers: HTTPHeaders([("Accept", accept)]), body: body?.bytes ?? [],
      peerAddress: call.request.peerAddress)
    let caller = Call.Caller(
      app: app, proof: Proof(key: .secret, token: nil), key: "operator " + holder.id.text,
      author: author)
    return try await surroundings.performer.perform(
      endpoint,
      Call(
        request: request, route: native, vendor: nil, parameters: parameters, caller: caller,
        address: call.address, now: call.ambient.now(), ambient: call.ambient,
        publicURL: surroundings.publicURL(), body: body, install: nil, services: call.services))
  }

  /// As the audit log names the operator.
  var author: AuditLog.Author { AuditLog.Author(holder: holder.id, name: holder.name) }

  /// A scope of the page's app, for what no native call tells.
  /// - Throws: `DashboardRefusal`, `DatabaseError`, and what `body` throws.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Scope) throws -> Value
  ) async throws -> Value {
    guard let app else { throw DashboardRefusal.noSuchPage }
    let (ambient, now, url) = (call.ambient, now, surroundings.publicURL())
    return try await call.database.read { connection in
      try body(
        Scope(
          connection: connection, app: app, now: now, ambient: ambient, publicURL: url))
    }
  }

  /// Changes what no native call changes, such as who the operators are, and notes it.
  /// - Parameter body: does it, and gives what is noted; `nil` when there was nothing to change.
  /// - Returns: whether something was changed.
  /// - Throws: `DatabaseError`, and what `body` throws.
  @discardableResult
  func change(
    _ body: @escaping @Sendable (any Connection) throws -> AuditLog.Change?
  ) async throws -> Bool {
    let (author, ambient, number) = (author, call.ambient, app?.number ?? 0)
    return try await call.database.write { connection in
      guard let change = try body(connection) else { return false }
      try AuditLog(connection).note(change, by: author, app: number, ambient: ambient)
      return true
    }
  }
}

extension Route {
  /// The least role of an operator by whose hand it may be called: what moves money, decides about
  /// it or gives it away needs the role for it.
  var leastRole: OperatorRole {
    guard method != "GET" else { return .read }
    let isMoney =
      ["/v1/ledger", "/v1/coupon-pools", "/v1/payments"].contains { path.hasPrefix($0) }
      || ["/grants", "/redemptions", "/merge"].contains { path.hasSuffix($0) }
    return isMoney ? .money : .edit
  }
}

/// A page of a list, as a native call answers.
struct ListedRows: Sendable {
  /// Its rows.
  let rows: [JSON]
  /// The place of the next page; `nil` at the end.
  let next: String?

  /// Rows of a page.
  static let pageRows = 50
}
