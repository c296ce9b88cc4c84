import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// An app's products as they were read to show them, so that what is shown again and again is
/// neither read nor taken apart each time.
///
/// What is given is what the rows say now: before each answer the feed is asked which products have
/// changed since, in the transaction that reads the others. That is one look along an index, and
/// finds nothing as a rule.
public final class KnownProducts: Sendable {
  /// A product that something is known of.
  public struct Entry: Sendable {
    /// The shop's own id.
    public let id: String
    /// What the catalogue says of it; `nil` when that has never heard of it.
    public let product: Product?
  }

  private let kept: Locked<ReadProducts>

  /// Nothing yet.
  /// - Parameter bytesMax: when it takes about so many bytes, it begins anew; of 0 nothing is kept.
  public init(bytesMax: Int = 0) { kept = Locked(ReadProducts(bytesMax: bytesMax)) }

  /// Bytes that it takes, about.
  public var bytes: Int { kept.withLock(\.bytes) }

  /// Products, each in its place; also those that were deleted.
  /// - Parameters:
  ///   - numbers: their numbers; `nil` comes back for one that means nothing.
  ///   - ids: the shop's own ids of others, which come behind those.
  /// - Throws: `DatabaseError`.
  public func load(
    _ numbers: [Int64], and ids: [String] = [], _ scope: Scope
  ) throws -> [Entry?] {
    let look = try kept.withLock(\.isEmptyForEver) ? nil : look(scope)
    let named = try named(numbers, scope) + ids.map { ReadProducts.Named($0) }
    var (products, missing) = kept.withLock { $0.products(of: named, look) }
    if !missing.isEmpty {
      let read = try read(missing, scope)
      for (place, name) in named.enumerated() {
        if let name, let found = read[name.key] { products[place] = found.product }
      }
      try keep(read, look, scope)
    }
    return zip(named, products).map { name, product in
      name.map { Entry(id: $0.id, product: product) }
    }
  }

  // MARK: Without a look of its own

  /// What a transaction that had other things to do saw of the feed.
  public struct Glance: Sendable { fileprivate let look: Look }

  /// Sees whether what is kept is what the rows say now; `nil` where it is not, or might not be.
  /// Nothing is kept by that: what the transaction sees may still be taken back.
  /// - Throws: `DatabaseError`.
  public func glance(_ scope: Scope) throws -> Glance? {
    let (position, at) = kept.withLock { ($0.position, $0.lookedAt) }
    guard let position,
      (0..<Self.notedMilliseconds).contains(scope.now.milliseconds(since: at)),
      try FeedTail.products(
        of: scope.app.number, behind: position, limit: 1, scope.connection
      ).isEmpty
    else { return nil }
    return Glance(look: Look(behind: position, changed: [], newest: nil))
  }

  /// Products as the rows said when there was a glance; `nil` unless all of them are kept.
  public func kept(
    _ numbers: [Int64], and ids: [String] = [], at glance: Glance
  ) -> [Entry?]? {
    kept.withLock { kept in
      let (known, unnamed) = kept.named(numbers)
      guard unnamed.isEmpty else { return nil }
      let named = known + ids.map { ReadProducts.Named($0) }
      let (products, missing) = kept.products(of: named, glance.look)
      guard missing.isEmpty else { return nil }
      return zip(named, products).map { name, product in
        name.map { Entry(id: $0.id, product: product) }
      }
    }
  }

  private func named(_ numbers: [Int64], _ scope: Scope) throws -> [ReadProducts.Named?] {
    let (known, missing) = kept.withLock { $0.named(numbers) }
    guard !missing.isEmpty else { return known }
    let found = try ProductNumbers(scope).products(of: missing)
    let new = found.mapValues { ReadProducts.Named($0) }
    kept.withLock { $0.keep(new) }
    return zip(numbers, known).map { number, name in name ?? new[number] }
  }

  private func read(
    _ keys: Set<Identifier>, _ scope: Scope
  ) throws -> [Identifier: ReadProducts.Row] {
    var bytes: [Identifier: Int] = [:]
    let found = try Products(scope).load(keys: keys) { key, body in
      bytes[key] = body.utf8.count
      return try Products.told(body)
    }
    let rows = keys.map { ($0, ReadProducts.Row(product: found[$0], bytes: bytes[$0] ?? 0)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  // MARK: What has changed

  /// What one transaction sees of the feed.
  struct Look {
    /// Up to where it looked at nothing.
    let behind: Int64
    /// What has changed behind that; `nil` when it is too much.
    let changed: Set<Identifier>?
    /// The newest row before which no other can come; `nil` when nobody asked.
    let newest: Int64?
  }

  /// So many changes are looked at. Behind more, all is read anew.
  private static let changesMax = 500
  /// After this it is noted that nothing has changed, since the feed's rows go (`FeedTail`).
  private static let notedMilliseconds = Span.minuteMilliseconds
  /// Who has not looked for so long begins anew.
  private static let patienceMilliseconds = FeedTail.keptMilliseconds / 2

  private func look(_ scope: Scope) throws -> Look {
    let (position, at) = kept.withLock { ($0.position, $0.lookedAt) }
    let age = scope.now.milliseconds(since: at)
    if let position, (0..<Self.patienceMilliseconds).contains(age) {
      let changed = try changes(behind: position, scope)
      if changed?.isEmpty == true, age < Self.notedMilliseconds {
        return Look(behind: position, changed: [], newest: nil)
      }
      if let changed {
        let newest = try FeedTail.newest(scope.connection)
        kept.withLock { $0.moveOn(from: position, to: newest, without: changed, at: scope.now) }
        return Look(behind: position, changed: changed, newest: newest)
      }
    }
    let newest = try FeedTail.newest(scope.connection)
    kept.withLock { $0.begin(behind: newest, at: scope.now) }
    return Look(behind: newest, changed: try changes(behind: newest, scope), newest: newest)
  }

  private func changes(behind position: Int64, _ scope: Scope) throws -> Set<Identifier>? {
    let rows = try FeedTail.products(
      of: scope.app.number, behind: position, limit: Self.changesMax, scope.connection)
    return rows.count < Self.changesMax ? Set(rows) : nil
  }

  private func keep(
    _ rows: [Identifier: ReadProducts.Row], _ look: Look?, _ scope: Scope
  ) throws {
    guard let look else { return }
    let newest = try look.newest ?? FeedTail.newest(scope.connection)
    kept.withLock { $0.keep(rows, readAt: newest) }
  }
}
