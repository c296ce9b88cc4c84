import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore

/// What this server keeps of each shop to recommend its products. Apps without one take up nothing.
final class ShopModels: Sendable {
  /// What is kept of one shop. Whoever asks or feeds it holds it for less than a millisecond, as a
  /// rule.
  final class Shop: Sendable {
    private let model: Locked<ShopModel>
    /// What was read of its products to show them.
    let products: KnownProducts
    /// How they are shown.
    let shown: ShownProducts

    /// The part of the room that each of these two gets beside the model.
    private static let productsShare = 8

    init(bytesMax: Int) {
      let share = bytesMax / Self.productsShare
      model = Locked(ShopModel(bytesMax: bytesMax - 2 * share))
      products = KnownProducts(bytesMax: share)
      shown = ShownProducts(bytesMax: share)
    }

    /// Bytes that it takes.
    var bytes: Int { model.withLock(\.bytes) + products.bytes + shown.bytes }

    /// Asks it something, or tells it.
    func use<Value>(_ body: (inout ShopModel) throws -> Value) rethrows -> Value {
      try model.withLock { try body(&$0) }
    }
  }

  private struct State: Sendable {
    var shops: [Int64: Shop] = [:]
  }

  /// Bytes that each shop may take.
  let bytesMax: Int
  private let memory: IndexMemory
  private let state = Locked(State())

  init(_ memory: IndexMemory, bytesMax: Int) {
    (self.memory, self.bytesMax) = (memory, min(bytesMax, memory.recommendationBytesMax))
  }

  /// The shop of an app for somebody who asks; `nil` when it has none, or is not in memory. Then it
  /// is read.
  subscript(app: Int64) -> Shop? {
    memory.ask(app)
    return held(app)
  }

  /// The shop of an app, if it is in memory. For those who feed it.
  func held(_ app: Int64) -> Shop? { state.withLock { $0.shops[app] } }

  /// Whether not all has been read of an app; until then answers rest on a part of it.
  func isWarming(_ app: Int64) -> Bool { memory.isWarming(app) }

  /// The shop of an app, which has one from now on.
  func make(_ app: Int64) -> Shop {
    state.withLock { state in
      if let shop = state.shops[app] { return shop }
      let shop = Shop(bytesMax: bytesMax)
      state.shops[app] = shop
      return shop
    }
  }

  /// The apps that have a shop, in order.
  var apps: [Int64] { state.withLock { $0.shops.keys.sorted() } }

  /// Bytes that each app takes.
  var sizes: [Int64: Int] {
    state.withLock(\.shops).mapValues(\.bytes)
  }

  /// Unloads the shop of an app.
  func unload(_ app: Int64) { state.withLock { $0.shops[app] = nil } }

  /// Forgets everything, to read it anew.
  func reset() { state.withLock { $0 = State() } }

  /// How much is kept, for operators.
  struct Figures: Sendable {
    var isWarming: Bool
    var shops = 0
    /// Shops of which not all fits.
    var shopsTooLarge = 0
    var actions = 0
    var products = 0
    var bytes = 0
  }

  /// Counts it.
  var figures: Figures {
    let shops = state.withLock { Array($0.shops.values) }
    var figures = Figures(isWarming: memory.figures.isWarming, shops: shops.count)
    for shop in shops {
      shop.use { model in
        figures.shopsTooLarge += model.isWhole ? 0 : 1
        figures.actions += model.clickCount
        figures.products += model.productCount
      }
      figures.bytes += shop.bytes
    }
    return figures
  }
}
