import Foundation
import Testing

@testable import BeckonEngine

/// Logarithms that are the same on every machine.
@Suite struct BinaryLogarithmTests {
  @Test("They are near those of the C library, from the smallest number to large ones")
  func values() {
    var value = Float.leastNormalMagnitude
    while value < 0x1p60 {
      let exact = log2(Double(value))
      #expect(abs(Double(BinaryLogarithm.of(value)) - exact) < 0.002, "of \(value)")
      if abs(exact) < 59 {
        let power = Double(BinaryLogarithm.power(Float(exact)))
        #expect(abs(power / Double(value) - 1) < 0.002, "2 to \(exact)")
      }
      value *= 1.37
    }
  }

  @Test("Powers of two are exact, and what is next to nothing is below all")
  func ends() {
    for exponent in -59...59 {
      #expect(
        BinaryLogarithm.power(Float(exponent))
          == Float(sign: .plus, exponent: exponent, significand: 1))
    }
    #expect(BinaryLogarithm.of(1) == 0)
    #expect(BinaryLogarithm.of(0) < BinaryLogarithm.of(.leastNormalMagnitude))
    #expect(BinaryLogarithm.of(.leastNonzeroMagnitude) == BinaryLogarithm.of(0))
    #expect(BinaryLogarithm.power(BinaryLogarithm.of(0) * 0.1) == 0)
  }
}
