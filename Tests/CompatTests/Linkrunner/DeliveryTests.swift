import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

/// What the network and the server do to facts, and what becomes of them.
@Suite(.timeLimit(.minutes(2))) struct DeliveryTests {
  let app = LinkrunnerApp()
  let fake = LinkrunnerFake()

  @Test func whatHappenedOfflineArrivesAtTheNextLaunchOnce() async throws {
    let offline = try launch(Transport { _ in throw TransportError.notSent("no network") })
    let client = LinkrunnerClient(offline)
    let answers = [
      try await client.signup(userData: ["id": "user_123"]),
      try await client.trackEvent("level_completed"),
      try await client.capturePayment(amount: 5, userId: "user_123"),
      try await client.setPushToken("push_1"),
    ]
    #expect(answers.allSatisfy { $0["queued"] as? Bool == true && $0["status"] as? Int == 202 })
    await #expect(throws: LinkrunnerError.self) { try await client.attributionData() }
    await offline.close()

    let online = try launch(served)
    try await eventually { fake.stored(.updatePushToken).count == 1 }
    #expect(
      fake.requests.compactMap { $0.url.split(separator: "/").last }
        == ["trigger", "capture-event", "capture-payment", "update-push-token"])
    let payment = try #require(fake.stored(.capturePayment).first)
    #expect(payment["payment_id"]?.string?.count == 36)
    await online.close()
  }

  @Test func aRefusedFactIsThrownAndToldAndTheRestGoesOn() async throws {
    fake.play(.status(400, body: Array(#"{"msg":"no event_name","status":400}"#.utf8)))
    let session = try launch(served)
    let client = LinkrunnerClient(session)
    await #expect(throws: LinkrunnerError.httpError(400)) { try await client.trackEvent("") }
    try await client.trackEvent("level_completed")
    let names = fake.stored(.captureEvent).map { $0["event_name"]?.string }
    #expect(names.sorted { $0 ?? "" < $1 ?? "" } == ["beckon.dropped", "level_completed"])
    let told = fake.stored(.captureEvent).first { $0["event_name"] == "beckon.dropped" }
    #expect(told?["event_data"] == ["count": 1, "reason": "refused"])
    #expect(told?["token"] == "token_1")
    #expect(app.lines.withLock { $0.contains { $0.contains("was refused with 400") } })
    await session.close()
  }

  @Test func theSDKSwallowsARefusalAndSaysItInTheLog() async throws {
    fake.play(.status(400, body: Array(#"{"msg":"no event_name","status":400}"#.utf8)))
    let session = try launch(served)
    await LinkrunnerSDK(session).trackEvent(eventName: "level_completed")
    #expect(app.lines.withLock { $0.contains { $0.contains("400") } })
    await session.close()
  }

  @Test func aWrongTokenLosesNothing() async throws {
    // Twice, because `configure` uploads too, before or after the event is there.
    let refusal = InMemoryServer.Answer.status(
      401, body: Array(#"{"msg":"invalid token","status":401}"#.utf8))
    fake.play(refusal, refusal)
    let session = try launch(served)
    let client = LinkrunnerClient(session)
    let answer = try await client.trackEvent("level_completed")
    #expect(answer["queued"] as? Bool == true)
    try await eventually { try await session.client().flush().remaining == 0 }
    #expect(fake.stored(.captureEvent).count == 1)
    await session.close()
  }

  @Test func whatWaitedGoesOutWithTheCorrectedToken() async throws {
    let fake = fake
    let strict = Transport { request in
      let isRight = (try? JSONReader.read(request.body))?["token"] == "token_2"
      return isRight
        ? try fake.respond(request)
        : TransportResponse(status: 401, body: Array(#"{"msg":"invalid token"}"#.utf8))
    }
    let wrong = try launch(strict)
    let answer = try await LinkrunnerClient(wrong).trackEvent("level_completed")
    #expect(answer["queued"] as? Bool == true)
    try await eventually { app.lines.withLock { $0.contains { $0.contains("waits") } } }
    await wrong.close()

    let right = try launch(strict, token: "token_2")
    try await eventually { fake.stored(.captureEvent).count == 1 }
    let stored = try #require(fake.stored(.captureEvent).first)
    #expect(stored.members?.filter { $0.name == "token" }.count == 1)
    await right.close()
  }

  @Test func anAnswerThatWasLostIsAskedForAgainWhileTheCallerWaits() async throws {
    fake.play(.lost, .status(503))
    let session = try launch(served)
    let answer = try await LinkrunnerClient(session).trackEvent("level_completed")
    #expect(answer["msg"] as? String == "received")
    #expect(fake.stored(.captureEvent).count == 1)
    #expect(Set(fake.bodies(.captureEvent).map { $0["event_id"] }).count == 1)
    await session.close()
  }

  @Test func aSessionThatHasEndedDoesNotTakeTheDirectoryAgain() async throws {
    let ended = try launch(served)
    await ended.close()
    await #expect(throws: LinkrunnerError.self) {
      try await LinkrunnerClient(ended).trackEvent("late")
    }
    let next = try launch(served)
    try await LinkrunnerClient(next).trackEvent("early")
    #expect(fake.stored(.captureEvent).count == 1)
    await next.close()
  }

  @Test func initializeIsTriedAgain() async throws {
    fake.play(.status(503), .lost)
    let session = try launch(served)
    let answer = try await LinkrunnerClient(session).initialize()
    #expect(answer["success"] as? Bool == true)
    #expect(Set(fake.requests.map { $0.header("idempotency-key") }).count == 1)
    #expect(fake.stored(.initialize).count == 1)
    await session.close()
  }

  /// The network loses requests, loses answers and delivers twice, the server has bad moments, and
  /// the app is started again and again.
  @Test(arguments: 0..<4)
  func whateverTheNetworkDoesEachFactArrivesOnceInOrder(round: Int) async throws {
    let seed = UInt64.random(in: 0...999_999)
    let chance = ManualClock(seed: seed).ambient
    let fake = fake
    let faulty = Transport { request in
      switch chance.random() % 6 {
      case 0: throw TransportError.notSent("no network")
      case 1:
        _ = try fake.respond(request)
        throw TransportError.noAnswer("the answer was lost")
      case 2:
        _ = try fake.respond(request)
        return try fake.respond(request)
      case 3: return TransportResponse(status: 503)
      default: return try fake.respond(request)
      }
    }
    var session = try launch(faulty, patienceMilliseconds: 0)
    for number in 0..<30 {
      let client = LinkrunnerClient(session)
      try await client.trackEvent("event \(number)")
      try await client.capturePayment(
        amount: Double(number), userId: "user_123", paymentId: number % 2 == 0 ? nil : "p\(number)")
      if chance.random() % 5 == 0 {
        await session.close()
        session = try launch(faulty, patienceMilliseconds: 0)
      }
    }
    try await eventually { try await session.client().flush().remaining == 0 }
    await session.close()

    #expect(
      fake.stored(.captureEvent).map { $0["event_name"]?.string } == (0..<30).map { "event \($0)" },
      "seed \(seed)")
    #expect(
      fake.stored(.capturePayment).map { $0["amount"]?.double } == (0..<30).map { Double($0) },
      "seed \(seed)")
    #expect(fake.requests.count > 60, "nothing came twice; seed \(seed)")
  }

  /// The vendor's protocol has no tokens, and the bare id of an install that Beckon's own API has
  /// registered proves nothing in it.
  @Test func whereTheSDKHasATokenItGoesAlong() async throws {
    let (fake, id) = (fake, "01m7xy0021f4xsry40tzfa1b7c")
    let session = try launch(
      Transport { request in
        guard request.url.hasSuffix("/v1/installs") else { return try fake.respond(request) }
        let answer: JSON = [
          "install": .string("ins_" + id), "token": "tok_1",
          "match": [
            "type": "none", "decision": .string("dec_" + id), "reason": "no_candidates",
          ],
        ]
        return TransportResponse(status: 201, body: answer.bytes)
      })
    let client = LinkrunnerClient(session)
    try await client.trackEvent("before")
    _ = try await session.client().start()
    try await client.trackEvent("after")
    _ = try await client.attributionData()
    let tokens = fake.requests.map { $0.headers["Beckon-Token"] }
    #expect(tokens == [nil, "tok_1", "tok_1"])
    await session.close()
  }

  private var served: Transport {
    let fake = fake
    return Transport { try fake.respond($0) }
  }

  private func launch(
    _ transport: Transport, token: String = "token_1", patienceMilliseconds: Int64 = 20_000
  ) throws -> LinkrunnerSession {
    var surroundings = app.surroundings(transport: transport)
    surroundings.patienceMilliseconds = patienceMilliseconds
    let session = app.session(surroundings)
    let url = try #require(URL(string: "https://go.example.com"))
    LinkrunnerClient(session).configure(token: token, debug: true, server: url)
    return session
  }
}
