import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonServer
import BeckonStore

/// `beckon app`: apps, keys and aliases. Works also while a server runs on the same database.
enum AppCommand {
  static let options = [
    DatabaseAddress.option,
    Options.Declared("name", "NAME", "of a new app"),
    Options.Declared("app", "APP", "which app, as app_…"),
    Options.Declared("vendor", "VENDOR", "whose key an alias is"),
    Options.Declared("key", "KEY", "the vendor's key, or the id of a key to revoke or remove"),
    Options.Declared("as", "KIND", "publishable or secret"),
    Options.Declared("json", nil, "results as JSON"),
    Options.Declared("help", nil, "this text"),
  ]

  static let usage = """
    Usage: beckon app create --name NAME [--json]
           beckon app list [--json]
           beckon app alias --app APP --vendor VENDOR --key KEY --as publishable|secret
           beckon app keys list --app APP [--json]
           beckon app keys rotate --app APP --as publishable|secret
           beckon app keys revoke --app APP --key KEY_ID
           beckon app identity-keys create|list --app APP [--json]
           beckon app identity-keys remove --app APP --key KEY_ID
           beckon app web-keys create|list --app APP [--json]
           beckon app web-keys remove --app APP --key KEY_ID

    rotate makes a further key; clients change over to it, then revoke the old one.
    identity-keys are those by which the app's server signs who its users are, so that they can sign
    in on a new phone. Each is good until it is removed.
    web-keys are those to which pages with a vendor's web SDK seal what they send. Each opens until
    it is removed.
    """

  static func run(_ words: [String]) async throws -> Int32 {
    let options = try Options(words, command: "app", Self.options)
    if options.has("help") {
      Terminal.line(Options.help(usage, Self.options))
      return 0
    }
    guard !options.positional.isEmpty else {
      throw UsageError("'app' needs to know what to do", "beckon app --help")
    }
    let verb = options.positional.joined(separator: " ")
    let actions: [String: (Options) throws -> Action] = [
      "create": create, "list": list, "alias": alias, "keys list": listKeys,
      "keys rotate": rotate, "keys revoke": revoke, "identity-keys create": createIdentityKey,
      "identity-keys list": listIdentityKeys, "identity-keys remove": removeIdentityKey,
      "web-keys create": createWebKey,
      "web-keys list": listWebKeys, "web-keys remove": removeWebKey,
    ]
    guard let prepare = actions[verb] else {
      throw UsageError("'app' cannot '\(verb)'", "beckon app --help")
    }
    // Opening makes the file when it is missing, so a wrong command line must not come so far.
    let action = try prepare(options)
    let database = try await DatabaseAddress(options["database"]).openMigrated()
    do {
      let report = try await action(database)
      await database.close()
      Terminal.line(options.has("json") ? report.json.text : report.text)
      return 0
    } catch {
      await database.close()
      throw error
    }
  }

  /// A command whose options are in order.
  typealias Action = (any Database) async throws -> Report

  /// A result for scripts and for people.
  struct Report: Sendable {
    let json: JSON
    let text: String
  }

  private static func create(_ options: Options) throws -> Action {
    let name = try options.require("name")
    guard (1...Limits.nameBytes).contains(name.utf8.count) else {
      throw UsageError("--name must be 1 to \(Limits.nameBytes) bytes", "--name Shop")
    }
    return { database in
      let made = try await database.write { connection in
        let accounts = Accounts(connection)
        let app = try accounts.createApp(name: name, ambient: .system)
        let keys = try [KeyKind.publishable, .secret].compactMap {
          try accounts.createKey($0, app: app, ambient: .system)?.key
        }
        return (app: app, keys: keys)
      }
      return Report(
        json: [
          "app": .id(made.app), "publishable_key": .string(made.keys[0]),
          "secret_key": .string(made.keys[1]),
        ],
        text: """
          app              \(made.app.text)
          publishable key  \(made.keys[0])   (goes into apps)
          secret key       \(made.keys[1])   (for servers; shown only now)
          """)
    }
  }

  private static func list(_ options: Options) throws -> Action {
    return { database in
      let apps = try await database.read { try Accounts($0).apps() }
      return Report(
        json: .array(apps.map { ["app": .id($0.id), "name": .string($0.name)] }),
        text: apps.isEmpty
          ? "no app yet; beckon app create --name NAME"
          : apps.map { "\($0.id.text)  \($0.name)" }.joined(separator: "\n"))
    }
  }

  private static func alias(_ options: Options) throws -> Action {
    let app = try app(options)
    let word = try options.require("vendor")
    let vendors = GrowthServer.vendors
    guard let vendor = vendors.first(where: { $0 == Vendor(name: word) }) else {
      let known = vendors.map(\.name).joined(separator: ", ")
      throw UsageError("--vendor '\(word)' is none of \(known)", "--vendor \(known)")
    }
    let (key, kind) = (try options.require("key"), try kind(options))
    return { database in
      let id: KeyID?
      do {
        id = try await database.write {
          try Accounts($0).addAlias(key, kind, vendor: vendor, app: app, ambient: .system)
        }
      } catch DatabaseError.constraint {
        throw Failure(
          "this key of \(word) is registered already", "beckon app keys list --app \(app.text)")
      }
      guard let id else { throw noApp }
      return Report(
        json: ["key": .id(id), "vendor": .string(word), "kind": .string(kind.rawValue)],
        text: "\(id.text)  \(word) \(kind.rawValue)")
    }
  }

  private static func listKeys(_ options: Options) throws -> Action {
    let app = try app(options)
    return { database in
      let keys = try await database.read { try Accounts($0).keys(of: app) }
      return Report(
        json: .array(
          keys.map { key in
            .object([
              "key": .id(key.id), "kind": .string(key.kind.rawValue),
              "vendor": key.vendor.map { .string($0.name) }, "begins": .string(key.hint),
              "created_at": .instant(key.createdAt),
              "revoked_at": key.revokedAt.map(JSON.instant),
            ])
          }),
        text: keys.map { key in
          let state = key.revokedAt.map { "revoked \($0.text)" } ?? "since \(key.createdAt.text)"
          return "\(key.id.text)  \(key.hint)  \(key.kind.rawValue)"
            + (key.vendor.map { " of \($0.name)" } ?? "") + "  \(state)"
        }.joined(separator: "\n"))
    }
  }

  private static func rotate(_ options: Options) throws -> Action {
    let (app, kind) = (try app(options), try kind(options))
    return { database in
      let made = try await database.write {
        try Accounts($0).createKey(kind, app: app, ambient: .system)
      }
      guard let made else { throw noApp }
      return Report(
        json: [
          "key": .id(made.id), "kind": .string(kind.rawValue),
          "\(kind.rawValue)_key": .string(made.key),
        ], text: "\(made.id.text)  \(made.key)   (shown only now)")
    }
  }

  private static func revoke(_ options: Options) throws -> Action {
    let (app, word) = (try app(options), try options.require("key"))
    guard let key = KeyID(word) else {
      throw UsageError(
        "--key '\(word)' is not the id of a key", "beckon app keys list --app \(app.text)")
    }
    return { database in
      let isRevoked = try await database.write {
        try Accounts($0).revoke(key, app: app, now: Ambient.system.now())
      }
      guard isRevoked else {
        throw Failure(
          "this app has no such key, or it is revoked already",
          "beckon app keys list --app \(app.text)")
      }
      return Report(
        json: ["key": .id(key), "revoked": true],
        text: "revoked; running servers follow within a second")
    }
  }

  static let noApp = Failure("there is no such app", "beckon app list")

  static func app(_ options: Options) throws -> AppID {
    let word = try options.require("app")
    guard let app = AppID(word) else {
      throw UsageError("--app '\(word)' is not the id of an app", "beckon app list")
    }
    return app
  }

  private static func kind(_ options: Options) throws -> KeyKind {
    let word = try options.require("as")
    guard let kind = KeyKind(rawValue: word) else {
      throw UsageError("--as '\(word)' is neither publishable nor secret", "--as publishable")
    }
    return kind
  }
}
