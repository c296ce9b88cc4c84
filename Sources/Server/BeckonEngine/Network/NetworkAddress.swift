import BeckonModel

/// An IPv4 or IPv6 address. An IPv4 address that is mapped into IPv6 (`::ffff:192.0.2.1`) is the
/// IPv4 address.
public struct NetworkAddress: Hashable, Sendable {
  /// Whether it is IPv4; then only the lowest 32 bits are in use.
  public let isIPv4: Bool
  let high: UInt64
  let low: UInt64

  init(isIPv4: Bool, high: UInt64, low: UInt64) {
    let isMapped = !isIPv4 && high == 0 && low >> 32 == 0xFFFF
    self.isIPv4 = isIPv4 || isMapped
    self.high = high
    self.low = isMapped ? low & 0xFFFF_FFFF : low
  }

  /// Reads dotted decimal, or the text forms of RFC 4291, section 2.2; a zone (`%eth0`) is dropped.
  /// `nil` for anything else, among it numbers with leading zeros, which some programs read as
  /// octal.
  public init?(_ text: String) { self.init(bytes: text[...].utf8) }

  /// Reads the same from a part of a text.
  init?(bytes: Substring.UTF8View) {
    guard bytes.count <= 64 else { return nil }
    if let number = Self.ipv4(bytes) {
      self.init(isIPv4: true, high: 0, low: UInt64(number))
    } else if let groups = Self.ipv6(Array(bytes.prefix { $0 != UInt8(ascii: "%") })[...]) {
      let halves = [groups[..<4], groups[4...]].map { half in
        half.reduce(0) { $0 << 16 | UInt64($1) }
      }
      self.init(isIPv4: false, high: halves[0], low: halves[1])
    } else {
      return nil
    }
  }

  /// The IPv4 address that a translator has put behind its well-known prefix
  /// (`64:ff9b::203.0.113.7`, RFC 6052); of any other address itself.
  var untranslated: NetworkAddress {
    let isTranslated = !isIPv4 && high == 0x0064_FF9B_0000_0000 && low >> 32 == 0
    return isTranslated ? NetworkAddress(isIPv4: true, high: 0, low: low) : self
  }

  /// The network that a household or phone has to itself: an IPv4 address exactly, also a
  /// translated one; the /64 of an IPv6 address, because the rest changes by the hour (RFC 8981).
  public var network: NetworkAddress {
    let address = untranslated
    return address.isIPv4 ? address : NetworkAddress(isIPv4: false, high: high, low: 0)
  }

  /// The network in its one written form, for keys and look-ups: `203.0.113.7`,
  /// `2001:db8:0:1::/64`.
  public var networkText: String {
    let network = network
    return network.isIPv4 ? network.text : network.text + "/64"
  }

  /// The one written form: dotted decimal, or as RFC 5952 has it.
  public var text: String {
    if isIPv4 { return Self.dotted(UInt32(truncatingIfNeeded: low)) }
    let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { half >> UInt64($0) & 0xFFFF } }
    func joined(_ part: ArraySlice<UInt64>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard let zeros = Self.longestZeros(groups) else { return joined(groups[...]) }
    return joined(groups[..<zeros.lowerBound]) + "::" + joined(groups[zeros.upperBound...])
  }

  /// Without a list of parts, because every click comes through here.
  private static func dotted(_ number: UInt32) -> String {
    String(unsafeUninitializedCapacity: 15) { text in
      var count = 0
      func add(_ byte: UInt8) {
        text[count] = byte
        count += 1
      }
      for shift in stride(from: 24, through: 0, by: -8) {
        let part = UInt8(truncatingIfNeeded: number >> UInt32(shift))
        if shift < 24 { add(UInt8(ascii: ".")) }
        if part >= 100 { add(0x30 + part / 100) }
        if part >= 10 { add(0x30 + part / 10 % 10) }
        add(0x30 + part % 10)
      }
      return count
    }
  }

  /// The first of the longest runs of two or more zero groups.
  private static func longestZeros(_ groups: [UInt64]) -> Range<Int>? {
    var best = 0..<1
    var start = 0
    for (index, group) in groups.enumerated() {
      if group != 0 { start = index + 1 }
      if index + 1 - start > best.count { best = start..<index + 1 }
    }
    return best.count > 1 ? best : nil
  }
}

// MARK: - Reading

extension NetworkAddress {
  /// One pass without copies, because every click comes through here.
  private static func ipv4(_ bytes: some Collection<UInt8>) -> UInt32? {
    guard (7...15).contains(bytes.count) else { return nil }
    var number: UInt32 = 0
    var (part, digits, dots): (UInt32, Int, Int) = (0, 0, 0)
    for byte in bytes {
      if byte == UInt8(ascii: "."), digits > 0, dots < 3 {
        number = number << 8 | part
        (part, digits, dots) = (0, 0, dots + 1)
      } else {
        let hasLeadingZero = digits > 0 && part == 0
        guard byte.isDigit, !hasLeadingZero else { return nil }
        part = part * 10 + UInt32(byte - 0x30)
        digits += 1
        guard part < 256 else { return nil }
      }
    }
    return dots == 3 && digits > 0 ? number << 8 | part : nil
  }

  /// Eight groups; `::` once stands for as many zeros as are missing, at least one.
  private static func ipv6(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
    let colon = UInt8(ascii: ":")
    let gap = bytes.indices.dropLast().first { bytes[$0] == colon && bytes[$0 + 1] == colon }
    guard let gap else {
      return groups(bytes, mayEndInIPv4: true).flatMap { $0.count == 8 ? $0 : nil }
    }
    guard let head = groups(bytes[..<gap], mayEndInIPv4: false),
      let tail = groups(bytes[(gap + 2)...], mayEndInIPv4: true), head.count + tail.count <= 7
    else { return nil }
    return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  private static func groups(_ bytes: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
    if bytes.isEmpty { return [] }
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 8 else { return nil }
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if mayEndInIPv4, index == parts.count - 1, let number = ipv4(part) {
        groups += [UInt16(number >> 16), UInt16(number & 0xFFFF)]
        continue
      }
      guard (1...4).contains(part.count) else { return nil }
      var value: UInt16 = 0
      for byte in part {
        guard let digit = Hexadecimal.value(of: byte) else { return nil }
        value = value << 4 | UInt16(digit)
      }
      groups.append(value)
    }
    return groups
  }
}
