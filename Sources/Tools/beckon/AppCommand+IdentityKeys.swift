import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// `beckon app identity-keys`: the keys by which an app's server signs who its users are.
extension AppCommand {
  @Sendable static func createIdentityKey(_ options: Options) throws -> Action {
    let app = try options.app()
    return { database in
      switch try await database.write({ try IdentityKeys($0).create(app: app, ambient: .system) }) {
      case .noApp: throw Failure.noApp
      case .tooMany:
        throw Failure(
          "the app has \(IdentityKeys.perAppMax) keys already; remove one that no server signs with",
          "beckon app identity-keys list --app \(app.text)")
      case .made(let key):
        return Report(
          json: [
            "key_id": .id(key.id), "identity_key": .string(key.secret),
            "created_at": .instant(key.createdAt),
          ],
          text: """
            key id        \(key.id.text)
            identity key  \(key.secret)   (for the app's server; shown only now)
            """)
      }
    }
  }

  @Sendable static func listIdentityKeys(_ options: Options) throws -> Action {
    let app = try options.app()
    return { database in
      let keys = try await database.read { try IdentityKeys($0).keys(of: app) }
      let none = "no key yet; beckon app identity-keys create --app \(app.text)"
      return Report(
        json: .array(
          keys.map { ["key_id": .id($0.id), "created_at": .instant($0.createdAt)] }),
        text: keys.isEmpty
          ? none
          : keys.map { "\($0.id.text)  since \($0.createdAt.text)" }.joined(separator: "\n"))
    }
  }

  @Sendable static func removeIdentityKey(_ options: Options) throws -> Action {
    let (app, word) = (try options.app(), try options.require("key"))
    let list = "beckon app identity-keys list --app \(app.text)"
    guard let key = IdentityKeyID(word) else {
      throw UsageError("--key '\(word)' is not the id of such a key", list)
    }
    return { database in
      guard try await database.write({ try IdentityKeys($0).remove(key, app: app) }) else {
        throw Failure("this app has no such key", list)
      }
      return Report(
        json: ["key_id": .id(key), "removed": true],
        text: "removed; nothing signed by it counts any more")
    }
  }
}
