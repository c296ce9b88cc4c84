import BeckonEngine
import BeckonModel
import Testing

/// Which webhook wants which fact.
@Suite struct WebhookInterestTests {
  private static let topics: [WebhookTopic] = [
    .install, .signUp, .conversion, .reward, .event("purchase"), .event("viewed"),
  ]

  private static func wanted(_ words: [String], among own: [WebhookTopic]? = nil) -> [String] {
    let interest = WebhookInterest(words.compactMap { WebhookSelector($0) }, among: own)
    return topics.filter(interest.wants).map(\.text)
  }

  @Test(
    "Each choice selects what it names, and nothing else",
    arguments: [
      (["install"], ["install"]),
      (["signup", "reward"], ["signup", "reward"]),
      (["event:viewed"], ["event:viewed"]),
      (["event:*"], ["event:purchase", "event:viewed"]),
      (["*"], ["install", "signup", "conversion", "reward", "event:purchase", "event:viewed"]),
      ([], []),
    ])
  func selects(words: [String], expected: [String]) {
    #expect(Self.wanted(words) == expected)
  }

  @Test("A form tells of its own topics at most")
  func form() {
    let own: [WebhookTopic] = [.install, .signUp, .event("viewed")]
    #expect(Self.wanted(["*"], among: own) == ["install", "signup", "event:viewed"])
    #expect(Self.wanted(["signup", "reward", "event:*"], among: own) == ["signup"])
  }

  @Test("Several together want what one of them wants")
  func union() {
    let both = WebhookInterest(any: [
      WebhookInterest([.topic(.install)]),
      WebhookInterest([.topic(.event("viewed"))]),
    ])
    #expect(Self.topics.filter(both.wants).map(\.text) == ["install", "event:viewed"])
    #expect(Self.topics.filter(WebhookInterest(any: []).wants).isEmpty)
    #expect(WebhookInterest.none.wants(.ping))
  }

  @Test("Words that are no choice are none", arguments: ["", "ping", "event:", "events", "*:*"])
  func words(_ word: String) {
    #expect(WebhookSelector(word) == nil)
  }
}
