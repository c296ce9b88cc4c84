import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What was read of an app's products to show them, so that what is shown again and again is not
/// taken apart each time. Rows are read all the same, and one that says something else than before
/// is taken apart anew: what is given is what the rows say now.
public final class KnownProducts: Sendable {
  /// What a number means, for ever.
  private struct Named: Sendable {
    let id: String
    let key: Identifier
  }

  /// A row's text, and what it says.
  private struct Read: Sendable {
    let body: String
    let told: [ProductKey: Product.Told]
  }

  private struct State: Sendable {
    var named: [Int64: Named] = [:]
    var read: [Identifier: Read] = [:]
    var bytes = 0
  }

  /// Bytes of a number, beside the product's id.
  private static let namedBytes = 100
  /// Bytes of what a row says, for each of its text, which is kept too; and beside that.
  private static let (readTimes, readBytes) = (4, 300)

  private let bytesMax: Int
  private let state = Locked(State())

  /// Nothing yet.
  /// - Parameter bytesMax: when it takes about so many bytes, it begins anew.
  public init(bytesMax: Int = 1 << 20) { self.bytesMax = bytesMax }

  /// Bytes that it takes, about.
  public var bytes: Int { state.withLock(\.bytes) }

  /// The products of numbers, and others.
  /// - Parameter ids: the shop's own ids of the others.
  /// - Returns: the shop's own ids of the numbers, and all products by their ids; also those that
  ///   were deleted.
  /// - Throws: `DatabaseError`.
  public func load(
    _ numbers: [Int64], and ids: [String] = [], _ scope: Scope
  ) throws -> (ids: [Int64: String], products: [TextKey: Product]) {
    let named = try named(numbers, scope)
    let keys = Set(named.values.map(\.key) + ids.map(Products.key))
    let products = try Products(scope).load(keys: keys) { key, body in try told(key, body) }
    return (
      named.mapValues(\.id),
      Dictionary(products.values.map { (TextKey($0.id), $0) }) { first, _ in first }
    )
  }

  private func named(_ numbers: [Int64], _ scope: Scope) throws -> [Int64: Named] {
    var named: [Int64: Named] = [:]
    var missing: [Int64] = []
    state.withLock { state in
      for number in numbers {
        if let known = state.named[number] { named[number] = known } else { missing.append(number) }
      }
    }
    guard !missing.isEmpty else { return named }
    let new = try ProductNumbers(scope).products(of: missing).mapValues {
      Named(id: $0, key: Products.key(of: $0))
    }
    keep(new.values.reduce(0) { $0 + $1.id.utf8.count + Self.namedBytes }) { state in
      state.named.merge(new) { _, last in last }
    }
    return named.merging(new) { _, last in last }
  }

  private func told(
    _ key: Identifier, _ body: String
  ) throws -> [ProductKey: Product.Told] {
    if let known = state.withLock({ $0.read[key] }), known.body == body { return known.told }
    let told = try Products.told(body)
    keep(body.utf8.count * Self.readTimes + Self.readBytes) { state in
      state.read[key] = Read(body: body, told: told)
    }
    return told
  }

  /// Keeps something that takes so many bytes. What takes the place of something counts twice,
  /// until all begins anew: a row's text may have grown, which a `BoundedCache` would not count.
  private func keep(_ bytes: Int, _ put: (inout State) -> Void) {
    guard bytes <= bytesMax else { return }
    state.withLock { state in
      if state.bytes + bytes > bytesMax { state = State() }
      state.bytes += bytes
      put(&state)
    }
  }
}
