import BeckonEngine
import BeckonModel

/// What `KnownProducts` keeps: rows of products, each of which says all that the feed told of it up
/// to `position`.
///
/// Transactions that ask do not see the same: one may have begun before another and ask after it.
/// So a row is only kept when its transaction saw the feed up to `position`, and only given to one
/// that knows what has changed behind that.
struct ReadProducts: Sendable {
  /// What a number means, for ever.
  struct Named: Sendable {
    let id: String
    let key: Identifier

    init(_ id: String) { (self.id, key) = (id, Products.key(of: id)) }
  }

  /// A row, or that there is none.
  struct Row: Sendable {
    let product: Product?
    /// Bytes of its text.
    let bytes: Int
  }

  private let bytesMax: Int
  private var named: [Int64: Named] = [:]
  private var rows: [Identifier: Row] = [:]
  /// Bytes that both take, about.
  private var (namedBytes, rowsBytes) = (0, 0)
  /// Bytes that it takes, about.
  var bytes: Int { namedBytes + rowsBytes }
  /// The last row of the feed of which the rows know; `nil` before the first look.
  private(set) var position: Int64?
  /// When somebody saw that the feed was there.
  private(set) var lookedAt = Instant(milliseconds: 0)

  /// Bytes of a number, beside the product's id.
  private static let nameBytes = 100
  /// Bytes of what a row says, for each of its text; and beside that.
  private static let (rowTimes, rowBytes) = (4, 300)

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// Whether it never keeps anything.
  var isEmptyForEver: Bool { bytesMax == 0 }

  /// What numbers mean, each in its place, and those of which that is not known.
  func named(_ numbers: [Int64]) -> (known: [Named?], missing: [Int64]) {
    let known = numbers.map { named[$0] }
    return (known, zip(numbers, known).compactMap { $1 == nil ? $0 : nil })
  }

  /// Keeps what numbers mean.
  mutating func keep(_ new: [Int64: Named]) {
    let bytes = new.values.reduce(0) { $0 + $1.id.utf8.count + Self.nameBytes }
    guard hasRoom(for: bytes) else { return }
    namedBytes += bytes
    named.merge(new) { _, last in last }
  }

  /// The products of some names, each in its place, and the keys of those that must be read.
  func products(
    of named: [Named?], _ look: KnownProducts.Look?
  ) -> (products: [Product?], missing: Set<Identifier>) {
    var missing: Set<Identifier> = []
    var changed: Set<Identifier>?
    if let look, let position, position >= look.behind { changed = look.changed }
    let products = named.map { name -> Product? in
      guard let key = name?.key else { return nil }
      if let changed, let row = rows[key], changed.isEmpty || !changed.contains(key) {
        return row.product
      }
      missing.insert(key)
      return nil
    }
    return (products, missing)
  }

  /// Keeps rows of a transaction that saw the feed up to here.
  mutating func keep(_ new: [Identifier: Row], readAt newest: Int64) {
    guard let position, newest >= position else { return }
    let bytes = new.values.reduce(0) { $0 + $1.bytes * Self.rowTimes + Self.rowBytes }
    guard hasRoom(for: bytes) else { return }
    rowsBytes += bytes
    rows.merge(new) { _, last in last }
  }

  /// Hears of a transaction that saw the feed up to `newest` what has changed since `old`.
  mutating func moveOn(
    from old: Int64, to newest: Int64, without changed: Set<Identifier>, at now: Instant
  ) {
    guard position == old, newest >= old else { return }
    for key in changed { rows[key] = nil }
    (position, lookedAt) = (newest, now)
  }

  /// Begins anew, with what a transaction reads that saw the feed up to here.
  mutating func begin(behind newest: Int64, at now: Instant) {
    (rows, rowsBytes) = ([:], 0)
    (position, lookedAt) = (newest, now)
  }

  /// Whether there is room for so many bytes; forgets all where that makes it. What takes the place
  /// of something counts twice until then: a row's text may have grown.
  private mutating func hasRoom(for more: Int) -> Bool {
    guard more <= bytesMax else { return false }
    if bytes + more > bytesMax { (named, rows, namedBytes, rowsBytes) = ([:], [:], 0, 0) }
    return true
  }
}
