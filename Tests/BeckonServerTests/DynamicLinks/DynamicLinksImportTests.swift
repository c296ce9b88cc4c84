import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// Short links that come along keep their codes.
@Suite struct DynamicLinksImportTests {
  private typealias Game = DynamicLinksGame
  private static let long = Game.long(
    "https://mygame.example.com/?invitedby=ana", Game.stores, on: "example.page.link")

  @Test("The console's list, with its own names of columns: codes stay, under the app's own domain")
  func console() async throws {
    try await Game.run { server, game in
      let list = """
        Link name,Short Dynamic Link,Long Dynamic Link
        Welcome,https://example.page.link/m9Mm,"\(Self.long)"
        ,https://example.page.link/a/b/c/d/e,\(Self.long)
        ,https://example.page.link/bad,javascript:alert(1)
        ,https://example.page.link/v1,\(Self.long)
        """
      for (round, count) in [(1, 1), (2, 1)] {
        let outcome = try await server.importing(
          list + (round == 2 ? "\n" : ""), as: "dynamiclinks", domain: Game.domain)
        #expect(outcome.rows == 4, "round \(round)")
        #expect(try await server.number("SELECT COUNT(*) FROM links") == Int64(count))
      }
      let rows = try await server.number(
        "SELECT COUNT(*) FROM import_rows WHERE verdict = 'rejected'")
      #expect(rows == 6)
      let opened = try await game.reopen("https://play.example/m9Mm")
      #expect(opened.string("deepLink") == "https://mygame.example.com/?invitedby=ana")
      #expect(opened.string("resolvedLink")?.hasPrefix("https://play.example/?") == true)
      let visit = try await game.with(.desktop).visit("https://play.example/m9Mm")
      #expect(visit.status == 302, "\(visit.text)")
      #expect(try await server.app.get("/v1/links").list("links")[0]["name"] == "Welcome")
    }
  }

  @Test("Without a domain links stay under their own, if it is the app's")
  func ownDomain() async throws {
    try await Game.run { server, game in
      let long = Game.long("https://mygame.example.com/", on: "play.example/promo")
      let list = """
        short_link,long_link
        https://play.example/promo/one,\(long)
        play.example/two,\(long)
        https://elsewhere.example/three,\(long)
        """
      try await server.importing(list, as: "dynamiclinks")
      #expect(try await game.reopen("https://play.example/promo/one").status == 200)
      #expect(try await game.reopen("https://play.example/two").status == 200)
      #expect(try await server.number("SELECT COUNT(*) FROM links") == 2)
    }
  }

  @Test("What of a link does nothing is told of its row, and a refusal says what to do")
  func remarks() async throws {
    try await Game.run { server, _ in
      let misspelt = Game.long("https://mygame.example.com/", Game.stores + [("utm_sourse", "x")])
      let list = """
        short_link,long_link
        https://play.example/one,\(misspelt)
        https://elsewhere.example/two,\(misspelt)
        https://play.example/three,https://play.example/?ibi=a
        https://play.example/promo,\(Game.long("https://mygame.example.com/"))
        """
      let outcome = try await server.importing(list, as: "dynamiclinks")
      #expect(outcome.rows == 4)
      let details = try await server.database.read { connection in
        try connection.rows("SELECT detail FROM import_rows ORDER BY line", []) {
          $0.optionalText(0) ?? ""
        }
      }
      #expect(details.count == 4)
      for (detail, text) in zip(
        details,
        [
          "'utm_sourse' is not known. Did you mean 'utm_source'?; it is left out",
          "import it again with --domain", "no long link whose 'link'", "path of one of the app's",
        ])
      {
        #expect(detail.contains(text), "\(detail)")
      }
    }
  }

  @Test("A code that is another link's is not taken from it")
  func taken() async throws {
    try await Game.run { server, game in
      _ = try await server.app.link(["url": "https://mygame.example.com/mine", "code": "mine"])
      try await server.importing(
        "short_link,link\nhttps://play.example/mine,https://mygame.example.com/other",
        as: "dynamiclinks")
      let visit = try await game.with(.desktop).visit("https://play.example/mine")
      #expect(visit["Location"]?.contains("/mine?") == true)
    }
  }

  @Test(
    "A file that cannot be meant is refused before anything is imported",
    arguments: [
      ("short_link\nhttps://play.example/a", nil, "one with what they lead to"),
      ("short_link,long_link\n,", "other.example", "is none of the app's link_domains"),
    ] as [(String, String?, String)])
  func refused(_ list: String, _ domain: String?, _ text: String) async throws {
    try await Game.run { server, _ in
      do {
        try await server.importing(list, as: "dynamiclinks", domain: domain)
        Issue.record("it was imported")
      } catch let refusal as ImportRefused {
        #expect((refusal.problem + refusal.remedy).contains(text), "\(refusal)")
      }
    }
  }
}
