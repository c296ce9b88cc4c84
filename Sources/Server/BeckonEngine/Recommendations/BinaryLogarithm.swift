/// Logarithm and power to the base 2, to some five digits. They are the same to the last bit on
/// every machine, which the C library's are not: two servers must order a list alike.
enum BinaryLogarithm {
  // Both take the parts of a number from its bits: a list asks for thousands, and `exponent` and
  // `Float(sign:exponent:significand:)` are calls that look for rare cases.

  /// The logarithm of a number; that of 0, and of what is so near to it that digits are lost, is
  /// below all others.
  static func of(_ value: Float) -> Float {
    guard value >= .leastNormalMagnitude else { return -Float(Int32.max) }
    let bits = value.bitPattern
    let exponent = Float(Int32(bits >> 23) - exponentOfOne)
    let fraction = Float(bitPattern: bits & fractionMask | Float(1).bitPattern) - 1
    // A polynomial through the ends of 1...2, so that it is without steps.
    let curve =
      1.4424_3 + fraction
      * (-0.7181_5 + fraction
        * (0.4567_9 + fraction * (-0.2775_5 + fraction * (0.1210_7 + fraction * -0.0258_9))))
    return exponent + fraction * curve
  }

  /// 2 to a power; 0 where that is too small to matter.
  static func power(_ exponent: Float) -> Float {
    guard exponent > -60 else { return 0 }
    guard exponent < 60 else { return 0x1p60 }
    let whole = exponent.rounded(.down)
    let rest = exponent - whole
    let curve =
      1 + rest
      * (0.6931_5 + rest * (0.2402_3 + rest * (0.0556_8 + rest * (0.0089_9 + rest * 0.0019_5))))
    return Float(bitPattern: UInt32(Int32(whole) + exponentOfOne) << 23) * curve
  }

  /// How the exponent of 1 is written in a number's bits (IEEE 754, single precision).
  private static let exponentOfOne: Int32 = 127
  private static let fractionMask: UInt32 = 0x7F_FFFF
}
