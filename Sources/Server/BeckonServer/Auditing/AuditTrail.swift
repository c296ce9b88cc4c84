import BeckonContract
import BeckonDatabase
import BeckonHTTP
import BeckonModel
import BeckonStore

/// Notes in the audit log what calls change: the one place for it, whether an operator made the
/// call by the dashboard or an app's server by its key. The line is written in the change's
/// transaction.
///
/// How a thing was and became is what a `GET` of the same path shows; where there is none, the line
/// has what the change itself answered.
struct AuditTrail: Sendable {
  /// Who shows what stands at a path, by the path's pattern.
  private let readers: [TextKey: Endpoint]

  /// - Parameter served: the native calls.
  init(_ served: [ServedRoute]) {
    var readers: [TextKey: Endpoint] = [:]
    for route in served where route.route.method == "GET" && route.dialect.vendor == nil {
      if case .keyed(let endpoint) = route.handler { readers[route.route.path] = endpoint }
    }
    self.readers = readers
  }

  /// The same work, which notes what it changes.
  func noting(_ work: Work, _ call: Call) -> Work {
    guard call.isAudited else { return work }
    switch work {
    case .answer, .read, .table, .events: return work
    case .write(let body): return .write { scope in try change(call, scope) { try body(scope) } }
    case .reconfigure(let body):
      return .reconfigure { scope in try change(call, scope) { try body(scope) } }
    case .admission(let body):
      return .admission { scope, mayCreate in
        try change(call, scope, told: \.reply) { try body(scope, mayCreate) }
      }
    case .writeFirst(let body):
      return .writeFirst { scope in
        try change(call, scope, told: { _ in nil }) { try body(scope) }
      }
    case .writeThenRead(let body):
      return .writeThenRead { scope in
        try change(call, scope, told: { $0.unread() }) { try body(scope) }
      }
    case .admissionThenRead(let body):
      return .admissionThenRead { scope, mayCreate in
        try change(call, scope, told: { $0.unread() }) { try body(scope, mayCreate) }
      }
    case .gathered(let waiting):
      return .writeFirst { scope in
        try change(call, scope, told: { _ in nil }) { try waiting.record(scope.connection) }
      }
    case .later(let body):
      return .later { reader in noting(try await body(reader), call) }
    }
  }

  private func change(
    _ call: Call, _ scope: Scope, _ body: () throws -> Reply
  ) throws -> Reply {
    try change(call, scope, told: { $0 }, body)
  }

  /// Does a change between two looks at what it changes.
  /// - Parameter told: what the change answers, as far as that is known.
  private func change<Outcome>(
    _ call: Call, _ scope: Scope, told: (Outcome) -> Reply?, _ body: () throws -> Outcome
  ) throws -> Outcome {
    let before = try look(call, scope)
    let outcome = try body()
    let reply = told(outcome)
    guard (reply?.status ?? 200) < 400 else { return outcome }
    let after = try look(call, scope)
    let change = Self.change(call, before, after, reply)
    if let change { try note(change, call, scope) }
    return outcome
  }

  private func note(_ change: AuditLog.Change, _ call: Call, _ scope: Scope) throws {
    try AuditLog(scope.connection).note(
      change, by: call.author, app: scope.app.number, ambient: call.ambient)
  }

  /// What stands at the call's path now, whatever the call was read with. Nothing where a list
  /// stands, to which the call adds; nothing of people: what somebody was is not to stand here once
  /// they are erased.
  private func look(_ call: Call, _ scope: Scope) throws -> JSON? {
    guard call.route.method != "POST", !call.route.path.hasPrefix("/v1/people"),
      let read = readers[call.route.path],
      let app = try Accounts.context(
        of: scope.app.number, forms: scope.app.forms, scope.connection)
    else { return nil }
    let now = call.with(app)
    do {
      switch try read(now) {
      case .read(let body): return try Self.json(body(now.scope(scope.connection)))
      case .answer(let reply): return Self.json(reply)
      default: return nil
      }
    } catch is Problem {
      return nil
    }
  }

  /// The line's content; `nil` when nothing has become another than it was.
  private static func change(
    _ call: Call, _ before: JSON?, _ after: JSON?, _ reply: Reply?
  ) -> AuditLog.Change? {
    guard before != nil || after != nil else {
      return AuditLog.Change(call, before: nil, after: reply.flatMap(json)?.withoutSecrets)
    }
    let (old, new) = (before ?? .object([]), after ?? .object([]))
    let was = JSON.object(changed(old, since: new)), became = JSON.object(changed(new, since: old))
    guard was != became else { return nil }
    return AuditLog.Change(
      call, before: before == nil ? nil : was.withoutSecrets,
      after: after == nil ? nil : became.withoutSecrets)
  }

  /// The members that another object has otherwise, or not at all. Nobody needs the list of earlier
  /// changes in each of them.
  private static func changed(_ json: JSON, since other: JSON) -> [JSON.Member] {
    (json.members ?? []).filter { $0.name != "history" && other[$0.name] != $0.value }
  }

  private static func json(_ reply: Reply) -> JSON? {
    try? JSONReader.read(reply.body)
  }
}

extension AuditLog.Change {
  fileprivate init(_ call: Call, before: JSON?, after: JSON?) {
    self.init(
      action: call.route.method + " " + call.route.path, path: call.shownPath,
      subject: call.parameters.lazy.compactMap { $0.identifierBehindPrefix }.first,
      before: before, after: after)
  }
}

extension Call {
  /// By whom changes are made.
  fileprivate var author: AuditLog.Author {
    caller.author ?? AuditLog.Author(name: changedBy)
  }

  /// Whether what it changes stands in the audit log: whatever an operator changes, and what a
  /// secret key changes that is no everyday fact.
  fileprivate var isAudited: Bool {
    guard route.method != "GET", vendor == nil else { return false }
    return caller.author != nil || (proof.key == .secret && AuditedRoutes.contain(route))
  }

  /// The path without addresses of people.
  fileprivate var shownPath: String {
    route.path.has(text: "{email}") ? route.path : route.path(parameters)
  }
}

extension String {
  /// The identifier of an id of any kind: `cmp_…`.
  fileprivate var identifierBehindPrefix: Identifier? {
    let parts = split(on: "_", maxSplits: 1)
    return parts.count == 2 ? Identifier(text: parts[1]) : nil
  }
}

extension JSON {
  /// The same without what nobody may read again.
  fileprivate var withoutSecrets: JSON {
    switch self {
    case .object(let members):
      .object(
        members.map {
          JSON.Member(
            $0.name, Self.secrets.contains($0.name) ? "…" : $0.value.withoutSecrets($0.name))
        })
    case .array(let elements): .array(elements.map(\.withoutSecrets))
    default: self
    }
  }

  /// The value of a member of this name. Keys by which requests are signed stand under ids of
  /// anybody's choice.
  private func withoutSecrets(_ name: String) -> JSON {
    guard name == "keys", case .object(let members) = self else { return withoutSecrets }
    return .object(members.map { JSON.Member($0.name, "…") })
  }

  private static let secrets: Set<TextKey> = [
    "secret", "old_secret", "token", "key", "account_key", "private_key", "password", "codes",
    "coupon", "url_with_token",
    // Whose they are may be erased, and what is noted stays.
    "email", "phone", "recipient",
  ]
}
