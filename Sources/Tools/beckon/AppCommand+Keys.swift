import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// `beckon app keys`: the keys with which apps and their servers call.
extension AppCommand {
  /// How long a rotated secret key stays good, unless `--grace` says otherwise: time to deploy the
  /// app's own servers.
  private static let secretGraceMilliseconds = Span.dayMilliseconds

  @Sendable static func listKeys(_ options: Options) throws -> Action {
    let app = try options.app()
    return { database in
      let keys = try await database.read { try Accounts($0).keys(of: app) }
      let now = Ambient.system.now()
      return Report(
        json: .array(keys.map(describe)),
        text: keys.map { key in
          "\(key.id.text)  \(key.hint)  \(key.kind.rawValue)"
            + (key.vendor.map { " of \($0.name)" } ?? "") + "  \(state(key, now))"
        }.joined(separator: "\n"))
    }
  }

  private static func describe(_ key: Accounts.KeyEntry) -> JSON {
    .object([
      "key": .id(key.id), "kind": .string(key.kind.rawValue),
      "vendor": key.vendor.map { .string($0.name) }, "begins": .string(key.hint),
      "created_at": .instant(key.createdAt), "revoked_at": key.revokedAt.map(JSON.instant),
    ])
  }

  private static func state(_ key: Accounts.KeyEntry, _ now: Instant) -> String {
    guard let end = key.revokedAt else { return "since \(key.createdAt.text)" }
    return end > now ? "good until \(end.text)" : "revoked \(end.text)"
  }

  @Sendable static func addKey(_ options: Options) throws -> Action {
    let (app, kind) = (try options.app(), try kind(options))
    return { database in
      let made = try await database.write {
        try Accounts($0).createKey(kind, app: app, ambient: .system)
      }
      guard let made else { throw Failure.noApp }
      return Report(
        json: describe(made, kind), text: "\(made.id.text)  \(made.key)   (shown only now)")
    }
  }

  private static func describe(_ made: (id: KeyID, key: String), _ kind: KeyKind) -> JSON {
    [
      "key": .id(made.id), "kind": .string(kind.rawValue),
      "\(kind.rawValue)_key": .string(made.key),
    ]
  }

  @Sendable static func rotateKey(_ options: Options) throws -> Action {
    let (app, kind) = (try options.app(), try kind(options))
    let old = try options["key"].map { try key($0, of: app) }
    let grace = try grace(options, of: kind)
    return { database in
      let outcome = try await database.write {
        try Accounts($0).rotate(
          kind, old, app: app, graceMilliseconds: grace, ambient: .system)
      }
      switch outcome {
      case .noApp: throw Failure.noApp
      case .noKey: throw noKey(app)
      case .several:
        throw Failure(
          "the app has several \(kind.rawValue) keys",
          "--key KEY_ID, one of 'beckon app keys list --app \(app.text)'")
      case .rotated(let made, let ended, let end):
        return Report(
          json: .object(
            (describe(made, kind).members ?? []) + [
              JSON.Member("replaces", .id(ended)), JSON.Member("old_key_ends_at", .instant(end)),
            ]),
          text: """
            \(made.id.text)  \(made.key)   (shown only now)
            \(ended.text)  ends \(end.text)
            """)
      }
    }
  }

  /// How long the old key stays good.
  private static func grace(_ options: Options, of kind: KeyKind) throws -> Int64 {
    if let grace = try options.milliseconds("grace") { return grace }
    guard kind == .secret else {
      throw UsageError(
        "phones use a publishable key until their app is updated, so say when the old one ends",
        "--grace 365d")
    }
    return secretGraceMilliseconds
  }

  @Sendable static func revokeKey(_ options: Options) throws -> Action {
    let app = try options.app()
    let key = try key(try options.require("key"), of: app)
    return { database in
      let isRevoked = try await database.write {
        try Accounts($0).revoke(key, app: app, now: Ambient.system.now())
      }
      guard isRevoked else { throw noKey(app) }
      return Report(
        json: ["key": .id(key), "revoked": true],
        text: "revoked; running servers follow within a second")
    }
  }

  private static func noKey(_ app: AppID) -> Failure {
    Failure(
      "this app has no such key, or it is revoked already",
      "beckon app keys list --app \(app.text)")
  }

  private static func key(_ word: String, of app: AppID) throws -> KeyID {
    guard let key = KeyID(word) else {
      throw UsageError(
        "--key '\(word)' is not the id of a key", "beckon app keys list --app \(app.text)")
    }
    return key
  }
}
