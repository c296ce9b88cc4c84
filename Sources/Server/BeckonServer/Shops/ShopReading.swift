import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// How far one app has been read, from what is stored. What happens meanwhile is heard from the
/// feed; to hear the same twice changes nothing.
struct ShopReading: Sendable {
  private enum Stage: Sendable {
    case numbers(ProductsRead)
    case actions(behind: ShopHistory.ActionPlace)
    case catalogue(behind: Identifier?)
    case done
  }

  /// Rows, and products, that are read at a time.
  static let (rowsMax, productsMax) = (10_000, 500)
  /// Actions that are taken in while nobody else comes at a shop.
  private static let sliceMax = 500

  /// The app.
  let app: Int64
  /// Whether products alone are read, for a search in another form.
  let isAgain: Bool
  /// Whose the actions are that still stand under another's number.
  var unsettled: ShopHistory.Unsettled
  private var stage: Stage

  /// Begins to read an app.
  init(_ app: Int64, _ unsettled: ShopHistory.Unsettled) {
    (self.app, isAgain, self.unsettled) = (app, false, unsettled)
    stage = .numbers(ProductsRead())
  }

  /// Begins to read an app's products once more.
  init(again app: Int64) {
    (self.app, isAgain, unsettled) = (app, true, ShopHistory.Unsettled())
    stage = .catalogue(behind: nil)
  }

  /// Whether everything has been read.
  var isDone: Bool { if case .done = stage { true } else { false } }

  /// Reads the next part.
  /// - Returns: how many rows it had.
  /// - Throws: `DatabaseError`.
  mutating func read(_ database: any Database, _ shops: FedShops) async throws -> Int {
    let history = ShopHistory(app: app)
    switch stage {
    case .done: return 0
    case .numbers(var products):
      let unlistedMax = shops.models.make(app).use(\.unlistedMax)
      let rows = try await products.read(history, unlistedMax: unlistedMax, database)
      stage = products.isDone ? .actions(behind: .start) : .numbers(products)
      if products.isDone { number(products, shops) }
      return rows
    case .actions(let behind):
      let part = try await database.read {
        try history.actions(behind: behind, limit: Self.rowsMax, $0)
      }
      take(part.actions, shops)
      stage = part.last.map(Stage.actions) ?? .catalogue(behind: nil)
      return part.actions.count
    case .catalogue(let behind):
      let last = try await shops.describePage(of: app, behind: behind, limit: Self.productsMax)
      stage = last.map { .catalogue(behind: $0) } ?? .done
      return Self.productsMax
    }
  }

  /// Tells a shop of its products' numbers, the lowest first: so none is put in between.
  private func number(_ products: ProductsRead, _ shops: FedShops) {
    let sorted = products.numbers
    let shop = shops.models.make(app)
    for start in stride(from: 0, to: sorted.count, by: Self.rowsMax) {
      shop.use { model in
        for number in sorted[start..<min(start + Self.rowsMax, sorted.count)] {
          model.number(number, isListed: products.isListed(number))
        }
      }
    }
  }

  private func take(_ rows: [StoredAction], _ shops: FedShops) {
    let shop = shops.models.make(app)
    for start in stride(from: 0, to: rows.count, by: Self.sliceMax) {
      shop.use { model in
        for row in rows[start..<min(start + Self.sliceMax, rows.count)] {
          guard let kind = ShopAction.Kind(number: row.kind),
            let visitor = unsettled.owner(of: row.visitor)
          else { continue }
          let action = ShopAction(
            kind, product: row.product, session: row.session, at: Instant(milliseconds: row.at))
          model.add(action, of: visitor)
        }
      }
    }
  }
}
