import BeckonDatabase
import BeckonModel
import BeckonStore

/// The numbers of an app's products, as they are read. Whoever has the app's key can make up
/// products, so of those of which its server has told nothing only so many are kept: the oldest,
/// which are those that other servers have too.
struct ProductsRead: Sendable {
  private var last = ""
  private var unlisted: [Int64] = []
  /// The numbers of what the app's server has told of, which is looked up only if there are more
  /// products than there is room for without; `nil` until then.
  private var listed: Set<Int64>?
  /// Whether all have been read.
  private(set) var isDone = false

  /// Reads the next ones. If there are too many, it begins anew and looks up which are known.
  /// - Returns: how many rows it had.
  /// - Throws: `DatabaseError`.
  mutating func read(
    _ history: ShopHistory, unlistedMax: Int, _ database: any Database
  ) async throws -> Int {
    let (behind, looksUp) = (last, listed != nil)
    let (rows, known) = try await database.read { connection in
      let rows = try history.numbers(behind: behind, limit: ShopReading.rowsMax, connection)
      let known = looksUp ? try history.listed(among: rows.map(\.product), connection) : []
      return (rows, known)
    }
    listed?.formUnion(rows.filter { known.contains(TextKey($0.product)) }.map(\.number))
    unlisted += rows.filter { !known.contains(TextKey($0.product)) }.map(\.number)
    (last, isDone) = (rows.last?.product ?? behind, rows.count < ShopReading.rowsMax)
    if unlisted.count > unlistedMax {
      if looksUp { keepOldest(unlistedMax) } else { beginAnew() }
    }
    return rows.count
  }

  private mutating func beginAnew() {
    self = ProductsRead()
    listed = []
  }

  private mutating func keepOldest(_ count: Int) {
    guard isDone || unlisted.count > 2 * count else { return }
    unlisted = Array(unlisted.sorted().prefix(count))
  }

  /// All numbers, the lowest first.
  var numbers: [Int64] { (unlisted + (listed ?? [])).sorted() }

  /// Whether the app's server has told of the product of a number.
  func isListed(_ number: Int64) -> Bool { listed?.contains(number) ?? false }
}
