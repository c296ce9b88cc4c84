import BeckonBasics
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// What a message for Slack says.
@Suite struct SlackBodyTests {
  private static func field(_ item: JSON, named name: String = "item") -> String? {
    let payload = WebhookPayload(
      id: Ambient.system.id(), topic: .event("buy"), at: Instant(milliseconds: 0),
      content: ["data": .object([JSON.Member(name, item)])])
    return SlackBody.make(payload, app: "shop")["blocks"]?[1]?["fields"]?[0]?["text"]?.string
  }

  @Test("What means something to Slack is escaped, whatever is put on top of it")
  func escaping() {
    #expect(
      Self.field("<\u{200D}!channel>\u{301} &\u{301}")
        == "*item*\n&lt;\u{200D}!channel&gt;\u{301} &amp;\u{301}")
  }

  @Test("A field stays within Slack's 2,000 characters, however many make up a letter")
  func length() throws {
    let letter = "a" + String(repeating: "\u{301}", count: 5_000)
    let (many, digits) = (
      String(repeating: "&", count: 5_000), String(repeating: "7", count: 5_000)
    )
    for item in [JSON.string(letter), .string(many), .number(digits)] {
      #expect(try #require(Self.field(item)).unicodeScalars.count <= 2_000)
    }
    #expect(try #require(Self.field(.string(many), named: many)).unicodeScalars.count <= 2_000)
  }
}
