import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// The app of a day on the server, with its keys.
struct DayApp: Sendable {
  let publishable: String
  let secret: String

  /// The server did not do what the simulation needs.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes it.
  init(_ name: String, on server: FraudServer) async throws {
    let ambient = server.ambient
    let keys = try await server.database.write { connection in
      let accounts = Accounts(connection)
      let app = try accounts.createApp(name: name, ambient: ambient)
      return try [KeyKind.publishable, .secret].map {
        try accounts.createKey($0, app: app, ambient: ambient)?.key ?? ""
      }
    }
    (publishable, secret) = (keys[0], keys[1])
  }

  /// Asks something with the secret key.
  /// - Throws: `Refusal`.
  func ask(
    _ server: FraudServer, _ method: String, _ path: String, _ body: JSON? = nil
  ) throws -> JSON {
    let answer = try server.ask(
      SimulatedRequest(method: method, path: path, key: secret, body: body?.bytes ?? []))
    guard answer.isSuccess, let json = answer.json else {
      let text = String(decoding: answer.body, as: UTF8.self)
      throw Refusal(description: "\(method) \(path): \(answer.status) \(text)")
    }
    return json
  }
}
