/// 128 bits that name one thing. Written as 26 characters of lower-case base 32 (Crockford's
/// alphabet), whose order as text is the order of the bits.
public struct Identifier: Hashable, Comparable, Sendable {
  /// The first 64 bits. In a version-7 UUID (RFC 9562) its upper 48 are milliseconds since 1970.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  /// Makes an identifier of its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A version-7 UUID (RFC 9562): sorts by `instant`, then by chance.
  public init(at instant: Instant, random: (UInt64, UInt64)) {
    let milliseconds = UInt64(max(0, instant.milliseconds)) & 0xFFFF_FFFF_FFFF
    high = milliseconds << 16 | 0x7000 | random.0 & 0x0FFF
    low = 1 << 63 | random.1 >> 2
  }

  /// The smallest version-7 identifier of an instant: the lower bound of a range in time.
  public static func earliest(at instant: Instant) -> Identifier {
    Identifier(high: UInt64(max(0, instant.milliseconds)) << 16, low: 0)
  }

  /// The instant in a version-7 identifier; no meaning in one that was made otherwise.
  public var instant: Instant { Instant(milliseconds: Int64(high >> 16)) }

  /// Order of the 128 bits, high half first.
  public static func < (left: Identifier, right: Identifier) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}

extension Identifier {
  // Texts are read through bytes of one concrete type: a generic loop is not specialised for other
  // modules, and takes twenty times as long.

  /// Characters of the written form.
  public static let textLength = 26
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The written form: 26 characters of base 32.
  public var text: String {
    String(unsafeUninitializedCapacity: Self.textLength) { buffer in
      write(to: buffer, at: 0)
      return Self.textLength
    }
  }

  /// The written form behind a prefix and an underscore.
  func text(behind prefix: String) -> String {
    let start = prefix.utf8.count + 1
    return String(unsafeUninitializedCapacity: start + Self.textLength) { buffer in
      for (index, byte) in prefix.utf8.enumerated() { buffer[index] = byte }
      buffer[start - 1] = UInt8(ascii: "_")
      write(to: buffer, at: start)
      return start + Self.textLength
    }
  }

  private func write(to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
    var (high, low) = (high, low)
    for index in (start..<start + Self.textLength).reversed() {
      buffer[index] = Self.alphabet[Int(low & 31)]
      low = low >> 5 | high << 59
      high >>= 5
    }
  }

  /// Reads the written form; `nil` when it is not 26 characters of base 32 below 2^128.
  public init?(text: some StringProtocol) {
    let bytes = Array(String(text).utf8)
    guard bytes.count == Self.textLength else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for position in bytes.indices {
      let digit = Self.digits[Int(bytes[position])]
      guard digit < (position == 0 ? 8 : 32) else { return nil }
      high = high << 5 | low >> 59
      low = low << 5 | UInt64(digit)
    }
    self.init(high: high, low: low)
  }

  /// Reads a UUID in its usual form of 36 characters, in either case; `nil` for anything else.
  public init?(uuid: some StringProtocol) {
    let bytes = Array(String(uuid).utf8)
    guard bytes.count == 36 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for position in bytes.indices {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard bytes[position] == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Self.hexadecimalDigit(bytes[position]) else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | digit
    }
    self.init(high: high, low: low)
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The value of each byte as a digit; 255 for what is none.
  private static let digits: [UInt8] = (0...UInt8.max).map { byte in
    alphabet.firstIndex(of: byte).map(UInt8.init) ?? .max
  }
}
