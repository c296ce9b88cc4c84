import BeckonModel
import Foundation
import TestSMS
import Testing

@testable import BeckonServer

/// Invitations by a real Kannel to a phone network that speaks SMPP, and receipts back.
@Suite(.serialized) struct InvitePathTests {
  private static func number(_ count: Int, _ end: String = "000") -> String {
    "+49151" + String(String(100_000 + count).suffix(5)) + end
  }

  /// Waits until it is so; some minutes at most.
  private func wait(_ what: Comment, until isSo: () async throws -> Bool) async throws {
    for _ in 0..<3_000 {
      if try await isSo() { return }
      // Sleeps because: other programs have to come so far.
      try await Task.sleep(nanoseconds: 50_000_000)
    }
    Issue.record(what)
  }

  @Test("What the network says of each message is told, in whatever order it says so")
  func receipts() async throws {
    let path = try await SMSPath()
    let fates: [(MessageCenter.Fate, String)] = [
      (.twice, "delivered"), (.undeliverable, "impossible"), (.mangled, "delivered"),
      (.disordered, "delivered"), (.late, "delivered"), (.refused, "impossible"),
      (.silent, "network"),
    ]
    try await TestServer.run(texting: [:], gateways: [path.kannel.url]) { server, _ in
      let app = server.app
      let webhook = try await app.post(
        "/v1/webhooks", ["url": "http://127.0.0.1:1/", "facts": ["message"]])
      #expect(webhook.status == 201, "\(webhook.text)")
      let ana = try await app.inviter()
      let numbers = fates.enumerated().map { Self.number($0 * 1_000, $1.0.rawValue) }
      let made = try await app.invite(numbers, by: ana)
      try #require(made.status == 201, "\(made.text)")
      try await wait("the receipts did not come") {
        try await server.wait(minutes: 0.1)
        return try await app.recipients(of: made).map { $0["status"]?.string } == fates.map(\.1)
      }
      let seen = try await app.recipients(of: made)
      #expect(seen.map { $0["status"]?.string } == fates.map(\.1), "\(seen)")
      let told = try await server.number(
        "SELECT COUNT(*) FROM webhook_deliveries WHERE topic = 'message'")
      #expect(told >= Int64(fates.count))
      try await server.wait(days: 3)
      #expect(try await app.recipients(of: made).last?["status"] == "unconfirmed")
      #expect(try path.center.texts().count == fates.count - 1)
    }
  }

  @Test("From the text that arrived to the inviter's reward: link, click, install, sign-up")
  func reward() async throws {
    let path = try await SMSPath()
    try await TestServer.run(texting: [:], gateways: [path.kannel.url]) { server, _ in
      let app = server.app
      _ = try await app.campaign(rules: [thanks])
      let ana = try await app.inviter()
      let number = Self.number(7)
      let made = try await app.invite([number], by: ana)
      try await wait("the text was not delivered") {
        try await server.wait(minutes: 0.1)
        return try await app.recipients(of: made).first?["status"] == "delivered"
      }
      let text = try path.shown(to: number).text
      let link = try #require(text.split(separator: " ").last.map(String.init))
      let phone = try await app.phone(at: "203.0.113.7").open(link).install()
      #expect(phone.visit?.status == 302, "\(text)")
      #expect(try await phone.signUp("ben").referredBy == ana.id)
      #expect(try await ana.balance == 50)
      try await server.wait(minutes: 1)
      #expect(try await app.recipients(of: made).first?["followed_at"] != nil)
    }
  }

  @Test("A gateway that is not there loses its turn to the next")
  func second() async throws {
    let path = try await SMSPath()
    let dead = "kannel+http://beckon:secret@127.0.0.1:1"
    try await TestServer.run(texting: [:], gateways: [dead, path.kannel.url]) { server, log in
      let ana = try await server.app.inviter()
      let made = try await server.app.invite([Self.number(1)], by: ana)
      for _ in 0..<4 { try await server.wait(minutes: 0.1) }
      #expect(try await server.app.recipients(of: made).first?["state"] == "sent")
      #expect(!log.all("a gateway of text messages has failed").isEmpty)
      try await wait("it did not arrive") { try path.center.texts().count == 1 }
    }
  }
}
