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
    Options.Declared("kind", "KIND", "the same as --as"),
    Options.Declared(
      "grace", "SPAN", "how long a rotated key stays good: 0, 90m, 36h, 30d (secret: 24h)"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon app create --name NAME [--json]
           beckon app list [--json]
           beckon app alias --app APP --vendor VENDOR --key KEY --as publishable|secret
           beckon app keys list --app APP [--json]
           beckon app keys add --app APP --as publishable|secret
           beckon app keys rotate --app APP --as publishable|secret [--key KEY_ID] [--grace SPAN]
           beckon app keys revoke --app APP --key KEY_ID
           beckon app identity-keys create|list --app APP [--json]
           beckon app identity-keys remove --app APP --key KEY_ID
           beckon app web-keys create|list --app APP [--json]
           beckon app web-keys remove --app APP --key KEY_ID

    rotate makes a new key and ends the old one after --grace, by which time its users must have
    changed over; --key says which, where the app has several. add makes a further key, and ends
    none.
    identity-keys are those by which the app's server signs who its users are, so that they can sign
    in on a new phone. Each is good until it is removed.
    web-keys are those to which pages with a vendor's web SDK seal what they send. Each opens until
    it is removed.
    """

  static let command = Command(
    name: "app", summary: "create an app, list apps, manage keys and aliases", usage: usage,
    options: options, verbs: actions.keys.sorted(), action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    guard !options.positional.isEmpty else {
      throw UsageError("'app' needs to know what to do", "beckon app --help")
    }
    let verb = options.positional.joined(separator: " ")
    guard let prepare = actions[verb] else {
      let refusal = NameSuggestion.refusal(of: verb, actions.keys.sorted())
      throw UsageError(
        "'\(NameSuggestion.shown(verb))', behind 'app', \(refusal)", "beckon app --help")
    }
    // A wrong command line must not come so far as to open anything.
    let action = try prepare(options)
    let address = try DatabaseAddress(options["database"])
    let database = try await (verb == "create" ? address.openMigrated() : address.openCurrent())
    do {
      let report = try await action(database)
      if !verb.hasSuffix("list") { try await note(verb, options, report, database) }
      await database.close()
      Terminal.line(options.has("json") ? report.json.text : report.text)
      return 0
    } catch {
      await database.close()
      throw error
    }
  }

  /// Notes a change of keys or apps in the audit log, without the keys.
  private static func note(
    _ verb: String, _ options: Options, _ report: Report, _ database: any Database
  ) async throws {
    let app = (options["app"] ?? report.json["app"]?.string).flatMap { AppID($0) }
    try await database.write { connection in
      let number = try app.flatMap { try Accounts(connection).number(of: $0) }
      try AuditLog(connection).note(
        AuditLog.Change(action: "app " + verb, path: app?.text ?? "", after: audited(report.json)),
        by: AuditLog.Author(name: "beckon app"), app: number ?? 0, ambient: .system)
    }
  }

  /// What the audit log tells of a change: which key and of what kind, and nothing that opens.
  private static func audited(_ report: JSON) -> JSON {
    let told = Set(texts: ["key", "kind", "vendor", "replaces", "old_key_ends_at"])
    return .object((report.members ?? []).filter { told.contains($0.name) })
  }

  private static let actions: [String: @Sendable (Options) throws -> Action] = [
    "create": create, "list": list, "alias": alias, "keys list": listKeys, "keys add": addKey,
    "keys rotate": rotateKey, "keys revoke": revokeKey,
    "identity-keys create": createIdentityKey, "identity-keys list": listIdentityKeys,
    "identity-keys remove": removeIdentityKey, "web-keys create": createWebKey,
    "web-keys list": listWebKeys, "web-keys remove": removeWebKey,
  ]

  /// A command whose options are in order.
  typealias Action = @Sendable (any Database) async throws -> Report

  /// A result for scripts and for people.
  struct Report: Sendable {
    let json: JSON
    let text: String
  }

  @Sendable private static func create(_ options: Options) throws -> Action {
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

  @Sendable private static func list(_ options: Options) throws -> Action {
    return { database in
      let apps = try await database.read { try Accounts($0).apps() }
      return Report(
        json: .array(apps.map { ["app": .id($0.id), "name": .string($0.name)] }),
        text: apps.isEmpty
          ? "no app yet; beckon app create --name NAME"
          : apps.map { "\($0.id.text)  \($0.name)" }.joined(separator: "\n"))
    }
  }

  @Sendable private static func alias(_ options: Options) throws -> Action {
    let app = try options.app()
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
          "this key of \(word) is registered already, with this app or another",
          "beckon app list, and of each app: beckon app keys list --app APP")
      }
      guard let id else { throw Failure.noApp }
      return Report(
        json: ["key": .id(id), "vendor": .string(word), "kind": .string(kind.rawValue)],
        text: "\(id.text)  \(word) \(kind.rawValue)" + (kind == .secret ? secretWarning : ""))
    }
  }

  /// Some vendors call a key secret that is in every copy of an app.
  private static let secretWarning = """

    Whoever has this key may do everything for this app. If it is in the app that people install,
    revoke it (beckon app keys revoke) and register it again, --as publishable.
    """

  static func kind(_ options: Options) throws -> KeyKind {
    let word = try options["kind"] ?? options.require("as")
    guard let kind = KeyKind(rawValue: word) else {
      throw UsageError("--as '\(word)' is neither publishable nor secret", "--as publishable")
    }
    return kind
  }
}
