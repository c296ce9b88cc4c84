import BeckonContract
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct IdentityTests {
  let app = TestApp()

  @Test func eventsBelongToWhoWasThereWhenTheyHappened() async throws {
    let client = try app.launch()
    try await client.start()
    client.track("anonymous")
    let ana = try await client.identify(userID: "ana")
    client.track("ana's")
    try client.reset()
    client.track("nobody's")
    let ben = try await client.identify(userID: "ben")
    client.track("ben's")
    _ = await client.flush()

    #expect(app.arrived == ["anonymous", "ana's", "nobody's", "ben's"])
    let events = app.server.events
    #expect(events.map { $0["person"]?.string } == [nil, ana.id, nil, ben.id])
    let installs = events.compactMap { $0["install_id"]?.string }
    #expect(installs.count == 2)
    #expect(Set(installs).count == 2)
    let tokens = app.server.requests.filter { $0.url.hasSuffix("/v1/events") }
      .map { $0.headers["Beckon-Token"] }
    #expect(tokens == ["token-of-install", "token-of-ana", "token-of-install", "token-of-ben"])
  }

  @Test func thePersonIsRememberedAfterARestart() async throws {
    let first = try app.launch()
    let ana = try await first.identify(userID: "ana") { $0.consent = "2026-11" }
    await first.close()
    let second = try app.launch()
    #expect(try second.person() == ana)
    second.track("event")
    _ = await second.flush()
    #expect(app.server.events[0]["person"] == .string(ana.id))
    #expect(app.server.events[0]["consent"] == "2026-11")
  }

  @Test func ofTwoIdentificationsTheLastCallCountsWhicheverIsAnsweredFirst() async throws {
    let gate = Gate()
    let client = try app.launch(
      transport: Transport { [app] request in
        if String(decoding: request.body, as: UTF8.self).contains("ana") { await gate.pass() }
        return try app.server.respond(request)
      })
    let slow = Task { try await client.identify(userID: "ana") }
    await gate.untilSomebodyWaits()
    let ben = try await client.identify(userID: "ben")
    await gate.open()
    _ = try await slow.value
    #expect(try client.person()?.id == ben.id)
  }

  @Test func aRepeatedTryCarriesTheSameKey() async throws {
    let client = try app.launch()
    app.server.play(.lost, .status(503))
    let clock = app.clock
    let sleeper = Task {
      while !Task.isCancelled {
        await clock.advanceToNextWake()
      }
    }
    _ = try await client.identify(userID: "ana")
    sleeper.cancel()
    let keys = app.server.requests.map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 3)
    #expect(Set(keys).count == 1)
    #expect(try #require(keys[0]).count == 36)
    #expect(app.server.requests[0].headers["Authorization"] == "Bearer pk_test")
  }

  @Test func attributesSetOfflineArriveLaterInTheirPlaceWithTheirFirstKey() async throws {
    let first = try app.launch()
    _ = try await first.identify(userID: "ana")
    app.server.decide { _ in .notSent }
    first.track("before")
    #expect(try await first.setAttributes(["level": 5]) == .queued)
    first.track("after")
    await first.close()
    app.server.decide { _ in .usual }

    let second = try app.launch()
    app.server.play(.usual, .lost)
    _ = await second.flush()
    _ = await second.flush()

    let calls = app.server.requests.dropFirst().map(\.method)
    #expect(calls == ["POST", "PATCH", "PATCH", "POST"])
    let patches = app.server.requests.filter { $0.method == "PATCH" }
    #expect(patches[0].headers["Idempotency-Key"] == patches[1].headers["Idempotency-Key"])
    #expect(patches[0].body == patches[1].body)
    #expect(app.arrived == ["before", "after"])
  }

  @Test func attributesNeedAPersonAndTellWhatTheServerRefuses() async throws {
    let client = try app.launch()
    await #expect(throws: BeckonError.notIdentified) {
      try await client.setAttributes(["level": 5])
    }
    _ = try await client.identify(userID: "ana")
    #expect(try await client.setAttributes(["level": 5]) == .delivered)
    app.server.play(.problem(.tokenRequired, detail: "no"))
    await #expect(throws: BeckonError.notSignedIn(nil)) {
      try await client.setAttributes(["level": 6])
    }
    #expect(try client.queueStatistics().events == 0)
  }

  @Test func whatSomebodySaysOfBeingWrittenToGoesAlongOrLater() async throws {
    let client = try app.launch()
    await #expect(throws: BeckonError.notIdentified) {
      try await client.setContactConsent { $0.mail = true }
    }
    _ = try await client.identify(userID: "ana") {
      $0.contactConsent.mail = true
      $0.contactConsent.push = false
    }
    #expect(try await client.setContactConsent { $0.whatsApp = true } == .delivered)
    let bodies = try app.server.requests.map { try JSONReader.read($0.body) }
    #expect(bodies.first?["contact_consent"] == ["mail": true, "push": false])
    #expect(bodies.last?["contact_consent"] == ["whatsapp": true])
    await #expect(throws: BeckonError.self) { try await client.setContactConsent { _ in } }
  }

  @Test func aStateFileThatCannotBeReadYetIsNoNewIdentity() async throws {
    let first = try app.launch()
    let ana = try await first.identify(userID: "ana")
    await first.close()
    let isLocked = Switch(true)
    var files = FileAccess.system
    files.open = { path, flags in
      guard isLocked.isOn, path.hasSuffix("state.json") else {
        return FileAccess.system.open(path, flags)
      }
      return Int32(fail(EPERM))
    }
    let second = try app.launch(files: files)
    second.track("too early")
    guard case .eventNotStored(_, _, .storageUnavailable) = await second.firstProblem() else {
      Issue.record("nobody was told")
      return
    }
    isLocked.isOn = false
    #expect(try second.person() == ana)
  }

  @Test func aStandingIsThePersonsOwn() async throws {
    let client = try app.launch()
    await #expect(throws: BeckonError.notIdentified) { try await client.standing(in: "cmp_x") }
    _ = try await client.identify(userID: "ana")
    let told: JSON = [
      "rank": .null, "tied": 0, "people": 7, "points": 0, "confirmed": 0, "unconfirmed": 0,
      "pending": 0, "to_next": 1, "board": "points",
      "queue": ["position": 3, "people_ahead": 2, "people": 9],
    ]
    app.server.play(.status(200, body: told.bytes))
    let standing = try await client.standing(in: "cmp_x", board: .points)
    #expect(standing.rank == nil && standing.people == 7 && standing.toNext == 1)
    #expect(standing.queue?.peopleAhead == 2 && standing.queue?.position == 3)
    let board: JSON = [
      "leaders": [
        [
          "rank": 1, "tied": 1, "person": "per_1", "name": "a***", "points": 5, "confirmed": 2,
          "unconfirmed": 0, "pending": 1,
        ]
      ], "next": .null, "board": "points",
    ]
    app.server.play(.status(200, body: board.bytes))
    let leaders = try await client.leaderboard(of: "cmp_x", board: .points, limit: 3)
    #expect(leaders.map(\.points) == [5] && leaders.first?.name == "a***")
    await #expect(throws: BeckonError.self) { try await client.leaderboard(of: "x", limit: 0) }
  }

  @Test func inviteesAreThePersonsOwn() async throws {
    let client = try app.launch()
    await #expect(throws: BeckonError.notIdentified) { try await client.invitees() }
    _ = try await client.identify(userID: "ana")
    let campaign = "cmp_01m7xy000fedjbz330nex3vnr1"
    let told: JSON = [
      "invitees": [
        [
          "campaign": .string(campaign), "name": "b***@example.com", "state": "awaiting_sign_up",
          "joined_at": "2026-11-21T09:30:00.000Z",
        ],
        [
          "campaign": .string(campaign), "state": "confirmed",
          "joined_at": "1970-01-01T00:00:01.000Z",
        ],
      ], "next": .null,
    ]
    app.server.play(.status(200, body: told.bytes))
    let invitees = try await client.invitees(limit: 2)
    #expect(invitees.map(\.name) == ["b***@example.com", nil])
    #expect(invitees.map(\.progress) == [.awaitingSignUp, .confirmed])
    #expect(invitees.last?.joinedAt == Date(timeIntervalSince1970: 1))
  }

  @Test func balancesAreThePersonsOwn() async throws {
    let client = try app.launch()
    await #expect(throws: BeckonError.notIdentified) { try await client.balances() }
    _ = try await client.identify(userID: "ana")
    let told: JSON = [
      ["unit": "EUR", "posted": -5, "pending": 7, "in_review": 2],
      // By a server of before, which tells all that is held as pending.
      ["unit": "USD", "posted": 1, "pending": 0],
    ]
    app.server.play(.status(200, body: told.bytes))
    #expect(
      try await client.balances() == [
        Balance(unit: "EUR", posted: -5, pending: 7, inReview: 2),
        Balance(unit: "USD", posted: 1, pending: 0),
      ])
  }
}
