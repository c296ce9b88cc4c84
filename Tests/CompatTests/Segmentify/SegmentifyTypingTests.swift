import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import TestPrograms
import Testing

@testable import BeckonCompatSegmentify

/// Somebody types in an app of the vendor's names, with the real server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SegmentifyTypingTests {
  /// What a shop sells; each title is typed letter by letter.
  private static let titles = [
    "dress", "denim", "boots", "shoes 42", "coat", "t-shirt", "gown", "tote", "headset", "cable 2m",
    "pan", "mug", "linen", "table", "chair", "lamp", "yoga mat", "dumbbell", "helmet", "tent",
    "backpack", "sleep bag", "goggles", "racket", "ball 5", "hoop", "kettle", "toaster", "blender",
    "vacuum", "fryer 5l", "cooker", "hose 20m", "mower", "drill 18v", "hammer", "roller", "clock",
    "frame a4", "candle", "towel", "curtain", "pillow", "duvet", "stroller", "puzzle", "board",
    "guitar", "piano", "größe",
  ]

  @MainActor private func type(
    _ text: String, _ manager: SegmentifyManager
  ) async throws -> SearchModel {
    let model = SearchPageModel()
    (model.query, model.lang) = (text, "EN")
    let heard = Heard<SearchModel>()
    manager.sendSearchPageView(segmentifyObject: model) { heard.add($0) }
    try await eventually { heard.all.count == 1 }
    return try #require(heard.all.first)
  }

  @Test("Each beginning of fifty queries is answered, and each whole query finds its product first")
  @MainActor func session() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(
      folder, "--rate-limit-install", "1000000", "--rate-limit-address", "1000000")
    let products = Self.titles.map { title -> JSON in
      ["product": .string(title), "title": .string(title)]
    }
    let told = try await server.ask(
      "POST", "/v1/products", key: keys.secret, ["products": .array(products)])
    try #require(told.status == 200 && !told.text.has(text: "rejected"), "\(told.text)")
    let phone = SegmentifyPhone()
    let session = SegmentifySession(phone.surroundings(.urlSession()), defaults: phone.defaults)
    session.configure { configuration in
      (configuration.key, configuration.domain) = (keys.publishable, "example.com")
      configuration.dataCenterURL = server.url
    }
    let manager = SegmentifyManager(session)
    try await eventually {
      try await type("tent", manager).products?.first?.productId == "tent"
    }
    for title in Self.titles {
      let letters = Array(title.unicodeScalars)
      for length in 1..<letters.count {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters[..<length])
        let found = try await type(String(text), manager)
        #expect(
          found.errorString == nil && found.campaign != nil,
          "\(String(text)): \(found.errorString ?? "")")
        let isSearch = length >= 3
        #expect(found.instanceId == (isSearch ? "SEARCH" : "BEFORE_SEARCH"))
      }
      let found = try await type(title, manager)
      #expect(found.products?.first?.productId == title)
    }
    let before = try await type("", manager)
    #expect(before.instanceId == "BEFORE_SEARCH")
    #expect(before.lastSearches?.first == "größe" && before.lastSearches?.count == 20)
    await session.close()
  }
}
