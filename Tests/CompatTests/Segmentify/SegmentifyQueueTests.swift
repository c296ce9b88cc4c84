import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatSegmentify

/// What becomes of facts without a network, and which visitor and session they have.
@Suite(.timeLimit(.minutes(5))) struct SegmentifyQueueTests {
  let fake = SegmentifyFake()
  let phone = SegmentifyPhone()
  let clock = ManualClock()

  private func page(_ category: String) -> Fact {
    let page = PageModel()
    page.category = category
    return page.fact
  }

  /// Tells a page, and waits until all of so many have arrived.
  private func tell(_ session: SegmentifySession, _ category: String, total: Int) async throws {
    SegmentifyManager(session).tell(page(category))
    try await arrived(session, total)
  }

  private func arrived(_ session: SegmentifySession, _ total: Int) async throws {
    try await eventually {
      await session.flush()
      return fake.facts.count == total
    }
  }

  @Test("Offline a call calls back with nothing; online all arrives, once and in order")
  @MainActor func offline() async throws {
    fake.isOffline = true
    let session = phone.run(fake, clock: clock)
    let (manager, heard) = (SegmentifyManager(session), Heard<[RecommendationModel]>())
    manager.ask(page("1")) { heard.add($0) }
    try await eventually { heard.all.count == 1 }
    manager.tell(page("2"))
    manager.ask(page("3")) { heard.add($0) }
    try await eventually { heard.all.count == 2 }
    #expect(heard.all.allSatisfy(\.isEmpty) && fake.facts.isEmpty)

    fake.isOffline = false
    fake.losesAnswers = true
    await session.flush()
    fake.losesAnswers = false
    try await arrived(session, 3)
    #expect(fake.facts.compactMap { $0["category"]?.string } == ["1", "2", "3"])
    let sent = fake.requests.filter { $0.method == "POST" }
    #expect(sent.count > 3)
    #expect(heard.all.count == 2)
    let ids = Set(texts: fake.facts.compactMap { $0["userId"]?.string })
    #expect(ids.count == 1)
    await session.close()
  }

  @Test("What waits survives the end of the app, and so does the visitor")
  func restart() async throws {
    fake.isOffline = true
    let first = phone.run(fake, clock: clock)
    first.record(page("before"))
    try await eventually { first.held.withLock { $0.isEmpty } }
    let user = try #require(first.memory.userID)
    await first.close()

    fake.isOffline = false
    let second = phone.run(fake, clock: clock)
    try await tell(second, "after", total: 2)
    #expect(fake.facts.compactMap { $0["category"]?.string } == ["before", "after"])
    #expect(fake.facts.compactMap { $0["userId"]?.string } == [user, user])
    #expect(fake.facts[0]["sessionId"] == fake.facts[1]["sessionId"])
    #expect(fake.idCalls.isEmpty)
    await second.close()
  }

  @Test("A session ends by silence, in the background, and when the app says so")
  func sessions() async throws {
    let session = phone.run(fake, clock: clock)
    try await tell(session, "1", total: 1)
    clock.advance(seconds: 29 * 60)
    try await tell(session, "2", total: 2)
    clock.advance(seconds: 29 * 60)
    try await tell(session, "3", total: 3)
    clock.advance(seconds: 30 * 60)
    try await tell(session, "4", total: 4)
    session.leaveForeground()
    try await tell(session, "5", total: 5)
    session.state.withLock { $0.configuration.sessionSeconds = 60 }
    clock.advance(seconds: 61)
    try await tell(session, "6", total: 6)

    #expect(fake.facts.map { $0["sessionId"] } == ["-2", "-2", "-2", "-3", "-4", "-5"])
    #expect(Set(fake.facts.map { $0["userId"] }) == ["-1"])
    #expect(fake.idCalls == ["count=2", "count=1", "count=1", "count=1"])
    await session.close()
  }

  @Test("A server that does not answer about ids holds nothing up for long")
  func slowIDs() async throws {
    let gate = Locked<[CheckedContinuation<Void, Never>]>([])
    let transport = Transport { [fake] request in
      if request.url.has(text: "/get/key") {
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            gate.withLock { $0.append(continuation) }
          }
        } onCancel: {
          gate.withLock { gate in
            for continuation in gate { continuation.resume() }
            gate = []
          }
        }
      }
      return try fake.respond(request)
    }
    let session = SegmentifySession(
      phone.surroundings(transport, clock: clock), defaults: phone.defaults)
    session.configure { configuration in
      (configuration.key, configuration.dataCenterURL) = ("key-1", "https://go.example.com")
    }
    session.record(page("1"))
    try await eventually { gate.withLock { !$0.isEmpty } }
    #expect(session.memory.userID == nil)
    await clock.untilSomeoneSleeps()
    clock.advance(milliseconds: 2_000)
    try await arrived(session, 1)
    #expect(fake.facts[0]["userId"]?.string.flatMap { Int64($0) } != nil)
    await session.close()
  }

  @Test("A wrong key loses nothing: facts wait until it is right")
  func wrongKey() async throws {
    let session = phone.run(fake, clock: clock, key: "key-of-nobody")
    session.record(page("1"))
    try await eventually {
      await session.flush()
      return phone.lines.withLock { $0.contains { $0.has(text: "NO_ACCOUNT") } }
    }
    #expect(fake.facts.isEmpty)
    session.configure { $0.key = "key-1" }
    try await arrived(session, 1)
    #expect(fake.facts[0]["apiKey"] == "key-1")
    await session.close()
  }

  @Test("What the server would refuse is refused here, and the log says why")
  @MainActor func refused() async throws {
    let session = phone.run(fake, clock: clock)
    let (manager, heard) = (SegmentifyManager(session), Heard<[RecommendationModel]>())
    let product = ProductModel()
    product.price = -1
    manager.sendProductView(segmentifyObject: product) { heard.add($0) }
    let bad = PageModel()
    bad.category = "with NUL \0"
    manager.sendPageView(segmentifyObject: bad) { heard.add($0) }
    try await eventually { heard.all.count == 2 }
    #expect(heard.all.allSatisfy { $0.isEmpty })
    #expect(phone.lines.withLock { $0.contains { $0.has(text: "'productId'") } })
    #expect(fake.facts.isEmpty)
    await session.close()
  }

  @Test("Who is changed has the new id from then on, and the server hears of the old")
  func changedVisitor() async throws {
    let session = phone.run(fake, clock: clock)
    try await tell(session, "1", total: 1)
    let change = UserChangeModel()
    change.userId = "XXXXXXXXXXX"
    SegmentifyManager(session).sendChangeUser(segmentifyObject: change)
    try await tell(session, "2", total: 3)
    #expect(fake.names == ["PAGE_VIEW", "USER_CHANGE", "PAGE_VIEW"])
    #expect(fake.facts.map { $0["userId"] } == ["-1", "XXXXXXXXXXX", "XXXXXXXXXXX"])
    #expect(fake.facts[1]["oldUserId"] == "-1")
    await session.close()
  }

  @Test("Nobody sends anything to the vendor: its servers give way to Info.plist")
  func targets() {
    var configuration = Configuration()
    (configuration.key, configuration.dataCenterURL) = ("k", "https://dce1.segmentify.com")
    #expect(configuration.target([:]) == nil)
    let plist = ["BeckonURL": "https://go.example.com", "BeckonKey": "pk_1"]
    #expect(configuration.target(plist)?.server.host == "go.example.com")
    #expect(configuration.target(plist)?.key == "pk_1")
    configuration.dataCenterURL = "https://other.example.com"
    #expect(configuration.target(plist)?.server.host == "other.example.com")
    #expect(configuration.target(plist)?.key == "k")
    #expect(Configuration().target(plist)?.key == "pk_1")
    configuration.dataCenterURL = "go.example.com"
    #expect(configuration.target([:]) == nil)
  }

  @Test("Another server gets what waits")
  func moved() async throws {
    fake.isOffline = true
    let session = phone.run(fake, clock: clock)
    session.record(page("1"))
    try await eventually { session.held.withLock { $0.isEmpty } }
    session.configure { $0.dataCenterURL = "https://new.example.com" }
    fake.isOffline = false
    session.record(page("2"))
    try await arrived(session, 2)
    #expect(fake.facts.compactMap { $0["category"]?.string } == ["1", "2"])
    let urls = fake.requests.filter { $0.method == "POST" }.map(\.url)
    #expect(urls.last?.hasPrefix("https://new.example.com/") == true)
    await session.close()
  }

  @Test("Beside the SDK there is one client")
  func shared() async throws {
    var options = BeckonOptions(directory: phone.directory)
    options.transport = Transport { [fake] in try fake.respond($0) }
    let beckon = try Beckon.configure(
      url: try #require(URL(string: "https://go.example.com")), key: "pk_1", options: options)
    let session = phone.run(fake)
    #expect(try session.client() === beckon)
    await beckon.close()
  }
}
