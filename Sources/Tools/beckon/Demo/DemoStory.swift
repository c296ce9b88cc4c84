import BeckonModel
import BeckonSDK
import Foundation

/// Ana, Ben, Cem, Deniz, Eve and Gil, through the real SDK and plain HTTP.
final class DemoStory {
  static let unit = "pieces_of_eight"

  private let server: DemoServer
  private let narrator: Narrator
  private(set) var campaign = ""
  private(set) var names: [String: String] = [:]
  private(set) var benInstall = ""

  init(server: DemoServer, narrator: Narrator) {
    self.server = server
    self.narrator = narrator
  }

  func play() async throws {
    narrator.chapter("A server, a new app, and a campaign")
    narrator.tell("serving at \(server.url)")
    try await makeCampaign()
    let ana = try DemoPhone(of: "ana", at: "203.0.113.10", server)
    let ben = try DemoPhone(of: "ben", at: "203.0.113.25", server)
    let anasLink = try await anaSignsUp(ana)
    let bensLink = try await benComes(ben, by: anasLink)
    try await benReachesLevelFive(ben, ana)
    try await cafe(anasLink, bensLink)
    try await eveRefersHerself()
    let texts = DemoTexts(server: server, narrator: narrator, unit: Self.unit)
    names[try await texts.play(ana, names: names)] = "Gil"
    await ana.sdk.close()
    await ben.sdk.close()
  }

  private func makeCampaign() async throws {
    let made = try await server.ask(
      "POST", "/v1/campaigns",
      [
        "name": "Pirates bring pirates", "goal": 2, "url": "https://pirates.example/aboard",
        "rules": [
          [
            "name": "welcome", "when": ["referral": "pending"], "to": "recipient", "amount": 50,
            "unit": .string(Self.unit),
          ],
          [
            "name": "level 5", "when": ["attribute": "level", "crosses": 5], "to": "referrer",
            "amount": 50, "unit": .string(Self.unit),
          ],
        ],
      ])
    campaign = made["id"]?.string ?? ""
    narrator.tell("who comes by a friend's link gets 50; the friend gets 50 at level 5")
  }

  private func anaSignsUp(_ phone: DemoPhone) async throws -> String {
    narrator.chapter("Ana signs up")
    _ = try await phone.sdk.start()
    let ana = try await phone.sdk.identify(userID: "ana") {
      $0.email = "ana@example.com"
    }
    names[ana.id] = "Ana"
    let link = ana.referralLink?.absoluteString ?? ""
    narrator.expect(!link.isEmpty, "she gets a link: \(link)")
    narrator.expect(try await balance(phone) == 0, "nobody sent her, so she gets nothing")
    return link
  }

  private func benComes(_ phone: DemoPhone, by link: String) async throws -> String {
    narrator.chapter("Ben opens Ana's link on his iPhone, installs, and signs up")
    let click = try await phone.open(link)
    narrator.expect(
      click.status == 302 && click.location.contains("beckon_click="),
      "the click is stored, then: 302 to \(Self.short(click.location))")
    let match = try await phone.sdk.start()
    narrator.expect(
      match.certainty == .default && match.link != nil,
      "his first launch is matched: \(match.certainty.rawValue), \(match.reason)")
    let ben = try await phone.sdk.identify(userID: "ben") {
      $0.email = "ben@example.com"
    }
    names[ben.id] = "Ben"
    benInstall = match.install
    narrator.expect(ben.referredBy.flatMap { names[$0] } == "Ana", "Ana referred him")
    narrator.expect(try await balance(phone) == 50, "he gets 50 \(Self.unit)")
    return ben.referralLink?.absoluteString ?? ""
  }

  private func benReachesLevelFive(_ ben: DemoPhone, _ ana: DemoPhone) async throws {
    narrator.chapter("Ben reaches level 5, and the answer gets lost in a tunnel")
    ben.wire.cut()
    _ = try await ben.sdk.setAttributes(["level": 5])
    _ = await ben.sdk.flush()
    for _ in 0..<100 where ben.wire.attributeCalls.sent < 2 {
      // The SDK waits before it tries again, as it would on a phone.
      try await Task.sleep(nanoseconds: 100_000_000)
      _ = await ben.sdk.flush()
    }
    let calls = ben.wire.attributeCalls
    narrator.expect(
      calls.sent == 2 && calls.lost == 1, "his phone sent it \(calls.sent) times, as it must")
    narrator.expect(try await balance(ana) == 50, "Ana gets 50, once")
    narrator.expect(try await balance(ben) == 50, "Ben keeps his 50")
  }

  private func cafe(_ first: String, _ second: String) async throws {
    narrator.chapter("In a café, Cem opens Ana's link and Deniz opens Ben's, at the same moment")
    let address = "198.51.100.77"
    let cem = try DemoPhone(of: "cem", at: address, server)
    let deniz = try DemoPhone(of: "deniz", at: address, server)
    async let one = cem.open(first)
    async let other = deniz.open(second)
    _ = try await (one, other)
    let match = try await cem.sdk.start()
    narrator.expect(
      match.certainty == .noMatch && match.reason == "ambiguous",
      "Cem installs, and the server abstains: \(match.reason)")
    let why = try await server.ask("GET", "/v1/installs/\(match.install)/attribution")
    narrator.tell("why: \(why["explanation"]?.string ?? "")")
    await cem.sdk.close()
    await deniz.sdk.close()
  }

  private func eveRefersHerself() async throws {
    narrator.chapter("Eve makes a second account on her phone, with her own code")
    let phone = try DemoPhone(of: "eve", at: "192.0.2.44", server)
    _ = try await phone.sdk.start()
    let eve = try await phone.sdk.identify(userID: "eve") {
      $0.email = "eve@example.com"
    }
    try phone.sdk.reset()
    let second = try await phone.sdk.identify(userID: "eve-2") {
      $0.email = "eve+pirate@example.com"
      $0.referralCode = eve.referralCode
    }
    names[eve.id] = "Eve"
    names[second.id] = "Eve again"
    let held = try await server.ask("GET", "/v1/ledger/transfers?state=in_review")
    let transfers = held["transfers"]?.elements ?? []
    let reasons = transfers.first?["reasons"]?.elements?.compactMap(\.string) ?? []
    narrator.expect(transfers.count == 1, "her reward is held, not paid and not dropped")
    narrator.expect(
      reasons.contains("self_referral") && reasons.contains("referrer_install"),
      "with reasons: " + reasons.joined(separator: ", "))
    await phone.sdk.close()
  }

  /// A target with only the beginning of the click's id, so that it fits a line.
  private static func short(_ location: String) -> String {
    guard let id = location.range(of: "clk_")?.upperBound else { return location }
    return location[..<id] + location[id...].prefix(6) + "…"
  }

  private func balance(_ phone: DemoPhone) async throws -> Int {
    try await phone.sdk.balances().first { $0.unit == Self.unit }?.posted ?? 0
  }
}
