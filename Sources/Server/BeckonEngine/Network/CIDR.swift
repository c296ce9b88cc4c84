import BeckonModel

/// A block of addresses, `10.0.0.0/8` or `2001:db8::/32` (RFC 4632).
public struct CIDR: Hashable, Sendable {
  private let base: NetworkAddress
  private let prefixBits: Int

  /// Reads a block, or an address, which is a block of one. Bits behind the prefix don't matter.
  /// `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(on: "/", keepsEmpty: true)
    guard parts.count <= 2, let first = parts.first, let base = NetworkAddress(first) else {
      return nil
    }
    self.base = base
    let bits = base.isIPv4 ? 32 : 128
    guard parts.count == 2 else {
      prefixBits = bits
      return
    }
    let isMapped = base.isIPv4 && first.has(":")
    guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(\.isDigit),
      let number = Int(parts[1]), (0...bits).contains(number - (isMapped ? 96 : 0))
    else { return nil }
    prefixBits = number - (isMapped ? 96 : 0)
  }

  /// Whether the address lies in the block. IPv4 and IPv6 never lie in each other's.
  public func contains(_ address: NetworkAddress) -> Bool {
    guard address.isIPv4 == base.isIPv4 else { return false }
    if base.isIPv4 { return Self.agree(address.low << 32, base.low << 32, prefixBits) }
    return Self.agree(address.high, base.high, min(prefixBits, 64))
      && Self.agree(address.low, base.low, max(prefixBits - 64, 0))
  }

  /// A shift by 64 gives 0, so that a prefix of no bits agrees with all.
  private static func agree(_ left: UInt64, _ right: UInt64, _ bits: Int) -> Bool {
    (left ^ right) >> UInt64(64 - bits) == 0
  }
}
