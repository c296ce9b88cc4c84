import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonStore
import ChildProcess
import Foundation
import TestMail
import Testing

@testable import BeckonServer

/// How ReferralHero's receivers expect webhooks.
@Suite struct ReferralHeroWebhookTests {
  private static let name = "<b>Ana</b> \"Lee\" O'Neil"

  @Test("Each of the six types arrives once, with the signature that a stranger's script accepts")
  func types() async throws {
    let receiver = try Receiver()
    try await ReferralHeroShop.run(goals: [1]) { server, shop in
      let hook = try await shop.app.webhook(
        receiver.url, ["*"], form: "referralhero", secret: "the-receiver's-own-secret")
      var ana = shop.client(at: "198.51.100.1")
      _ = try await ana.add([
        "email": "ana@example.com", "name": .string(Self.name), "source": "facebook",
        "extra_field": "gold",
      ])
      var ben = shop.client()
      _ = try await ben.add(["email": "ben@example.com", "referrer": .string(ana.code)])
      _ = try await ben.call("PATCH", "/subscribers/\(ben.id)", ["name": "Ben"])
      let promoted = try await ReferralHeroBackEnd(app: shop.app)
        .call("POST", "/subscribers/\(ben.id)/promote")
      #expect(promoted.status == 200, "\(promoted.text)")
      try await server.wait(minutes: 1)
      _ = try await ana.call("DELETE", "/subscribers/\(ana.id)")
      var cem = shop.client(at: "203.0.113.8")
      _ = try await cem.add(["email": "cem@example.com", "referrer": .string(ana.code)])
      try await server.wait(minutes: 1)
      let seen = receiver.bodies.map { body in
        let person = body["email"]?.string.map { String($0.prefix(3)) } ?? ""
        return "\(body["response"]?.string ?? "") \(person)"
      }
      #expect(
        seen.sorted() == [
          "new_registration ana", "new_registration ben", "new_registration cem",
          "reward_sent ana", "reward_sent ana", "reward_unlocked ana", "reward_unlocked ana",
          "subscriber_deleted ana", "subscriber_promoted ben", "subscriber_updated ben",
        ])
      #expect(Set(receiver.ids).count == seen.count)
      let first = try #require(
        receiver.bodies.first {
          $0["response"] == "new_registration" && $0["email"] == "ana@example.com"
        })
      #expect(first["list_uuid"] == .string(ana.list))
      #expect(first["subscriber_id"] == .string(ana.id))
      #expect(first["name"] == .string(Self.name) && first["first_name"] == "<b>Ana</b>")
      #expect(first["last_name"] == "\"Lee\" O'Neil" && first["code"] == .string(ana.code))
      #expect(first["source"] == "facebook" && first["extra_field"] == "gold")
      #expect(first["referred"] == false && first["referral"] == "")
      #expect(first["referral_link"] == .string("https://shop.example/join?mwr=\(ana.code)"))
      #expect(first["people_ahead"] == nil && first["created_at"]?.integer != nil)
      let second = try #require(
        receiver.bodies.first {
          $0["response"] == "new_registration" && $0["email"] == "ben@example.com"
        })
      #expect(second["referral"]?["email"] == "ana@example.com" && second["referred"] == true)
      #expect(second["referral"]?["people_referred"] == 1 && second["source"] == "direct_visit")
      let third = receiver.bodies.first { $0["email"] == "cem@example.com" }
      #expect(third?["referral"] == "subscriber_deleted")
      let reward = receiver.bodies.first { $0["response"] == "reward_sent" }?["reward"]
      #expect(reward?["name"] == "thanks" && reward?["value"] == 1 && reward?["unit"] == "points")
      for request in receiver.received {
        #expect(try await Self.accepts(request.headers, request.body, hook.secret))
      }
      let last = try #require(receiver.received.last)
      #expect(try await !Self.accepts(last.headers, last.body + [32], hook.secret))
    }
  }

  /// Whether the script of the documentation takes a request for the server's.
  private static func accepts(
    _ headers: [String: String], _ body: [UInt8], _ secret: String
  ) async throws -> Bool {
    let signature = headers["x-referralhero-signature"] ?? ""
    let hex = Hexadecimal.encode(Hash.hmac(body, key: Array(secret.utf8)))
    #expect((headers["x-referralhero-signature-hex"] == hex) || body.last == 32)
    let page = try String(contentsOfFile: Self.documentation, encoding: .utf8)
    let part = try #require(page.components(separatedBy: "## In ReferralHero's form").last)
    let script = try #require(
      part.components(separatedBy: "```python\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let ending =
      "\nimport sys\nbody = bytes.fromhex(sys.argv[2])\n"
      + "sys.exit(0 if is_from_referralhero(sys.argv[1], body, sys.argv[3]) else 7)\n"
    let program = try ChildProcess(
      "/usr/bin/python3",
      ["-c", script + ending, signature, Hexadecimal.encode(body), secret])
    return await program.ending() == 0
  }

  private static let documentation = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../../docs/WEBHOOKS.md").standardized.path

  @Test("A reward that waits is unlocked first, and sent when its time has come")
  func held() async throws {
    let receiver = try Receiver()
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.webhook(receiver.url, ["reward", "reward_held"], form: "referralhero")
      let campaign = try await app.campaign(
        rules: [rule(["referral": "confirmed"], to: "referrer", ["hold_days": 1])])
      let ana = try await app.signUp("ana", campaign: campaign)
      _ = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      try await server.wait(minutes: 1)
      #expect(receiver.bodies.map { $0["response"] } == ["reward_unlocked"])
      #expect(receiver.bodies.first?["reward"]?["status"] == "pending")
      try await server.wait(days: 1.1)
      try await server.wait(minutes: 1)
      #expect(receiver.bodies.map { $0["response"] } == ["reward_unlocked", "reward_sent"])
      #expect(try await ana.redeem(10, id: "spent").status < 300)
      try await server.wait(minutes: 1)
      #expect(receiver.bodies.count == 2)
    }
  }

  @Test("With double opt-in a registration is told when the address is confirmed")
  func optIn() async throws {
    let receiver = try Receiver()
    try await OptInShop.run(rules: []) { shop in
      _ = try await shop.app.webhook(receiver.url, ["member"], form: "referralhero")
      let native = try Receiver()
      _ = try await shop.app.webhook(native.url, ["member"])
      let ana = try await shop.app.signUp("ana", campaign: shop.campaign)
      _ = try await shop.join("ben@example.org", by: ana)
      try await shop.server.wait(minutes: 1)
      #expect(receiver.bodies.count == 1)
      #expect(try await shop.follow("ben@example.org") == 200)
      try await shop.server.wait(minutes: 1)
      #expect(receiver.bodies.map { $0["response"] } == ["new_registration", "new_registration"])
      #expect(receiver.bodies.last?["email"] == "ben@example.org")
      #expect(native.bodies.last?["data"]?["change"] == "joined", "\(native.bodies)")
    }
  }

  @Test("Of what it cannot tell nobody is promised to hear, and a test says what it is")
  func facts() async throws {
    let receiver = try Receiver()
    try await TestServer.run { server in
      let answer = try await server.app.post(
        "/v1/webhooks",
        ["url": .string(receiver.url), "facts": ["signup"], "form": "referralhero"])
      #expect(answer.status == 422 && answer.string("field") == "facts", "\(answer.text)")
      #expect(answer.text.contains("member, reward, reward_held or *"))
      let hook = try await server.app.webhook(receiver.url, ["*"], form: "referralhero")
      #expect(try await server.app.post(hook.path + "/test", [:]).status == 202)
      try await server.wait(minutes: 1)
      #expect(receiver.bodies == [["response": "ping"]])
    }
  }

  @Test("Of who has not confirmed their address nothing is told, whatever becomes of them")
  func unverified() async throws {
    let receiver = try Receiver()
    try await OptInShop.run(listUUID: "MFoptin") { shop in
      _ = try await shop.app.webhook(receiver.url, ["*"], form: "referralhero")
      let server = ReferralHeroBackEnd(app: shop.app, list: "MFoptin")
      var ben = ReferralHeroClient(app: shop.app, list: "MFoptin", address: "203.0.113.7")
      _ = try await ben.add(["email": "ben@example.org"])
      let changes: [(String, String, JSON)] = [
        ("POST", "", ["extra_field": "gold"]), ("POST", "/promote", [:]), ("DELETE", "", [:]),
      ]
      for (method, path, body) in changes {
        let answer = try await server.call(method, "/subscribers/\(ben.id)\(path)", body)
        #expect(answer.status == 200, "\(method) \(path): \(answer.text)")
      }
      try await shop.server.wait(minutes: 1)
      #expect(receiver.bodies.isEmpty)
    }
  }
}
