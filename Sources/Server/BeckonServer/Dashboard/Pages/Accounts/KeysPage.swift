import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// The app's keys.
  static let keys = DashboardPage(
    "keys", .keys, .app, in: .setup, actions: [KeysPage.make, KeysPage.rotate, KeysPage.revoke],
    tables: [KeysPage.table]
  ) { try await KeysPage($0).html }
}

/// What the page of the keys reads, and what its forms do. Who has a secret key moves money, so
/// only those who may do that make and end keys.
struct KeysPage {
  let request: DashboardRequest
  let keys: [Accounts.KeyEntry]

  /// Hours for which an old key may stay good.
  static let graceHours: [(word: String, hours: Int64, text: Words)] = [
    ("0", 0, .graceNone), ("24", 24, .graceDay), ("168", 168, .graceWeek),
    ("720", 720, .graceMonth),
  ]

  init(_ request: DashboardRequest) async throws {
    self.request = request
    let app = try Self.app(request)
    keys = try await request.call.database.read { try Accounts($0).keys(of: app) }
  }

  static let table = DashboardTable(name: "keys") { request in
    .csv("keys", try await KeysPage(request).table)
  }

  static let make = DashboardAction("make", .money, done: .keyMade) { request in
    let (app, ambient) = (try app(request), request.call.ambient)
    guard let kind = request.field("kind").flatMap({ KeyKind(word: $0) }) else {
      throw FormFault(request.text(.noSuchKey), field: "kind")
    }
    let made = Locked("")
    try await change(request) { connection in
      guard let key = try Accounts(connection).createKey(kind, app: app, ambient: ambient) else {
        throw DashboardRefusal.noSuchPage
      }
      made.withLock { $0 = key.key }
      return AuditLog.Change(
        action: "make key", path: key.id.text, after: ["kind": .string(kind.rawValue)])
    }
    return .shown(shown(request, made.withLock { $0 }, until: nil))
  }

  static let rotate = DashboardAction("rotate", .money, done: .keyRotated) { request in
    let (app, ambient, id) = (try app(request), request.call.ambient, try key(request))
    let word = request.field("grace")
    let hours = graceHours.first { word == $0.word }?.hours ?? 24
    let made = Locked<(key: String, end: Instant?)>((key: "", end: nil))
    try await change(request) { connection in
      let accounts = Accounts(connection)
      guard let known = try accounts.keys(of: app).first(where: { $0.id == id }),
        case .rotated(let new, _, let end) = try accounts.rotate(
          known.kind, id, app: app, graceMilliseconds: hours * Span.hourMilliseconds,
          ambient: ambient)
      else { throw FormFault(request.text(.noSuchKey)) }
      made.withLock { $0 = (key: new.key, end: end) }
      return AuditLog.Change(
        action: "rotate key", path: id.text,
        after: ["new": .id(new.id), "old_key_ends_at": .instant(end)])
    }
    let outcome = made.withLock { $0 }
    return .shown(shown(request, outcome.key, until: outcome.end))
  }

  static let revoke = DashboardAction("revoke", .money, done: .keyIsRevoked) { request in
    let (app, id, now) = (try app(request), try key(request), request.now)
    try await change(request) { connection in
      guard try Accounts(connection).revoke(id, app: app, now: now) else {
        throw FormFault(request.text(.noSuchKey))
      }
      return AuditLog.Change(action: "revoke key", path: id.text)
    }
    return .done()
  }

  /// Changes keys, which this server then looks up anew at once; others of a fleet hear of it.
  private static func change(
    _ request: DashboardRequest,
    _ body: @escaping @Sendable (any Connection) throws -> AuditLog.Change?
  ) async throws {
    try await request.change(body)
    guard let app = request.app else { return }
    request.surroundings.directory.forget(Announcement(app: app.number, .keys))
  }

  private static func app(_ request: DashboardRequest) throws -> AppID {
    guard let app = request.app?.id else { throw DashboardRefusal.noSuchPage }
    return app
  }

  private static func key(_ request: DashboardRequest) throws -> KeyID {
    guard let id = request.field("key").flatMap({ KeyID($0) }) else {
      throw FormFault(request.text(.noSuchKey))
    }
    return id
  }
}
