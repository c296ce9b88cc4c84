import BeckonModel
import BeckonSDK

/// Gus looks for something in the pirates' shop: letter by letter, with a typo, and by a facet.
final class DemoSearch {
  private let server: DemoServer
  private let narrator: Narrator

  init(server: DemoServer, narrator: Narrator) {
    (self.server, self.narrator) = (server, narrator)
  }

  func play() async throws {
    let gus = try DemoPhone(of: "gus", at: "203.0.113.62", server)
    _ = try await gus.sdk.start()
    try await type(gus)
    try await mistype(gus)
    try await narrow(gus)
    await gus.sdk.close()
  }

  private func type(_ gus: DemoPhone) async throws {
    narrator.chapter("Gus types what he looks for")
    var first: [String] = []
    for typed in ["c", "co", "com"] {
      let found = try await found(typed, gus)
      first.append(found.products.first?.id ?? "")
    }
    narrator.expect(first.last == "compass", "three letters, and the compass stands first")
  }

  private func mistype(_ gus: DemoPhone) async throws {
    narrator.chapter("He mistypes")
    let typo = try await found("sypglass", gus)
    narrator.expect(
      typo.products.map(\.id) == ["spyglass"], "two letters swapped, and the spyglass is found")
    let joined = try await found("tri corne", gus)
    narrator.expect(joined.products.first?.id == "hat", "so is the hat, by a word taken apart")
    let size = try await found("hemp rope 25 m", gus)
    narrator.expect(
      size.products.first?.id == "rope" && size.dropped.contains("25"),
      "there is no rope of 25 m, and the answer says so")
  }

  private func narrow(_ gus: DemoPhone) async throws {
    narrator.chapter("He narrows it down")
    var choice = SearchChoice()
    choice.countsFacets = true
    choice.showsOutOfStock = true
    let all = try await found("", gus, choice)
    let categories = all.facets["category"] ?? []
    narrator.table(
      ["category", "products"], categories.map { [$0.value, "\($0.products)"] })
    narrator.expect(
      categories.first { $0.value == "Navigation" }?.products == 4,
      "the shop says how many products each category has")
    choice.categories = ["Deck"]
    let deck = try await found("la", gus, choice)
    narrator.expect(deck.products.map(\.id) == ["lantern"], "on deck there is one lantern")
  }

  /// What a text finds, told as a table.
  private func found(
    _ text: String, _ gus: DemoPhone, _ choice: SearchChoice = SearchChoice()
  ) async throws -> FoundProducts {
    var found = try await gus.sdk.search(text, choice)
    for _ in 0..<100 where found.isWarming {
      // The server reads its products by itself, and tells nobody when it has.
      try await Task.sleep(nanoseconds: 100_000_000)
      found = try await gus.sdk.search(text, choice)
    }
    guard !text.isEmpty else { return found }
    narrator.table(
      ["typed", "found"],
      [[text, found.products.map { $0.title ?? $0.id }.joined(separator: ", ")]])
    return found
  }
}
