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
    "Red Summer Dress", "Blue Denim Jacket", "Leather Ankle Boots", "Running Shoes 42",
    "Wool Winter Coat", "Cotton T-Shirt", "Silk Evening Gown", "Canvas Tote Bag",
    "Wireless Headset", "USB-C Cable 2m", "Stainless Steel Pan", "Ceramic Coffee Mug",
    "Linen Table Cloth", "Oak Dining Table", "Ergonomic Office Chair", "LED Desk Lamp",
    "Yoga Mat 6mm", "Dumbbell Set 10kg", "Mountain Bike Helmet", "Camping Tent",
    "Hiking Backpack 40L", "Sleeping Bag", "Swimming Goggles", "Tennis Racket",
    "Football Size 5", "Basketball Hoop", "Electric Kettle", "Toaster 4 Slices",
    "Hand Blender", "Vacuum Cleaner", "Air Fryer 5L", "Rice Cooker", "Garden Hose 20m",
    "Lawn Mower", "Cordless Drill 18V", "Hammer Drill", "Paint Roller", "Wall Clock",
    "Picture Frame A4", "Scented Candle", "Bath Towel", "Shower Curtain", "Pillow Case",
    "Duvet Cover", "Baby Stroller", "Wooden Puzzle", "Board Game", "Acoustic Guitar",
    "Piano Keyboard", "Größe Umhängetasche",
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
      ["product": .string(title), "title": .string(title), "categories": ["Shop"], "price": "1"]
    }
    let told = try await server.ask(
      "POST", "/v1/products", key: keys.secret, ["products": .array(products)])
    try #require(told.status == 200, "\(told.text)")
    let phone = SegmentifyPhone()
    let session = SegmentifySession(phone.surroundings(.urlSession()), defaults: phone.defaults)
    session.configure { configuration in
      (configuration.key, configuration.domain) = (keys.publishable, "example.com")
      configuration.dataCenterURL = server.url
    }
    let manager = SegmentifyManager(session)
    try await eventually {
      try await type("Camping Tent", manager).products?.first?.productId == "Camping Tent"
    }
    for title in Self.titles {
      let letters = Array(title.unicodeScalars)
      for length in 1..<letters.count {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters[..<length])
        let found = try await type(String(text), manager)
        #expect(found.errorString == nil && found.campaign != nil, "\(String(text))")
        let isSearch = length >= 3
        #expect(found.instanceId == (isSearch ? "SEARCH" : "BEFORE_SEARCH"))
      }
      let found = try await type(title, manager)
      #expect(found.products?.first?.productId == title)
    }
    let before = try await type("", manager)
    #expect(before.instanceId == "BEFORE_SEARCH")
    #expect(before.lastSearches?.first == "Größe Umhängetasche" && before.lastSearches?.count == 20)
    await session.close()
  }
}
