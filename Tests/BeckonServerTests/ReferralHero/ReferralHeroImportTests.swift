import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import TestDatabases
import Testing

@testable import BeckonServer

/// The vendor's list of subscribers comes along with its ids, codes and referrers.
@Suite struct ReferralHeroImportTests {
  private static let export = """
    Subscriber ID,Name,Email,Referral Code,Referrer,People Referred,Status,Sign up date,Extra field,IP
    sub_8645f85ac894,Bob,bob@example.com,b0b0b0b0,ana@example.com,0,pending,03/02/2024 10:00,red,1.2.3.4
    sub_1645f85ac894,Ana,ana@example.com,3ab0f674,,2,,2024-01-02 10:00:00 UTC,gold,1.2.3.5
    """

  @Test(
    "Ids, codes and referrers stay: every call finds the member by the vendor's id, and its link")
  func stays() async throws {
    try await ReferralHeroShop.run(goals: [2]) { server, shop in
      let outcome = try await server.importing(
        Self.export, as: "referralhero", campaign: ReferralHeroShop.list(2))
      #expect(outcome.tally.verdicts == [.accepted: 2])
      #expect(outcome.tally.referrers == [.made: 1], "whose row comes later")
      #expect(outcome.warnings == ["left out, because nothing is known of these columns: 'IP'"])
      let rows = try await server.rows(of: outcome)
      #expect(
        rows.map(\.remark) == [
          nil, "the list says that they have referred 2, and 1 of these are here",
        ])
      var backend = shop.client(goal: 2)
      backend.key = shop.app.secret
      let bob = try await backend.call("GET", "/subscribers/sub_8645f85ac894")
      #expect(bob.string("data.code") == "b0b0b0b0" && bob.string("data.name") == "Bob")
      #expect(bob.string("data.extra_field") == "red")
      #expect(bob.integer("data.created_at") == 1_706_954_400)
      #expect(bob.string("data.referred_by.email") == "ana@example.com", "\(bob.text)")
      let paths = [
        "referrals_data", "rewards",
      ].map { ("GET", "/subscribers/sub_1645f85ac894/" + $0, nil as JSON?) }
      let writes: [(String, String, JSON?)] = [
        ("PATCH", "/subscribers/sub_1645f85ac894", ["extra_field_2": "blue"]),
        ("POST", "/subscribers/sub_1645f85ac894/click_capture", ["social": "facebook"]),
      ]
      for (method, path, body) in paths + writes {
        let answer = try await backend.call(method, path, body)
        #expect(answer.string("status") == "ok", "\(path): \(answer.text)")
      }
      let link = try await shop.app.get("/\(backend.list)/universal_link?mwr=3ab0f674", as: .none)
      #expect(link.status == 302, "\(link.text)")
    }
  }

  @Test("Who comes by an imported code, id or address is paid for; what the list tells never is")
  func rewards() async throws {
    try await ReferralHeroShop.run(goals: [1]) { server, shop in
      try await server.importing(
        Self.export.replacing("pending", with: "confirmed"), as: "referralhero",
        campaign: ReferralHeroShop.list(1))
      #expect(try await shop.paid() == 0)
      for (index, referrer) in ["3ab0f674", "https://shop.example/?mwr=3ab0f674"].enumerated() {
        var client = shop.client(at: "198.51.100.\(index + 10)")
        let joined = try await client.add([
          "email": .string("c\(index)@example.com"), "referrer": .string(referrer),
        ])
        #expect(joined.value("data.referred") == true, "\(referrer): \(joined.text)")
      }
      #expect(try await shop.paid() == 2)
      var backend = shop.client()
      backend.key = shop.app.secret
      let named = try await backend.add([
        "email": "dora@example.com", "referrer": "sub_1645f85ac894",
      ])
      #expect(named.string("data.referred_by.email") == "ana@example.com", "\(named.text)")
    }
  }

  @Test(
    "Each row that is not taken says why",
    arguments: [
      ("sub_1,,nobody,,,", ImportRejection.Reason.invalid),
      ("sub_1,,,,,", .nobody), ("sub_1,false,a@example.com,,,", .unverified),
      ("sub_1,maybe,a@example.com,,,", .invalid), ("sub_1,,a@example.com,unconfirmed,,", .invalid),
      ("sub_1,,a@example.com,,31/31/2024,", .invalid), ("sub_9,,a@example.com,,,", .idTaken),
      ("sub_1,,a@example.com,,,v1", .codeReserved), ("sub_1,,a@example.com,,,T", .codeTaken),
    ])
  func rejected(row: String, reason: ImportRejection.Reason) async throws {
    try await ReferralHeroShop.run(goals: [1]) { server, shop in
      let outcome = try await server.importing(
        "id,verified,email,status,date,code\nsub_9,yes,there@example.com,,,T\n" + row,
        as: "referralhero")
      #expect(outcome.tally.verdicts == [.accepted: 1, .rejected: 1])
      #expect(outcome.tally.rejections == [reason: 1])
    }
  }

  @Test("Who is here already is merged: what is missing is added, and nothing is overwritten")
  func merged() async throws {
    try await ReferralHeroShop.run(goals: [2]) { server, shop in
      var bob = shop.client(goal: 2)
      _ = try await bob.add(["email": "bob@example.com", "name": "Robert", "extra_field": "mine"])
      let outcome = try await server.importing(Self.export, as: "referralhero")
      #expect(outcome.tally.verdicts == [.accepted: 1, .merged: 1])
      bob.key = shop.app.secret
      let found = try await bob.call("GET", "/subscribers/sub_8645f85ac894")
      #expect(found.string("data.id") == bob.id && found.string("data.name") == "Robert")
      #expect(found.string("data.extra_field") == "mine", "\(found.text)")
    }
  }

  @Test("With the app's key alone, an imported member is nobody's: the phone learns id and code")
  func strangers() async throws {
    try await ReferralHeroShop.run(goals: [2]) { server, shop in
      try await server.importing(Self.export, as: "referralhero")
      var phone = shop.client(at: "192.0.2.66", goal: 2)
      let read = try await phone.call("GET", "/subscribers/sub_8645f85ac894")
      #expect(read.string("data.code") == "b0b0b0b0")
      #expect(
        !read.text.contains("bob@") && !read.text.contains("Bob") && !read.text.contains("\"red\""))
      let left = try await phone.call("DELETE", "/subscribers/sub_8645f85ac894", [:])
      #expect(left.string("code") == "invalid_token", "\(left.text)")
      #expect(phone.cookie == nil)
    }
  }

  @Test("An erased or merged member's id leads to nobody, or to who they are now")
  func later() async throws {
    try await ReferralHeroShop.run(goals: [2]) { server, shop in
      try await server.importing(Self.export, as: "referralhero")
      let people = try await shop.app.get("/v1/people?code=b0b0b0b0").list("people")
      let bob = try #require(people.first?["person"]?.string)
      let other = try await shop.app.signUp("other", more: ["email": "other@example.com"])
      let merged = try await shop.app.post(
        "/v1/people/\(bob)/merge", ["into": .string(other.id)])
      #expect(merged.status == 200, "\(merged.text)")
      var backend = shop.client(goal: 2)
      backend.key = shop.app.secret
      let found = try await backend.call("GET", "/subscribers/sub_8645f85ac894")
      #expect(found.status == 200, "\(found.text)")
      let erased = try await other.erase()
      #expect(erased.status < 300, "\(erased.text)")
      let gone = try await backend.call("GET", "/subscribers/sub_8645f85ac894")
      #expect(gone.string("code") == "subscriber_not_found", "\(gone.text)")
    }
  }

  @Test("Thousands of rows, ended again and again: each is in once, with its referrer")
  func many() async throws {
    try await ReferralHeroShop.run(goals: [1]) { server, shop in
      // Enough that each import is ended in its middle.
      let count = TestRun.isWhole ? 10_000 : 3_000
      let rows = (1...count).map { number in
        "sub_\(number),p\(number)@example.com,c\(number),\(number % 10 == 0 ? "" : "c\(number + 1)")"
      }
      let text = "id,email,code,referrer_code\n" + rows.joined(separator: "\n")
      let campaign = ReferralHeroShop.list(1)
      for pieces in [3, 5] {
        await #expect(throws: CancellationError.self) {
          try await server.importing(
            text, as: "referralhero", campaign: campaign, endingAfter: pieces,
            batchNanoseconds: 30_000_000)
        }
      }
      let outcome = try await server.importing(
        text, as: "referralhero", campaign: campaign, batchNanoseconds: 80_000_000)
      #expect(outcome.tally.verdicts == [.accepted: Int64(count)])
      #expect(outcome.tally.referrers == [.made: Int64(count) * 9 / 10])
      #expect(
        try await server.number("SELECT COUNT(DISTINCT alias) FROM members") == Int64(count))
      #expect(try await shop.paid() == 0)
    }
  }

  @Test(
    "A file that cannot be meant is refused before anything is imported",
    arguments: [
      ("name,code\nAna,a", "no column says by what people are known"),
      ("email,Mail\na@example.com,", "mean the same"),
      ("foo,bar\n1,2", "names no column that is known"),
    ])
  func refused(_ list: String, _ text: String) async throws {
    try await ReferralHeroShop.run(goals: [1]) { server, _ in
      do {
        try await server.importing(list, as: "referralhero")
        Issue.record("it was imported")
      } catch let refusal as ImportRefused {
        #expect((refusal.problem + refusal.remedy).contains(text), "\(refusal)")
      }
    }
  }

  @Test("The vendor's ids are found with and without 'sub_', however the list has them")
  func prefix() async throws {
    try await ReferralHeroShop.run(goals: [1]) { server, shop in
      let outcome = try await server.importing(
        "id,email\nsub_8645f85ac894,ana@example.com\n1645f85ac894,ben@example.com",
        as: "referralhero", campaign: ReferralHeroShop.list(1))
      #expect(outcome.tally.verdicts == [.accepted: 2])
      let backend = ReferralHeroBackEnd(app: shop.app)
      for (id, mail) in [("8645f85ac894", "ana"), ("1645f85ac894", "ben")] {
        for start in ["", "sub_"] {
          let found = try await backend.call("GET", "/subscribers/\(start)\(id)")
          #expect(found.string("data.email") == "\(mail)@example.com", "\(found.text)")
        }
      }
    }
  }
}
