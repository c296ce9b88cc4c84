import BeckonEngine
import BeckonModel

/// A visitor with what was read and written of them to store an event of theirs, so that the answer
/// to it need not read that again in the same transaction.
public struct KnownVisitor: Hashable, Sendable {
  /// Who they are.
  public let visitor: ShopVisitor
  /// What they did last; `nil` where nobody had to know.
  public internal(set) var trail: Trail?
  /// Numbers of products that they did something with, by the shop's own ids.
  public internal(set) var products: [TextKey: Int64] = [:]

  init(_ visitor: ShopVisitor) {
    var visitor = visitor
    visitor.isNew = false
    self.visitor = visitor
  }

  /// The same with what an earlier event of the transaction had to know.
  public func behind(_ earlier: KnownVisitor?) -> KnownVisitor {
    guard let earlier, earlier.visitor.number == visitor.number else { return self }
    var both = self
    both.trail = trail ?? earlier.trail
    both.products.merge(earlier.products) { own, _ in own }
    return both
  }
}
