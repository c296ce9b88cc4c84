import BeckonModel
import BeckonTesting
import Testing

/// In whatever order the facts of rules on counts come, how often, and whenever it turns out that
/// two referrers are one: the end is the same.
@Suite struct CountOrderTests {
  /// Something that happens.
  private enum Fact {
    case step(Int, friend: Int, isServers: Bool)
    case approval(friend: Int)
    case merge
  }

  private static let rules = [
    rule(["referrals": 3], to: "referrer", ["unit": "three"]),
    rule(["referrals": 2, "every": true], to: "referrer", ["unit": "each", "trust": "server"]),
  ]

  @Test("The order of facts, repetitions and merges make no difference to rules on counts")
  func anyOrder() async throws {
    try await TestServer.run { server in
      var dice = SeededGenerator(announcedFor: "rules on counts")
      for number in 0..<3 {
        let friends = (0..<8).map { _ in
          (isOld: Bool.random(using: &dice), isSelf: Int.random(in: 0..<3, using: &dice) == 0)
        }
        let facts = Self.facts(about: friends.count, &dice)
        var ends: Set<[Int64]> = []
        for round in 0..<4 {
          let story = try await Story(server.app, "\(number)-\(round)", friends)
          var order = facts.shuffled(using: &dice)
          order += order.shuffled(using: &dice).prefix(6)
          for (place, fact) in order.enumerated() { try await story.happen(fact, place) }
          // An approval before the step vouches for nothing, so all come once more.
          for case .approval(let friend) in facts { try await story.approve(friend) }
          ends.insert(try await story.end())
        }
        #expect(ends.count == 1, "\(ends)")
        #expect(ends.first?[1] != 0)
      }
    }
  }

  private static func facts(about friends: Int, _ dice: inout SeededGenerator) -> [Fact] {
    var facts: [Fact] = [.merge]
    for friend in 0..<friends {
      facts.append(.step(2, friend: friend, isServers: true))
      // Enough of the server's that something is paid.
      let isServers = friend < 4 || Bool.random(using: &dice)
      facts.append(.step(3, friend: friend, isServers: isServers))
      if friend < 4 || Bool.random(using: &dice) { facts.append(.approval(friend: friend)) }
    }
    return facts
  }

  private struct Story {
    let campaign: TestCampaign
    let old: TestPerson
    let new: TestPerson
    let friends: [TestPerson]

    init(
      _ app: TestApp, _ name: String, _ kinds: [(isOld: Bool, isSelf: Bool)]
    ) async throws {
      campaign = try await app.campaign(goal: 3, name: name, rules: CountOrderTests.rules)
      func mail(_ tag: String) -> JSON { .string("ana+\(tag)@\(name).example") }
      old = try await app.signUp("old-\(name)", campaign: campaign, more: ["email": mail("old")])
      new = try await app.signUp("new-\(name)", campaign: campaign, more: ["email": mail("new")])
      var friends: [TestPerson] = []
      for (place, kind) in kinds.enumerated() {
        friends.append(
          try await app.signUp(
            "friend-\(name)-\(place)", referrer: kind.isOld ? old.code : new.code,
            more: kind.isSelf ? ["email": mail("\(place)")] : [:]))
      }
      self.friends = friends
    }

    func happen(_ fact: Fact, _ place: Int) async throws {
      switch fact {
      case .step(let step, let friend, let isServers):
        _ = try await campaign.convert(
          friends[friend], step: step, id: "\(campaign.id) \(friend) \(step) \(place)",
          as: isServers ? .secret : .publishable, token: friends[friend].token)
      case .approval(let friend): try await approve(friend)
      case .merge: _ = try await old.merge(into: new)
      }
    }

    func approve(_ friend: Int) async throws {
      #expect(try await campaign.review(friends[friend], "approve").status == 200)
    }

    /// What the one person has in the end.
    func end() async throws -> [Int64] {
      [try await new.balance(of: "three"), try await new.balance(of: "each")]
    }
  }
}
