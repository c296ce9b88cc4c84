import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// Ben used the app before it came here. He opens Ana's link and installs the app on a new phone:
/// nobody is paid as if he were new, whoever tells of him.
@Suite struct FromBeforeTests {
  /// Who tells that it is Ben.
  enum Teller: CaseIterable {
    case phone, phoneUsedAnonymously, server, serverWithClick, linkrunner
  }

  private static func tell(
    _ teller: Teller, _ app: TestApp, _ link: String?
  ) async throws {
    if teller == .linkrunner {
      let phone = LinkrunnerPhone(app: app)
      _ = try await phone.send("init", ["link": .string(try #require(link))])
      _ = try await phone.send("trigger", ["user_data": ["id": "ben"]])
      return
    }
    let phone = try await app.phone(at: "203.0.113.7").open(link).install()
    #expect(phone.match != "none")
    let install = JSON.string(phone.installID)
    switch teller {
    case .phone, .linkrunner: _ = try await phone.signUp("ben")
    case .phoneUsedAnonymously:
      let nobody = try await phone.useAnonymously()
      #expect(nobody.referredBy != nil)
      _ = try await phone.signUp("ben")
    case .server: _ = try await app.signUp("ben", more: ["install_id": install])
    case .serverWithClick:
      let click = JSON.string(try #require(phone.click))
      let ben = try await app.signUp("ben", more: ["install_id": install, "click_id": click])
      #expect(ben.answer.string("referral.status") == "too_late")
    }
  }

  private static func old(_ server: TestServer) async throws -> Int64 {
    try await server.number(
      "SELECT COUNT(*) FROM decisions WHERE reason = 'old_install' AND link IS NULL")
  }

  @Test("A user who was listed is not new, whoever names them", arguments: Teller.allCases)
  func listed(teller: Teller) async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [welcome, thanks])
      let ana = try await server.app.signUp("ana")
      try await server.importing("user_id\nben\n", as: "linkrunner")
      try await Self.tell(teller, server.app, ana.link)
      #expect(try await server.app.transfers() == [])
      #expect(try await Self.old(server) == 1)
      #expect(try await server.number("SELECT COUNT(*) FROM click_claims") == 0)
      let ben = try await server.app.signUp("ben")
      #expect(try await campaign.referral(of: ben) == nil)
      // Ben is in the campaign all the same, and can bring others.
      #expect(ben.code != nil)
      _ = try await server.app.signUp("cem", referrer: ben.code)
      #expect(try await ben.balance == 50)
    }
  }

  @Test("Nor is one who names a friend's code, however often", arguments: [true, false])
  func withCode(isServer: Bool) async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [welcome, thanks])
      let ana = try await server.app.signUp("ana")
      try await server.importing("user_id\nben\n", as: "linkrunner")
      for _ in 1...2 {
        let ben = try await server.app.post(
          "/v1/people", ["user_id": "ben", "referrer": .string(try #require(ana.code))],
          as: isServer ? .secret : .publishable)
        if isServer { #expect(ben.string("referral.status") == "too_late", "\(ben.text)") }
      }
      #expect(try await server.app.transfers() == [])
      let ben = try await server.app.signUp("ben")
      #expect(try await campaign.referral(of: ben) == nil)
    }
  }

  @Test("An identity that is and stays somebody else's makes nobody an earlier user")
  func conflicting() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [welcome, thanks])
      let ana = try await server.app.signUp("ana")
      try await server.importing("user_id,phone\nold,+905551112233\n")
      let phone = try await server.app.phone(at: "203.0.113.7").open(ana.link).install()
      let install = JSON.string(phone.installID)
      _ = try await server.app.signUp("cem", more: ["install_id": install])
      #expect(try await ana.balance == 50)
      let named = try await server.app.signUp(
        "cem", more: ["install_id": install, "phone": "+905551112233"])
      #expect(named.answer.value("conflicts") == ["phone"])
      #expect(try await ana.balance == 50)
    }
  }

  @Test("So is whoever was imported, by any of their identities")
  func imported() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [welcome, thanks])
      let ana = try await server.app.signUp("ana")
      try await server.importing("user_id,email\nben,ben@example.com\n")
      let phone = try await server.app.phone(at: "203.0.113.7").open(ana.link).install()
      _ = try await server.app.signUp("ben", more: ["install_id": .string(phone.installID)])
      #expect(try await Self.old(server) == 1)
      // Also when the file comes after the phone.
      let other = try await server.app.phone(at: "203.0.113.8").open(ana.link).install()
      _ = try await other.signUp("cem")
      #expect(try await ana.balance == 50)
      try await server.importing("user_id\ncem\n")
      #expect(try await Self.old(server) == 2)
      #expect(try await ana.balance == 0)
    }
  }

  @Test("A list that comes late takes back what was paid for its users")
  func late() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [welcome, thanks])
      let ana = try await server.app.signUp("ana")
      try await Self.tell(.server, server.app, ana.link)
      #expect(try await ana.balance == 50)
      try await server.importing("user_id\nben\n", as: "linkrunner")
      #expect(try await ana.balance == 0)
      #expect(try await Self.old(server) == 1)
    }
  }

  @Test("An account of before on another's new phone does not make that old")
  func anothers() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [welcome, thanks])
      let ana = try await server.app.signUp("ana")
      try await server.importing("user_id\nben\n", as: "linkrunner")
      let phone = try await server.app.phone(at: "203.0.113.7").open(ana.link).install()
      let cem = try await phone.signUp("cem")
      _ = try await phone.signUp("ben")
      #expect(try await Self.old(server) == 0)
      #expect(try await (ana.balance, cem.balance) == (50, 50))
    }
  }

  @Test("An erasure forgets the list's ids, and who comes back is welcomed no more for that")
  func erased() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [welcome, thanks])
      let ana = try await server.app.signUp("ana")
      let phone = LinkrunnerPhone(app: server.app)
      let vendorID = "6D92078A-8246-4BA4-AE5B-76104861E7DC"
      try await server.importing(
        "install_instance_id,idfv,user_id\n\(phone.installID),\(vendorID),ben\n", as: "linkrunner")
      let device = JSON.object(
        (LinkrunnerPhone.device.members ?? []).filter { $0.name != "idfv" }
          + [JSON.Member("idfv", .string(vendorID))])
      _ = try await phone.send("init", ["device_data": device])
      _ = try await phone.send("trigger", ["user_data": ["id": "ben"]])
      let ben = try await server.app.signUp("ben")
      #expect(try await server.number("SELECT COUNT(*) FROM earlier_ids") == 3)
      #expect(try await ben.erase().status == 204)
      #expect(try await server.number("SELECT COUNT(*) FROM earlier_ids") == 0)
      let again = try await server.app.signUp("ben", referrer: ana.code)
      #expect(Set(try await campaign.refusals(of: again)) == ["returning"])
      #expect(try await server.app.transfers() == [])
    }
  }
}
