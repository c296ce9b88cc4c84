import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// People from a file, in a running server's database.
@Suite struct PeopleImportTests {
  /// Five friends of whom each names who came by a later row, and one who names nobody.
  private static let people = """
    user_id,email,code,referrer_code,state,signed_up_at
    cem,cem@example.com,CEM,BEN,confirmed,2024-03-01T00:00:00Z
    ben,Ben@Example.com,BEN,ANA,confirmed,2024-02-01T00:00:00Z
    ana,ana@example.com,ANA,,confirmed,2024-01-01T00:00:00Z
    dora,dora@example.com,DORA,NOBODY,,

    """

  @Test("People come with their codes and referrers, whoever stands first, and nobody is paid")
  func codesAndReferrers() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [welcome, thanks])
      let done = try await server.importing(Self.people)
      #expect(done.tally.verdicts == [.accepted: 4])
      #expect(done.tally.referrers == [.made: 2, .unknownCode: 1])
      let (ana, ben) = (try await server.app.signUp("ana"), try await server.app.signUp("ben"))
      #expect(try await campaign.referral(of: ben)?["referrer"] == .string(ana.id))
      #expect(try await campaign.referral(of: ben)?["method"] == "import")
      #expect(try await campaign.leaders().values.reduce(0, +) == 2)
      #expect(try await server.app.transfers() == [])

      // By the code of before, somebody comes today, which is a referral like any other.
      let eve = try await server.app.signUp("eve", referrer: "ANA")
      #expect(try await campaign.referral(of: eve)?["referrer"] == .string(ana.id))
      #expect(try await server.app.transfers().count == 2)
    }
  }

  @Test("A referrer who comes with a later file is counted, also where the people were before")
  func laterReferrers() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [])
      try await server.importing("user_id,code\nana,ANA\nben,BEN\n")
      try await server.wait()
      let done = try await server.importing(
        "user_id,code,referrer_code\nana,ANA,\nben,BEN,ANA\n")
      #expect(done.tally.referrers == [.made: 1])
      let rows = try await server.app.get("/v1/funnel?by=link").list("funnel")
      let link = rows.first { $0["link"] != .null }
      #expect(link?["sign_ups"] == 1)
    }
  }

  @Test("Who only claims to be somebody's referrer is not made it by a file")
  func claimedReferrer() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [])
      _ = try await server.app.signUpInApp(["email": "gone@example.com"])
      let done = try await server.importing(
        "user_id,code,referrer_email\neve,EVE,gone@example.com\n", rewards: .open)
      #expect(done.tally.referrers == [.unknownCode: 1])
    }
  }

  @Test(
    "What imported people do from now on pays only if that is asked for", arguments: [false, true])
  func later(paysLater: Bool) async throws {
    try await TestServer.run { server in
      let buys = rule(["event": "buy"], to: "referrer")
      let campaign = try await server.app.campaign(
        rules: [buys, rule(["referrals": 2], to: "referrer", amount: 7)])
      try await server.importing(Self.people, rewards: paysLater ? .open : .settled)
      let ben = try await server.app.signUp("ben")
      try await server.app.event("buy", id: "1", of: ben)
      // The second friend: the first one was imported.
      _ = try await server.app.signUp("eve", referrer: "ANA")
      let amounts = try await server.app.transfers().compactMap { $0["amount"]?.integer }
      #expect(Set(amounts) == (paysLater ? [50, 7] : []))
      #expect(try await campaign.refusals(of: ben) == (paysLater ? [] : ["imported"]))
    }
  }

  @Test("Of who is here nothing is overwritten, and what is missing is added")
  func merging() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [welcome, thanks])
      let zoe = try await server.app.signUp("zoe")
      let ben = try await server.app.signUp("ben", referrer: zoe.code)
      let cem = try await server.app.signUp("cem")
      let paid = try await server.app.transfers()
      let done = try await server.importing(Self.people)
      #expect(done.tally.verdicts == [.accepted: 2, .merged: 2])
      #expect(done.tally.referrers == [.alreadyReferred: 1, .tooLate: 1, .unknownCode: 1])
      #expect(try await campaign.referral(of: ben)?["referrer"] == .string(zoe.id))
      #expect(try await campaign.referral(of: cem) == nil)
      #expect(try await server.app.transfers() == paid)
      let byMail = try await server.app.get("/v1/people?email=ben@example.com")
      #expect(byMail.string("people.0.person") == ben.id)
      // Both codes are Ben's: the one of before goes on, too.
      for code in [try #require(ben.code), "BEN"] {
        let friend = try await server.app.signUp("friend of \(code)", referrer: code)
        #expect(try await campaign.referral(of: friend)?["referrer"] == .string(ben.id))
      }
    }
  }

  @Test("A code that a client gave a link is the list's, and the row says so")
  func takenBack() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      try await app.set(["allowed_targets": ["https://shop.example/*"]])
      let target = JSON.string("https://shop.example/x")
      let theirs = try await app.link(["url": target, "code": "BEN"], as: .publishable)
      _ = try await app.phone(at: "203.0.113.7").open(theirs.shortURL)
      _ = try await app.link(["url": target, "code": "CEM"])
      let done = try await server.importing("user_id,code\nben,BEN\ncem,CEM\n")
      #expect(done.tally.verdicts == [.accepted: 1, .rejected: 1])
      let rows = try await server.rows(of: done)
      #expect(rows[0].remark?.hasPrefix("'code' was taken back") == true)
      #expect(rows[1].rejection?.reason == .codeTaken)
      let ben = try await app.get("/v1/people?user_id=ben").string("people.0.person")
      #expect(try await app.get("/v1/people?code=BEN").string("people.0.person") == ben)
      // The other goes on under another code, with what it has led to.
      let link = try await app.get("/v1/links/" + theirs.id)
      #expect(link.status == 200 && link.string("code") != "BEN")
      try await server.wait()
      let stats = try await app.get("/v1/links/\(theirs.id)/stats")
      #expect(stats.integer("clicks") == 1, "\(stats.text)")
    }
  }

  @Test("Each row that is rejected says why, and leaves nothing behind")
  func rejected() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [])
      let gone = try await server.app.signUp("gone")
      #expect(try await server.app.call("DELETE", "/v1/people/\(gone.id)").status == 204)
      _ = try await server.app.link(["url": "https://shop.example/", "code": "spring"])
      let done = try await server.importing(
        """
        user_id,phone,email,code,state
        gone,,,,
        a,12,,,
        b,,nobody,,
        ,,,LONELY,
        c,,,spring,
        d,,,web,
        e,,,a b,
        f,,,,pending
        g,,
        h,,h@example.com,H,
        i,,h@example.com,,
        """)
      #expect(done.tally.verdicts == [.accepted: 1, .rejected: 10])
      let rows = try await server.rows(of: done)
      #expect(
        rows.map { $0.rejection?.reason } == [
          .erased, .invalid, .invalid, .nobody, .codeTaken, .codeReserved, .codeMalformed, .invalid,
          .unreadable, nil, .severalPeople,
        ])
      #expect(rows.map(\.line) == Array(2...12))
      let details = rows.map { $0.rejection?.detail ?? "" }
      #expect(details[1].hasPrefix("'phone' is not a valid phone number"))
      #expect(details[4].hasPrefix("'code' belongs or belonged to another link; give"))
      #expect(details[7] == "'state' must be 'confirmed' or empty, as the campaign has 1 step")
      #expect(details[8].hasPrefix("the row has 3 cells, the first one 5"))
      let holder = try #require(rows[9].person)
      #expect(
        details[10] == "its identities are those of \(holder.text), with another 'user_id'")
      #expect(try await server.number("SELECT COUNT(*) FROM people WHERE erased_at IS NULL") == 1)
      #expect(try await server.number("SELECT COUNT(*) FROM links") == 3)
    }
  }

  @Test("A sign-up in the future is a mistake of the list, and not now")
  func future() async throws {
    try await TestServer.run { server in
      let done = try await server.importing(
        "user_id,signed_up_at\nana,2026-06-01T12:00:00Z\nben,2026-06-01T12:00:00+03:00\n")
      #expect(done.tally.verdicts == [.accepted: 1, .rejected: 1])
      let rows = try await server.rows(of: done)
      #expect(rows[0].rejection?.detail.hasPrefix("'signed_up_at' is in the future") == true)
    }
  }

  @Test("An import fills a campaign that takes nobody, and warns", arguments: [true, false])
  func standing(isPaused: Bool) async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [])
      if isPaused {
        let paused = try await server.app.patch(campaign.path, ["state": "paused"])
        #expect(paused.status == 200)
      }
      let done = try await server.importing("user_id,code\nana,ANA\n")
      #expect(done.tally.verdicts == [.accepted: 1])
      #expect(done.warnings.count == (isPaused ? 1 : 0))
      let ben = try await server.app.signUp("ben", referrer: "ANA")
      #expect((try await campaign.referral(of: ben) == nil) == isPaused)
    }
  }

  @Test("An import that was ended anywhere goes on, and again changes nothing")
  func resuming() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [])
      for pieces in [1, 2, 3, 5] {
        await #expect(throws: CancellationError.self) {
          try await server.importing(Self.people, endingAfter: pieces)
        }
      }
      let done = try await server.importing(Self.people)
      #expect(done.importedBefore == nil)
      #expect(done.tally.verdicts == [.accepted: 4])
      #expect(try await campaign.leaders().values.reduce(0, +) == 2)
      let before = try await server.number("SELECT COUNT(*) FROM links")
      let again = try await server.importing(Self.people)
      #expect(again.importedBefore != nil)
      #expect(again.tally == done.tally)
      #expect(try await server.number("SELECT COUNT(*) FROM links") == before)

      // More rows are another import, to which those of the first are there already.
      let more = try await server.importing(Self.people + "fay,fay@example.com,FAY,CEM,,\n")
      #expect(more.tally.verdicts == [.accepted: 1, .merged: 4])
      #expect(more.tally.referrers == [.made: 3, .unknownCode: 1])
      #expect(try await campaign.leaders().values.reduce(0, +) == 3)
      #expect(try await server.number("SELECT COUNT(*) FROM people") == 5)
    }
  }

  @Test(
    "A file that cannot be imported as a whole says what to do",
    arguments: [
      ("user_id,referer_code\na,b", "Did you mean 'referrer_code'?"), ("", "is empty"),
      ("user_id;email\n\"ana\",x\n", "separated by semicolons"),
      ("user_id,user_id\n", "two columns"),
      ("code\nA", "by what people are known"), ("user_id\n\"a", "line 2: a quote is not closed"),
      ("user_id,referrer_code,referrer_email\n", "several columns name the referrer"),
      ("user_id,code\na,A", "needs a campaign, and the app has none"),
    ])
  func refused(text: String, problem: String) async throws {
    try await TestServer.run { server in
      do {
        try await server.importing(text)
        Issue.record("\(text) was imported")
      } catch let refused as ImportRefused {
        #expect(refused.problem.contains(problem), "\(refused)")
        #expect(!refused.remedy.isEmpty)
      }
      #expect(try await server.number("SELECT COUNT(*) FROM imports") == 0)
    }
  }

  @Test(
    "What spreadsheets save is read: semicolons, tabs, and UTF-16 with its mark",
    arguments: [
      ("user_id;email;code\nana;ana@example.com;A\n", .utf8),
      ("\"user_id\";\"email\"\r\n\"ana\";\"ana@example.com\"\r\n", .utf8),
      ("\r\n\nuser_id;email\nana;ana@example.com\n", .utf8),
      ("user_id\temail\nana\tana@example.com", .utf16),
      ("\u{FEFF}user_id;email\nana;ana@example.com\nzoë😀;\n", .utf16LittleEndian),
      ("\u{FEFF}user_id,email\nana,ana@example.com\nzoë😀,\n", .utf16BigEndian),
    ] as [(String, String.Encoding)])
  func spreadsheets(text: String, encoding: String.Encoding) async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [])
      let done = try await server.importing(bytes: try #require(text.data(using: encoding)))
      #expect(done.tally.rejections.isEmpty)
      let found = try await server.app.get("/v1/people?email=ana@example.com").list("people")
      #expect(found.count == 1)
      guard text.contains("zoë") else { return }
      let zoe = try await server.app.get("/v1/people?user_id=zo%C3%AB%F0%9F%98%80").list("people")
      #expect(zoe.count == 1)
    }
  }

  @Test("UTF-16 that is none is refused before anything is imported", arguments: [0, 1, 2])
  func spoiltUTF16(fault: Int) async throws {
    var bytes = Data([0xFF, 0xFE]) + Data("user_id\nana\n".utf16.flatMap { [UInt8($0), 0] })
    switch fault {
    case 0: bytes += [0x41]
    case 1: bytes += [0x00, 0xDC]
    default: bytes += [0x00, 0xD8, 0x41, 0x00]
    }
    try await TestServer.run { [bytes] server in
      await #expect(throws: ImportRefused.self) {
        try await server.importing(bytes: bytes)
      }
      let imports = try await server.number("SELECT COUNT(*) FROM imports")
      #expect(imports == 0)
    }
  }

  @Test("Spaces around cells are not the cells', and a date that stands for none is refused")
  func cells() async throws {
    try await TestServer.run { server in
      let outcome = try await server.importing(
        "user_id, email ,signed_up_at\n ana , ana@example.com ,\nben,,1900-01-01T00:00:00Z\n")
      #expect(outcome.tally.rejections[.invalid] == 1)
      #expect(try await server.app.get("/v1/people?user_id=ana").list("people").count == 1)
    }
  }
}
