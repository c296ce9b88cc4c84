import BeckonModel
import BeckonSDK
import BeckonTesting
import Testing

@Suite struct InputTests {
  let app = TestApp()

  @Test func anyUnicodeArrivesAsItIs() async throws {
    let client = try app.launch()
    let texts = ["Ünïcödé 👩‍👩‍👧", "\u{1}\u{1F}\"\\/", "e\u{301} is not é", "\u{10FFFF}\u{FEFF}"]
    try await client.track("größe 📏", ["texts": .array(texts.map(JSON.string))])
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
      ("huge", ["text": .string(String(repeating: "x", count: 40_000))]),
      ("no number", ["number": .number("NaN")]),
      ("no number", ["number": .number("1e")]),
      ("twice", ["object": .object([JSON.Member("a", 1), JSON.Member("a", 2)])]),
      ("deep", ["deep": (0..<40).reduce(JSON.null) { json, _ in .array([json]) }]),
    ] as [(String, [String: JSON])])
  func whatTheServerWouldRefuseIsRefusedBeforeItIsStored(
    name: String, properties: [String: JSON]
  ) async throws {
    let client = try app.launch()
    do throws(BeckonError) {
      try await client.track(name, properties)
      Issue.record("it was taken")
    } catch {
      guard case .invalidInput(let field) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!field.reason.isEmpty)
    }
    #expect(try await client.queueStatistics().events == 0)
  }
}
