import BeckonBasics
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// What tests of invitations have in common.
extension TestServer {
  /// Runs `body` with a server whose text messages are written to its log, and an app that sends
  /// some.
  static func run(
    texting settings: JSON = [:], gateways: [String] = ["log:"], runsLoops: Bool = false,
    _ body: (TestServer, TextLog) async throws -> Void
  ) async throws {
    let log = TextLog()
    let gateways = try gateways.map { try SMSGatewayAddress($0) }
    try await run(runsLoops: runsLoops, smsGateways: gateways, log: log.note) { server in
      try await server.app.setTexts(settings)
      try await body(server, log)
    }
  }
}

/// What a server has written to its log.
final class TextLog: Sendable {
  private let lines = Locked<[JSON]>([])

  @Sendable func note(_ line: String) {
    let json = (try? JSONReader.read(Array(line.utf8))) ?? .null
    lines.withLock { $0.append(json) }
  }

  /// All lines that say this.
  func all(_ message: String) -> [JSON] {
    lines.withLock { $0 }.filter {
      $0["message"]?.string == message || $0["msg"]?.string == message
    }
  }

  /// Every line.
  var everything: [JSON] { lines.withLock { $0 } }

  /// The text messages that went out, in order.
  var texts: [(to: String, from: String, text: String)] {
    everything.filter { $0["parts"] != nil && $0["to"] != nil }.map {
      ($0["to"]?.string ?? "", $0["from"]?.string ?? "", $0["text"]?.string ?? "")
    }
  }
}

extension TestApp {
  /// Says who the app's text messages are from; `more` has the last word.
  func setTexts(_ more: JSON = [:]) async throws {
    let usual: JSON = ["senders": ["Shop", "+4915100000001"], "url": "https://shop.example/get"]
    let changed = more.members ?? []
    let kept = (usual.members ?? []).filter { member in
      !changed.contains { $0.name == member.name }
    }
    try await set(["sms": .object(kept + changed)])
  }

  /// Invites numbers, in a person's name, from their phone.
  func invite(
    _ numbers: [String], by person: TestPerson, _ more: JSON = [:], as key: Key = .publishable
  ) async throws -> HTTPAnswer {
    let body: JSON = [
      "person": .string(person.id), "recipients": .array(numbers.map(JSON.string)),
    ]
    return try await post(
      "/v1/invites", .object((body.members ?? []) + (more.members ?? [])), as: key,
      token: key.isSecret ? nil : person.token)
  }

  /// What is known of an invitation.
  func recipients(of invite: HTTPAnswer, as key: Key = .secret) async throws -> [JSON] {
    let id = try #require(invite.string("id"), "\(invite.text)")
    return try await get("/v1/invites/\(id)", as: key).list("recipients")
  }

  /// Who invites others: a person of a phone, with a token.
  func inviter(_ name: String = "ana") async throws -> TestPerson {
    try await signUpInApp(["install_id": .string("phone of " + name)])
  }
}

extension TestApp.Key {
  fileprivate var isSecret: Bool { if case .secret = self { true } else { false } }
}
