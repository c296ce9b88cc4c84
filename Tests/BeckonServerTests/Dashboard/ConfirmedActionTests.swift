import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// What is not undone by another button asks first, without a script.
@Suite struct ConfirmedActionTests {
  /// What stands within the questions of a page.
  private static func questions(_ page: String) -> String {
    page.components(separatedBy: "<details class=\"confirm\">").dropFirst()
      .map { $0.components(separatedBy: "</details>")[0] }.joined()
  }

  private static func count(_ word: String, _ text: String) -> Int {
    text.components(separatedBy: word).count
  }

  @Test("Ending, archiving, removing, deleting and revoking are confirmed")
  func confirmed() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome])
      let link = try await app.link(["url": "https://shop.example"])
      let hook = try await app.post(
        "/v1/webhooks", ["url": "https://hooks.example/in", "facts": ["install"]], as: .secret)
      let id = try #require(hook.string("id"), "\(hook.text)")
      let ana = try await TestOperator.signedIn(server)
      _ = try await TestOperator.signedIn(server, .read, name: "Ben")
      let home = "/dashboard/\(app.id.text)/"
      for (path, words) in [
        (
          home + "campaigns/" + campaign.id,
          ["value=\"ended\"", "value=\"archived\"", "remove-rule"]
        ),
        (home + "links/" + link.id, ["value=\"delete\""]),
        (home + "webhooks/" + id, ["value=\"delete\""]), (home + "keys", ["value=\"revoke\""]),
        ("/dashboard/operators", ["value=\"remove\""]),
      ] {
        let page = try await ana.get(path)
        #expect(page.status == 200, "\(path)")
        let asked = Self.questions(page.text)
        for word in words {
          #expect(asked.contains(word), "\(path) \(word)")
          let (all, behind) = (Self.count(word, page.text), Self.count(word, asked))
          #expect(all == behind, "\(path) \(word): only behind the question")
        }
      }
      // Who only looks is asked nothing.
      let reader = try await TestOperator.signedIn(server, .read, name: "Eve")
      let shown = try await reader.get(home + "campaigns/" + campaign.id).text
      #expect(Self.questions(shown) == "")
    }
  }
}
