import BeckonTesting

/// What a test draws.
extension SeededGenerator {
  /// True once in `count` throws.
  mutating func hits(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// An element, all as likely.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
