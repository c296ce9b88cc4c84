import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import TestPrograms
import Testing

@testable import BeckonCompatReferralHero

/// The guide's own code, block by block, through the vendor's singletons, with the real server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ReferralHeroSeedTests {
  /// The real `beckon serve` with a campaign of three conversion events.
  private struct Shop: Sendable {
    static let list = "MFaa11bb22cc"
    let server: RunningServer
    let keys: AppKeys

    init() async throws {
      let folder = try TemporaryFolder()
      keys = try await AppKeys(folder)
      server = try await RunningServer(folder)
      let made = try await server.ask(
        "POST", "/v1/campaigns", key: keys.secret,
        [
          "name": "friends", "goal": 3, "list_uuid": .string(Self.list),
          "url": "https://shop.example/join",
          "rules": [
            [
              "name": "thanks", "when": ["referral": "confirmed"], "to": "referrer", "amount": 5,
              "unit": "points",
            ]
          ],
        ])
      try #require(made.status == 201, "\(made.text)")
    }

    func paid() async throws -> Int {
      try await server.get("/v1/ledger/transfers", key: keys.secret).json["transfers"]?.elements?
        .count ?? 0
    }
  }

  /// A phone with the app on it.
  private final class Phone: Sendable {
    let directory: URL
    let suite = "beckon-referral-hero-" + UUID().uuidString

    init() {
      directory = FileManager.default.temporaryDirectory.appendingPathComponent(suite)
    }

    deinit {
      try? FileManager.default.removeItem(at: directory)
      UserDefaults.standard.removePersistentDomain(forName: suite)
    }

    /// From now on the singletons are those of this phone.
    func pickUp(_ shop: Shop) {
      var surroundings = Surroundings()
      let url = URL(string: shop.server.url)
      surroundings.server = { url }
      surroundings.directory = { [directory] in directory }
      surroundings.transport = .urlSession()
      ReferralHeroSession.shared.replace(
        surroundings, defaults: UserDefaults(suiteName: suite) ?? .standard)
      RHApiKey.configure(withAPIKey: shop.keys.publishable, withuuID: Shop.list)
    }
  }

  /// Does something on the screen, and gives the answer that comes of it.
  @MainActor private func answer(
    _ screen: CreateAccount, _ work: () -> Void
  ) async throws -> (label: String, json: JSON) {
    let before = screen.answers.count + screen.errors.count
    work()
    try await eventually { screen.answers.count + screen.errors.count > before }
    try #require(screen.errors.isEmpty, "\(screen.errors)")
    let last = try #require(screen.answers.last)
    return (last.label, JSON(foundation: last.response))
  }

  @Test("From two sign-ups to the reward, by every block of the guide")
  @MainActor func story() async throws {
    let shop = try await Shop()
    let (ana, bob) = (Phone(), Phone())
    let screen = CreateAccount()
    screen.viewDidLoad()

    ana.pickUp(shop)
    let joined = try await answer(screen) { screen.formSubmitMinimum(email: "ana@gmail.com") }
    #expect(joined.label == "Create new subscriber")
    #expect(joined.json["data"]?["response"] == "subscriber_created", "\(joined.json.text)")
    let code = try #require(joined.json["data"]?["code"]?.string)

    bob.pickUp(shop)
    let nobody = try await answer(screen) {
      screen.createPendingReferralByDevice(email: "bob@gmail.com")
    }
    #expect(nobody.label == "Create Pending Referral")
    #expect(nobody.json["code"] == "referrer_invalid", "\(nobody.json.text)")
    let pending = try await answer(screen) {
      screen.createPendingReferral(email: "bob@gmail.com", referrer: code)
    }
    #expect(pending.json["data"]?["referral_status"] == "pending", "\(pending.json.text)")
    let known = try await answer(screen) {
      screen.createPendingReferralMinimum(email: "bob@gmail.com", referrer: code)
    }
    #expect(known.json["data"]?["response"] == "subscriber_retrieved")

    let tracked = try await answer(screen) { screen.trackReferralMinimum(email: "bob@gmail.com") }
    #expect(tracked.label == "TrackReferral")
    #expect(tracked.json["data"]?["response"] == "custom_event_completed", "\(tracked.json.text)")
    let again = try await answer(screen) {
      screen.trackReferral(email: "bob@gmail.com", referrer: code)
    }
    #expect(again.json["code"] == "custom_event_already_completed")
    #expect(try await shop.paid() == 0)
    let confirmed = try await answer(screen) { screen.confirm() }
    #expect(confirmed.label == "Confirm referral")
    #expect(confirmed.json["data"]?["referral_status"] == "confirmed", "\(confirmed.json.text)")
    #expect(try await shop.paid() == 1)

    try await others(screen)
    let left = try await answer(screen) { screen.delete() }
    #expect(left.label == "DeleteReferral")
    #expect(left.json["data"]?["response"] == "subscriber_deleted", "\(left.json.text)")
    #expect(ReferralHeroSession.shared.memberFile.id == "")

    ana.pickUp(shop)
    let rewards = try await answer(screen) { screen.rewards() }
    #expect(rewards.label == "Rewards List")
    #expect(rewards.json["data"]?["rewards"]?.elements?.first?["value"] == 5)
    #expect(try await RH.rewards().map(\.status) == ["sent"])
    #expect(try await shop.paid() == 1)
  }

  /// The methods that change no state of a referral.
  @MainActor private func others(_ screen: CreateAccount) async throws {
    let organic = try await answer(screen) { screen.organic() }
    #expect(organic.label == "Organic Track Referral")
    #expect(organic.json["data"]?["response"] == "subscriber_created", "\(organic.json.text)")
    let updated = try await answer(screen) { screen.update(email: "bob@gmail.com") }
    #expect(updated.label == "UpdateSubscriber")
    #expect(updated.json["data"]?["name"] == "abc", "\(updated.json.text)")
    let detail = try await answer(screen) { screen.detail() }
    #expect(detail.label == "SubscriberDetail" && detail.json["data"]?["email"] == "bob@gmail.com")
    let share = try await answer(screen) { screen.share() }
    #expect(share.label == "clickCapture" && share.json["status"] == "ok")
    let mine = try await answer(screen) { screen.myReferrals() }
    #expect(mine.label == "getMyReferrals" && mine.json["data"]?["subscribers"] == [])
    let board = try await answer(screen) { screen.leaderboard() }
    #expect(board.label == "getLeaderboard")
    #expect(board.json["data"]?["ranking"]?.elements?.first?["people_referred"] == 1)
    let referrer = try await answer(screen) { screen.referrer() }
    #expect(referrer.label == "Get Referrer" && referrer.json["code"] == "referrer_invalid")
    #expect(try await RH.member().email == "bob@gmail.com")
    #expect(try await RH.referrer() == nil)
    let submitted = try await answer(screen) {
      screen.formSubmit(email: "bob@gmail.com", referrer: "53f8acf7")
    }
    #expect(submitted.json["data"]?["response"] == "subscriber_retrieved")
  }

  @Test("What goes wrong is told as the vendor's SDK does, and the member stays known")
  @MainActor func errors() async throws {
    let shop = try await Shop()
    let phone = Phone()
    phone.pickUp(shop)
    let screen = CreateAccount()
    screen.viewDidLoad()
    _ = try await answer(screen) { screen.formSubmitMinimum(email: "ana@gmail.com") }
    let id = ReferralHeroSession.shared.memberFile.id
    RH.formSubmit(param: RHSubscriber(email: "not an address", domain: "shop.example"))
    try await eventually { !screen.errors.isEmpty }
    let error = try #require(screen.errors.first?.error as NSError?)
    #expect(error.domain == "Invalid HTTP response" && error.code == 0)
    #expect(ReferralHeroSession.shared.memberFile.id == id)
    await #expect(throws: RHError.self) {
      try await RH.add(RHSubscriber(email: "ben@gmail.com", domain: "evil.example"))
    }
    RH.Logout()
    try await eventually { ReferralHeroSession.shared.memberFile.id == "" }
    RHApiKey.configure(withAPIKey: "", withuuID: "")
    await #expect(throws: RHError.notConfigured) { try await RH.leaders() }
  }
}
