import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@Suite struct InputTests {
  let app = TestApp()

  @Test func anyUnicodeArrivesAsItIs() async throws {
    let client = try app.launch()
    let texts = ["Ünïcödé 👩‍👩‍👧", "\u{1}\u{1F}\"\\/", "e\u{301} is not é", "\u{10FFFF}\u{FEFF}"]
    client.track("größe 📏", ["texts": texts])
    _ = await client.flush()
    #expect(app.server.events[0]["name"] == "größe 📏")
    let arrived = app.server.events[0]["properties"]?["texts"]?.elements ?? []
    #expect(arrived.compactMap { $0.string.map { Array($0.utf8) } } == texts.map { Array($0.utf8) })
  }

  @Test(
    arguments: [
      ("", [:]),
      (String(repeating: "n", count: 101), [:]),
      ("beckon.dropped", [:]),
      ("nul \0", [:]),
      ("nul", ["text": "a\0b"]),
      ("nul", ["name\0": 1]),
      ("huge", ["text": BeckonValue(String(repeating: "x", count: 40_000))]),
      ("no number", ["number": BeckonValue(Double.nan)]),
      ("endless", ["number": BeckonValue(-Double.infinity)]),
      ("no decimal", ["number": BeckonValue(Decimal.nan)]),
      ("deep", ["deep": (0..<40).reduce(nil) { value, _ in [value] }]),
    ] as [(String, [String: BeckonValue])])
  func whatTheServerWouldRefuseIsRefusedBeforeItIsStored(
    name: String, properties: [String: BeckonValue]
  ) async throws {
    let client = try app.launch()
    let id = client.track(name, properties)
    guard case .eventNotStored(id, name, .invalidInput(_, let reason)) = await client.firstProblem()
    else {
      Issue.record("nobody was told")
      return
    }
    #expect(!reason.isEmpty)
    #expect(try client.queueStatistics().events == 0)
  }
}
