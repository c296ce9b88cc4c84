import BeckonModel
import TestDatabases
import Testing

/// What people were paid who turn out to be one: the order in which it comes out makes no
/// difference.
@Suite struct MergedRewardTests {
  /// People who are one, and who is merged into whom. Only members of the campaign buy.
  struct Case: Sendable, CustomTestStringConvertible {
    let members: [String]
    var strangers: [String] = []
    let merges: [(String, String)]

    var testDescription: String { merges.map { "\($0.0) into \($0.1)" }.joined(separator: ", ") }
  }

  private static let cases = [
    Case(members: ["x", "y"], merges: [("x", "y")]),
    Case(members: ["x", "y", "z"], merges: [("x", "y"), ("y", "z")]),
    Case(members: ["x", "y", "z"], merges: [("x", "y"), ("z", "y")]),
    Case(members: ["x", "y"], strangers: ["n"], merges: [("x", "n"), ("y", "n")]),
    Case(members: ["x", "y"], strangers: ["n"], merges: [("x", "n"), ("n", "y")]),
  ]

  @Test("A rule pays both sides once, whatever happens first", arguments: cases)
  func everyOrder(_ example: Case) async throws {
    try await TestServer.run { server in
      let app = server.app
      let once = rule(["event": "buy"], to: "both")
      let campaign = try await app.campaign(rules: [once])
      let other = try await app.campaign(name: "other", rules: [])
      try await app.set(["default_campaign": .string(other.id)])
      let steps = Array(0..<example.members.count + example.merges.count)
      let orders = Self.orders(of: steps)
      // In a short run every fifth of very many orders.
      let isAll = TestRun.isWhole || orders.count <= 24
      for (number, order) in orders.enumerated() where isAll || number % 5 == 0 {
        let ana = try await app.signUp("ana-\(number)", campaign: campaign)
        var people: [String: TestPerson] = [:]
        for name in example.members {
          people[name] = try await app.signUp("\(name)-\(number)", referrer: ana.code)
        }
        for name in example.strangers {
          people[name] = try await app.signUp("\(name)-\(number)")
        }
        for step in order {
          try await server.wait(minutes: 1)
          if step < example.members.count {
            let buyer = try #require(people[example.members[step]])
            try await app.event("buy", id: "\(number)-\(step)", of: buyer)
          } else {
            let (old, new) = example.merges[step - example.members.count]
            let survivor = try #require(people[new])
            #expect(try await people[old]?.merge(into: survivor).status == 200)
          }
        }
        let last = try #require(people[example.merges.last?.1 ?? ""])
        #expect(try await last.balance == 50, "\(order)")
        #expect(try await ana.balance == 50, "\(order)")
      }
    }
  }

  private static func orders(of steps: [Int]) -> [[Int]] {
    guard steps.count > 1 else { return [steps] }
    return steps.flatMap { first in
      orders(of: steps.filter { $0 != first }).map { [first] + $0 }
    }
  }

  @Test("A step pays both sides once, however late the merge", arguments: 0...2)
  func steps(before merge: Int) async throws {
    try await TestServer.run { server in
      let app = server.app
      let done = rule(["referral": "confirmed"], to: "both")
      let campaign = try await app.campaign(goal: 2, rules: [done])
      let ana = try await app.signUp("ana")
      let old = try await app.signUp("old", referrer: ana.code)
      let new = try await app.signUp("new", referrer: ana.code)
      for (number, person) in [old, new].enumerated() {
        if number == merge { #expect(try await old.merge(into: new).status == 200) }
        #expect(try await campaign.convert(person, step: 2, id: "\(number)").status == 200)
      }
      if merge == 2 { #expect(try await old.merge(into: new).status == 200) }
      #expect(try await (new.balance, ana.balance) == (50, 50))
    }
  }

  @Test("The referrers of both keep what each was paid", arguments: [false, true])
  func twoReferrers(mergesFirst: Bool) async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], to: "both")])
      let ana = try await app.signUp("ana")
      let zoe = try await app.signUp("zoe")
      let old = try await app.signUp("old", referrer: ana.code)
      let new = try await app.signUp("new", referrer: zoe.code)
      try await app.event("buy", id: "1", of: old)
      if mergesFirst { _ = try await old.merge(into: new) }
      try await app.event("buy", id: "2", of: new)
      if !mergesFirst { _ = try await old.merge(into: new) }
      #expect(try await (new.balance, ana.balance, zoe.balance) == (50, 50, 50))
    }
  }

  @Test("What a rule pays per event stays paid: they are different facts")
  func perEvent() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], to: "both", ["per": "event"])])
      let ana = try await app.signUp("ana")
      let old = try await app.signUp("old", referrer: ana.code)
      let new = try await app.signUp("new", referrer: ana.code)
      try await app.event("buy", id: "1", of: old)
      try await app.event("buy", id: "2", of: new)
      #expect(try await old.merge(into: new).status == 200)
      try await app.event("buy", id: "3", of: new)
      #expect(try await (new.balance, ana.balance) == (150, 150))
      #expect(try await app.transfers().filter { $0["kind"] == "clawback" } == [])
    }
  }

  @Test("What was taken back before leaves the other paid", arguments: [0, 1])
  func takenBack(which: Int) async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let old = try await app.signUp("old", referrer: ana.code)
      try await server.wait(minutes: 1)
      let people = [old, try await app.signUp("new", referrer: ana.code)]
      let reward = try await app.transfers().first {
        $0["to"]?.string == "person:" + people[which].id
      }
      let id = try #require(reward?["id"]?.string)
      #expect(try await app.call("POST", "/v1/ledger/transfers/\(id)/clawback").status == 200)
      #expect(try await people[0].merge(into: people[1]).status == 200)
      #expect(try await people[1].balance == 50)
    }
  }

  @Test("A merge tells in the ledger which reward stands for both")
  func told() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [rule(["referral": "confirmed"])])
      let ana = try await app.signUp("ana")
      let old = try await app.signUp("old", referrer: ana.code)
      let new = try await app.signUp("new", referrer: ana.code)
      let paid = try await campaign.convert(old, step: 2, id: "1").list("paid").first
      let first = try #require(paid?["id"])
      #expect(try await old.merge(into: new).status == 200)
      let voided = try await app.transfers("&state=voided")
      #expect(voided.map { $0["reasons"] } == [["paid_twice_by_one_rule", first]])
      #expect(try await campaign.convert(new, step: 2, id: "2").list("paid") == [])
      #expect(try await campaign.refusals(of: new) == [])
      #expect(try await (new.balance, new.pending) == (50, 0))
    }
  }

  @Test("The coupon of a held reward goes along, and back when the reward is voided")
  func coupon() async throws {
    try await TestServer.run { server in
      let app = server.app
      let path = "/v1/coupon-pools/spring/codes"
      _ = try await app.post(path, ["codes": ["A"]])
      let held = rule(["event": "buy"], ["hold_days": 1, "coupon_pool": "spring"])
      let first = try await app.campaign(rules: [held])
      let other = try await app.campaign(name: "other", rules: [])
      try await app.set(["default_campaign": .string(other.id)])
      let ana = try await app.signUp("ana", campaign: first)
      let old = try await app.signUp("old", referrer: ana.code)
      let new = try await app.signUp("new")
      try await app.event("buy", id: "1", of: old)
      #expect(try await old.merge(into: new).status == 200)
      #expect(try await new.pending == 50)
      #expect(try await app.post(path, ["codes": ["A"]]).integer("free") == 0)
      try await app.event("refund", id: "r", of: new, ["of": "1"])
      #expect(try await app.post(path, ["codes": ["A"]]).integer("free") == 1)
    }
  }

  @Test("What is approved after a merge is held from its fact on")
  func approved() async throws {
    try await TestServer.run { server in
      let app = server.app
      let careful = rule(["event": "buy"], to: "referrer", ["trust": "server", "hold_days": 2])
      _ = try await app.campaign(rules: [careful])
      let old = try await app.signUp("old")
      let new = try await app.signUp("new")
      let ben = try await app.signUp("ben", referrer: old.code)
      try await app.event("buy", id: "1", of: ben, as: .publishable)
      try await server.wait(days: 1.5)
      #expect(try await old.merge(into: new).status == 200)
      let id = try #require(try await app.transfers("&state=in_review").first?["id"]?.string)
      _ = try await app.post("/v1/ledger/transfers/\(id)/review", ["decision": "approve"])
      #expect(try await (new.balance, new.pending) == (0, 50))
      try await server.wait(days: 0.6)
      #expect(try await (new.balance, new.pending) == (50, 0))
    }
  }
}
