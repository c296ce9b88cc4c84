import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// `beckon app web-keys`: the keys to which pages seal what they send.
extension AppCommand {
  @Sendable static func createWebKey(_ options: Options) throws -> Action {
    let app = try options.app()
    return { database in
      let key: WebKey
      do {
        key = try await database.write { try WebKeys($0).create(app: app, ambient: .system) }
      } catch let fault as WebKeyFault {
        throw failure(fault, app)
      }
      return Report(
        json: describe(key),
        text: """
          key id      \(key.id.text)
          public key  \(key.publicKey)
          Both go into the page: data-key-id="…" data-public-key="…"
          """)
    }
  }

  @Sendable static func listWebKeys(_ options: Options) throws -> Action {
    let app = try options.app()
    return { database in
      let keys = try await database.read { try WebKeys($0).keys(of: app) }
      let none = "no key yet; beckon app web-keys create --app \(app.text)"
      return Report(
        json: .array(keys.map(describe)),
        text: keys.isEmpty
          ? none
          : keys.map { "\($0.id.text)  \($0.publicKey)  since \($0.createdAt.text)" }
            .joined(separator: "\n"))
    }
  }

  @Sendable static func removeWebKey(_ options: Options) throws -> Action {
    let (app, word) = (try options.app(), try options.require("key"))
    guard let key = WebKeyID(word) else {
      throw UsageError(
        "--key '\(word)' is not the id of such a key",
        "beckon app web-keys list --app \(app.text)")
    }
    return { database in
      guard try await database.write({ try WebKeys($0).remove(key, app: app) }) else {
        throw Failure("this app has no such key", "beckon app web-keys list --app \(app.text)")
      }
      return Report(
        json: ["key_id": .id(key), "removed": true],
        text: "removed; running servers follow within a second")
    }
  }

  private static func describe(_ key: WebKey) -> JSON {
    [
      "key_id": .id(key.id), "public_key": .string(key.publicKey),
      "created_at": .instant(key.createdAt),
    ]
  }

  private static func failure(_ fault: WebKeyFault, _ app: AppID) -> Failure {
    switch fault {
    case .noApp: Failure.noApp
    case .tooMany:
      Failure(
        "the app has \(Limits.webKeys) keys already; remove one that no page uses",
        "beckon app web-keys list --app \(app.text)")
    case .notMade: Failure("the cryptographic library makes no key", "openssl version")
    }
  }
}
