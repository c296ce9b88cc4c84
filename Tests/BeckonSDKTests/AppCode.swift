// What an app's developer writes: no other module of ours is imported, and `MemberImportVisibility`
// is on, so this compiles only while each name that an app needs belongs to the SDK.
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

/// An app that does with the SDK what there is to do.
@MainActor private struct ShopApp {
  let beckon: BeckonClient

  /// Event properties of all kinds that Swift has.
  func trackEverything(level: Int, at date: Date) {
    beckon.track("launch")
    beckon.track("purchase", ["total": 19.9, "tags": ["a"], "gift": true, "coupon": nil])
    beckon.track("nested", ["cart": ["lines": [1, "two", 3.5], "currency": "EUR"]])
    beckon.track("level_up", ["level": level, "player": "p\(level)", "at": date], at: date)
    beckon.track(
      "search", ["words": ["red", "shoe"], "prices": ["low": 1.5], "id": Optional<UUID>.none])
    beckon.track("value", ["made": BeckonValue(level), "of": [BeckonValue(date), 2]])
  }

  func signUp(code: String?) async throws(BeckonError) -> URL? {
    let ben = try await beckon.identify(userID: "ben") {
      $0.email = "ben@example.com"
      $0.referralCode = code
      $0.attributes = ["plan": "gold", "age": 30]
    }
    try await beckon.setAttributes(["level": 5, "plan": nil])
    guard ben.isSignedIn, ben.referral != .own, ben.conflicts.isEmpty else { return nil }
    return ben.referralLink
  }

  func total() async throws(BeckonError) -> Int {
    try await beckon.balances().reduce(0) { $0 + $1.posted }
  }

  func share(_ url: URL) async throws(BeckonError) -> URL {
    try await beckon.createLink(to: url) {
      $0.title = "Aboard!"
      $0.expiresAt = Date(timeIntervalSince1970: 1_900_000_000)
    }
    .shortURL
  }
}

@MainActor @Suite(.timeLimit(.minutes(2))) struct AppCodeTests {
  let server = InMemoryServer()
  let clock = ManualClock()

  @Test func anAppNeedsNoOtherModule() async throws {
    let url = try #require(URL(string: "https://go.example.com"))
    let beckon = try Beckon.configure(
      url: url, key: "pk_test", options: .testing(server, clock: clock))
    let app = ShopApp(beckon: beckon)
    app.trackEverything(level: 5, at: clock.date)
    await beckon.flush()
    let events = server.receivedEvents
    #expect(
      events.map(\.name) == ["launch", "purchase", "nested", "level_up", "search", "value"])
    #expect(
      events[1].properties == ["total": 19.9, "tags": ["a"], "gift": true, "coupon": nil])
    #expect(events[3].properties["level"] == 5)
    #expect(events[4].properties["prices"] == ["low": 1.5])
    #expect(try await app.signUp(code: nil) != nil)
    #expect(try await app.total() == 0)
    #expect(try beckon.queueStatistics().events == 0)
  }

  @Test func aPreviewShowsWhatTheServerWouldTell() throws {
    let url = try #require(URL(string: "https://go.example.com/ben"))
    let ben = BeckonPerson(referralCode: "BEN", referralLink: url)
    #expect(ben.isSignedIn && ben.referralCode == "BEN" && ben.referralLink == url)
    #expect(OpenedLink(url: url, openedAt: clock.date, deepLink: url).deepLink == url)
    #expect(InstallMatch(.unique, deepLink: url).deepLink == url)
    let certainty: InstallMatch.Certainty? = InstallMatch(.noMatch).certainty
    #expect(certainty == .noMatch)
    #expect(certainty != .none)
  }

  @Test func whatIsRefusedSaysWhatToDo() async throws {
    let url = try #require(URL(string: "https://go.example.com"))
    let beckon = try Beckon.configure(
      url: url, key: "pk_test", options: .testing(server, clock: clock))
    server.answerAll(.refused("target_not_allowed", detail: "Add it to allowed_targets."))
    let app = ShopApp(beckon: beckon)
    let error = await #expect(throws: BeckonError.self) { try await app.share(url) }
    #expect(
      error == .refused(code: "target_not_allowed", detail: "Add it to allowed_targets."))
    #expect(error?.localizedDescription.contains("allowed_targets") == true)
  }
}
