import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// A client of the social invites' protocol, as it speaks on the wire.
struct InviteClient: Sendable {
  let app: TestApp
  /// `Authorization`; the app's key unless told.
  var authorization: String?
  /// The key that stands in paths.
  var application: String
  /// Where it is.
  var address = "203.0.113.7"
  /// What our own client shows besides.
  var token: String?
  var more: [(String, String)] = []

  init(_ app: TestApp, as authorization: String? = nil) {
    self.app = app
    self.authorization = authorization ?? "App " + app.publishable
    application = app.publishable
  }

  /// The same without `Authorization`.
  func withoutKey() -> InviteClient {
    var client = self
    client.authorization = nil
    return client
  }

  /// The same at another address.
  func at(_ address: String) -> InviteClient {
    var client = self
    client.address = address
    return client
  }

  /// The same as our own client, which shows whose phone it is.
  func showing(_ token: String?) -> InviteClient {
    var client = self
    client.token = token
    return client
  }

  func ask(
    _ method: String, _ path: String, _ body: JSON? = nil
  ) async throws -> HTTPAnswer {
    try await ask(method, path, bytes: body?.bytes ?? [])
  }

  func ask(_ method: String, _ path: String, bytes: [UInt8]) async throws -> HTTPAnswer {
    let headers = [
      ("Accept", "application/json"), ("Content-Type", "application/json"),
      ("User-Agent", "INFOBIP-SOCIAL-INVITES-LIB/1.0.0"), ("X-Forwarded-For", address),
    ]
    let key = authorization.map { [("Authorization", $0)] } ?? []
    return try await app.call(
      method, path, body: bytes, as: .none, token: token, headers: headers + key + more)
  }

  static let invitation = "/1/social-invite/invitation"

  /// Invites numbers.
  func invite(
    _ numbers: [String], message: String? = nil, sender: String = "InfoSMS",
    words: [String] = []
  ) async throws -> HTTPAnswer {
    let destinations = numbers.map { number -> JSON in
      [
        "address": .string(number), "messageId": .null,
        "clientData": .array(words.map(JSON.string)),
      ]
    }
    return try await ask(
      "POST", Self.invitation,
      .object([
        "messageKey": message.map(JSON.string), "sender": .string(sender),
        "recipients": ["destinations": .array(destinations)],
      ]))
  }

  /// Asks what became of a bulk.
  func report(_ sent: HTTPAnswer) async throws -> HTTPAnswer {
    let bulk = try #require(sent.string("sendSmsResponse.bulkId"), "\(sent.text)")
    return try await ask("GET", "/1/smsmessaging/outbound/requests/\(bulk)/deliveryInfos")
  }

  /// What became of each number of a bulk.
  func statuses(_ sent: HTTPAnswer) async throws -> [String: String] {
    let rows = try await report(sent).list("deliveryInfoList.deliveryInfo")
    let pairs = rows.map { ($0["address"]?.string ?? "", $0["deliveryStatus"]?.string ?? "") }
    return Dictionary(pairs) { first, _ in first }
  }

  var messages: String { "/1/social-invite/application/\(application)/message" }

  /// Makes a message.
  func write(_ text: String, _ more: JSON = ["placeholder": "<>"]) async throws -> HTTPAnswer {
    try await ask(
      "POST", messages, .object([JSON.Member("text", .string(text))] + (more.members ?? [])))
  }

  func read(_ key: String) async throws -> HTTPAnswer {
    try await ask("GET", messages + "/" + key)
  }

  func change(_ key: String, _ text: String) async throws -> HTTPAnswer {
    try await ask("PUT", messages + "/" + key, ["text": .string(text), "placeholder": "<>"])
  }
}

extension HTTPAnswer {
  /// The word of an error of this protocol; `nil` when it is none.
  var inviteError: String? { string("requestError.serviceException.messageId") }
  /// What it tells people.
  var inviteErrorText: String? { string("requestError.serviceException.text") }
}

extension TestServer {
  /// Registers a key that apps have had compiled into them.
  func alias(_ key: String, _ kind: KeyKind = .publishable, of app: TestApp) async throws {
    let ambient = ambient
    _ = try await database.write {
      try Accounts($0).addAlias(
        key, kind, vendor: Vendor(name: "infobip"), app: app.id, ambient: ambient)
    }
  }
}
