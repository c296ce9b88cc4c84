extension UInt8 {
  /// `0` to `9`.
  package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  /// `a` to `z`.
  package var isLowercaseLetter: Bool { self >= 0x61 && self <= 0x7A }
  /// `a` to `z` and `A` to `Z`.
  package var isLetter: Bool { asciiLowercased.isLowercaseLetter }
  /// `A` to `Z` as `a` to `z`; any other byte as it is.
  package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self + 0x20 : self }
}
