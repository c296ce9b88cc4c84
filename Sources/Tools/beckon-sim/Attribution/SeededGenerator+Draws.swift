import BeckonTesting
import Foundation

/// What a simulation draws.
extension SeededGenerator {
  /// Whether something of this probability happens.
  mutating func hits(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// An element, each as likely as its weight says.
  mutating func pick<Element>(_ elements: [(weight: Double, value: Element)]) -> Element {
    var rest = Double.random(in: 0..<1, using: &self) * elements.reduce(0) { $0 + $1.weight }
    for element in elements {
      rest -= element.weight
      if rest < 0 { return element.value }
    }
    return elements[elements.count - 1].value
  }

  /// An element, all as likely.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// Log-normal: half are below `median`.
  mutating func logNormal(median: Double, sigma: Double) -> Double {
    let first = Double.random(in: .leastNormalMagnitude..<1, using: &self)
    let second = Double.random(in: 0..<1, using: &self)
    return median * exp(sigma * (-2 * log(first)).squareRoot() * cos(2 * .pi * second))
  }

  /// Between the bounds, as many small as large ones by ratio: 10, 100 and 1,000 are as far apart.
  mutating func size(in range: ClosedRange<Int>) -> Int {
    let (low, high) = (log(Double(range.lowerBound)), log(Double(range.upperBound)))
    return Int(exp(Double.random(in: low...high, using: &self)).rounded())
  }
}
