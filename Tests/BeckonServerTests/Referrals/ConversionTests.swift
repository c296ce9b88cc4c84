import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// Conversions that come again, or of people who are not who they were.
@Suite struct ConversionTests {
  @Test("The same conversion is answered as before, whatever became of the person")
  func again() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        goal: 2, rules: [rule(["referral": "confirmed"], ["cap": ["total": 50]])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let first = try await campaign.convert(ben, step: 2, id: "1")
      #expect(first.list("paid").count == 1)
      #expect(try await campaign.convert(ben, step: 2, id: "1").body == first.body)
      // Another id for the same step pays nothing, and is not refused for the cap.
      #expect(try await campaign.convert(ben, step: 2, id: "2").list("paid") == [])
      #expect(try await campaign.refusals(of: ben) == [])
      #expect(try await ben.erase().status == 204)
      #expect(try await campaign.convert(ben, step: 2, id: "1").body == first.body)
      #expect(try await campaign.convert(ana, step: 2, id: "1").code == "idempotency_conflict")
      #expect(try await campaign.convert(ben, step: 2, id: "3").code == "not_found")
      #expect(try await server.number("SELECT COUNT(*) FROM transfers WHERE kind = 'reward'") == 1)
    }
  }

  @Test("The conversion of a merged person is the survivor's, who needs the token")
  func merged() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [])
      let ana = try await app.signUpInApp(["user_id": "ana"])
      let ben = try await app.signUpInApp(["user_id": "ben"])
      #expect(try await ben.merge(into: ana).status == 200)
      let bare = try await campaign.convert(ben, step: 2, id: "1", as: .publishable)
      #expect(bare.code == "token_required")
      let proven = try await campaign.convert(
        ben, step: 2, id: "1", as: .publishable, token: ben.token)
      #expect(proven.string("state") == "confirmed")
      let subject = try #require(PersonID(ana.id))
      let facts = try await server.number(
        "SELECT COUNT(*) FROM facts WHERE subject = $1 AND name = 'beckon.conversion'",
        [.id(subject)])
      #expect(facts == 1)
    }
  }

  @Test("An erased referrer is paid nothing for a conversion, and the reason can be read")
  func erasedReferrer() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        goal: 2, rules: [rule(["referral": "confirmed"], to: "both")])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await ana.erase().status == 204)
      #expect(try await campaign.convert(ben, step: 2, id: "1").list("paid").count == 1)
      #expect(try await campaign.refusals(of: ben) == ["erased"])
    }
  }

  @Test("A conversion that pays both sides takes at most sixteen statements")
  func statements() async throws {
    try await TestServer.run { server in
      let app = server.app
      let made = try await app.campaign(
        goal: 2, rules: [rule(["referral": "confirmed"], to: "both")])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let person = try #require(PersonID(ben.id))
      let (paid, count, journeys) = try await server.database.write { connection in
        let app = try TestServer.context(connection)
        let campaign = try #require(app.campaign(named: made.id))
        let counting = CountingConnection(connection)
        let scope = Scope(
          connection: counting, app: app, now: Ambient.system.now(), ambient: .system)
        let conversion = Conversion(
          step: 2, of: person, in: campaign, clientID: "1", trust: .server)
        let outcome = try Conversions(scope).record(conversion)
        try Conversions(scope).keep(status: 200, body: "", of: conversion)
        guard case .recorded(_, let paid) = outcome else {
          return (0, counting.count, counting.journeys)
        }
        return (paid.count, counting.count, counting.journeys)
      }
      #expect(paid == 2)
      #expect(count <= 16)
      #expect(journeys <= 7)
    }
  }
}
