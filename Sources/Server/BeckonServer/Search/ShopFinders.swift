import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonText

/// What this server keeps of each shop to search in its products. `ShopReader` feeds it, beside
/// `ShopModels`.
final class ShopFinders: Sendable {
  private struct State: Sendable {
    var shops: [Int64: ShopFinding] = [:]
  }

  /// Bytes that each shop may take.
  let bytesMax: Int
  private let memory: IndexMemory
  private let state = Locked(State())
  /// Who may look into an index now.
  let turns = SearchTurns()
  /// How often an index was looked into.
  let searches = Locked<Int64>(0)

  init(_ memory: IndexMemory, bytesMax: Int) {
    (self.memory, self.bytesMax) = (memory, min(bytesMax, memory.searchBytesMax))
  }

  /// The shop of an app for somebody who asks; `nil` when it has none, or is not in memory. Then it
  /// is read.
  subscript(app: Int64) -> ShopFinding? {
    memory.ask(app)
    return held(app)
  }

  /// The shop of an app, if it is in memory. For those who feed it.
  func held(_ app: Int64) -> ShopFinding? { state.withLock { $0.shops[app] } }

  /// The shop of an app, which has one from now on, in this form.
  func make(_ app: Int64, _ form: ShopFinding.Form) -> ShopFinding {
    state.withLock { state in
      if let shop = state.shops[app] { return shop }
      let shop = ShopFinding(form, bytesMax: bytesMax, searches)
      state.shops[app] = shop
      return shop
    }
  }

  /// The apps that have a shop, in order.
  var apps: [Int64] { state.withLock { $0.shops.keys.sorted() } }

  /// Bytes that each app takes.
  var sizes: [Int64: Int] { state.withLock(\.shops).mapValues(\.size.bytes) }

  /// Unloads the shop of an app.
  func unload(_ app: Int64) { state.withLock { $0.shops[app] = nil } }

  /// Forgets everything, to read it anew.
  func reset() { state.withLock { $0 = State() } }

  /// How much is kept, for operators.
  struct Figures: Sendable {
    var isWarming: Bool
    var shops = 0
    /// Shops of which not all products fit.
    var shopsTooLarge = 0
    var products = 0
    var bytes = 0
    /// Answers that are kept until a product changes.
    var keptAnswers = 0
    /// How often an index was looked into.
    var searches: Int64 = 0
  }

  /// Counts it.
  var figures: Figures {
    let shops = state.withLock { Array($0.shops.values) }
    var figures = Figures(isWarming: memory.figures.isWarming, shops: shops.count)
    figures.searches = searches.withLock { $0 }
    for shop in shops {
      let size = shop.size
      figures.isWarming = figures.isWarming || shop.isReading
      figures.shopsTooLarge += size.isWhole ? 0 : 1
      figures.products += size.products
      figures.bytes += size.bytes
      figures.keptAnswers += shop.keptAnswers
    }
    return figures
  }
}

extension ShopFinders.Figures {
  /// As `/health` tells it.
  var json: JSON {
    [
      "warming": .bool(isWarming), "shops": .integer(shops),
      "shops_too_large": .integer(shopsTooLarge), "products": .integer(products),
      "bytes": .integer(bytes), "kept_answers": .integer(keptAnswers),
      "searches": .integer(searches),
    ]
  }

  /// As `/metrics` tells it.
  var text: String {
    var text = Exposition()
    let tooLarge = "Shops of which --search-megabytes has no room for all products."
    for (name, help, value) in [
      ("warming", "1 while products are still being read after a start.", isWarming ? 1 : 0),
      ("shops", "Shops whose products are searched.", shops),
      ("shops_too_large", tooLarge, shopsTooLarge),
      ("products", "Products that are searched.", products),
      ("bytes", "Memory that the search takes.", bytes),
      ("kept_answers", "Answers that are kept until a product changes.", keptAnswers),
    ] {
      text.add("beckon_search_" + name, .gauge, help, [.init(value)])
    }
    text.add(
      "beckon_search_searches_total", .counter, "Queries for which an index was looked into.",
      [.init(Int(searches))])
    return text.text
  }
}
