import BeckonModel
import Foundation
import TestPrograms
import Testing

/// The real `beckon serve` on a file of its own, with an app whose keys are compiled into apps and
/// a phone network behind it. Numbers are those of the US Virgin
/// Islands, where `5551234` is somebody's.
struct InviteServer: Sendable {
  /// The key that apps have which are not changed.
  static let oldKey = "A1B2-key"
  /// The id of the default message that is compiled into them.
  static let defaultMessage = "0A1B2C3D4E5F60718293A4B5C6D7E8F9"

  let network: PhoneNetwork
  let keys: AppKeys
  private let server: RunningServer

  init() async throws {
    let folder = try TemporaryFolder()
    network = try PhoneNetwork()
    keys = try await AppKeys(folder)
    let alias = try await BeckonProgram.run(
      "app", "alias", "--app", keys.app, "--vendor", "infobip", "--key", Self.oldKey, "--as",
      "publishable", "--database", folder.database())
    try #require(alias.status == 0, "\(alias.errors)")
    server = try await RunningServer(folder, "--sms-gateway", network.url)
    _ = try await native(
      "PATCH", "/v1/app",
      [
        "region": "VI",
        "sms": ["senders": ["Shop"], "url": "https://shop.example/get", "quiet_hours": false],
      ])
    let texts = try await native("GET", "/v1/messages/texts")["texts"]
    let text = try #require(texts?[0]?["id"]?.string)
    _ = try await native(
      "PUT", "/v1/messages/texts/" + text,
      ["text": "Come: <>", "placeholder": "<>", "alias": .string(Self.defaultMessage)])
  }

  /// Where it listens.
  var url: URL? { URL(string: server.url) }

  /// Asks the native API, as the app's server does.
  func native(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    let answer = try await server.ask(method, path, key: keys.secret, body)
    try #require((200..<300).contains(answer.status), "\(path): \(answer.json.text)")
    return answer.json
  }

  /// What became of the invitations that were made last.
  func latest() async throws -> [JSON] {
    let invites = try await native("GET", "/v1/invites?limit=1")["invites"]
    let id = try #require(invites?[0]?["id"]?.string)
    return try await native("GET", "/v1/invites/" + id)["recipients"]?.elements ?? []
  }
}
