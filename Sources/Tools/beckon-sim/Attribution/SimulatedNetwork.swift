import BeckonTesting

/// A network that phones come from.
struct SimulatedNetwork {
  /// What kind of network, and how many share it.
  enum Kind: String, CaseIterable {
    /// A household with an address of its own.
    case home
    /// A household behind its provider's NAT.
    case sharedLine = "shared_line"
    case office
    case cafe
    /// A carrier's NAT whose addresses the server's list does not have.
    case carrier
    /// One that it has.
    case knownCarrier = "known_carrier"
    /// A phone's own IPv6 network.
    case mobileIPv6 = "mobile_ipv6"
    /// Egress of Private Relay, which the list has.
    case relay
    /// Egress of a VPN, which it has not.
    case vpn
  }

  let kind: Kind
  /// People who share its address, whether they know of the app or not.
  let people: Int
  /// Number of the address, the first of several when it changes.
  let number: UInt64
  let isIPv6: Bool

  /// Which row of the table it belongs to.
  var size: String {
    switch kind {
    case .mobileIPv6: "1 (IPv6, mobile)"
    case .relay, .knownCarrier: "known relay or carrier"
    case .vpn: "VPN"
    default:
      people <= 6
        ? "2-6"
        : people <= 50
          ? "7-50"
          : people <= 300
            ? "51-300"
            : people <= 2_000 ? "301-2,000" : "over 2,000"
    }
  }

  static let sizes = [
    "1 (IPv6, mobile)", "2-6", "7-50", "51-300", "301-2,000", "over 2,000", "VPN",
    "known relay or carrier",
  ]

  /// The address of a connection. An IPv6 phone takes another one in its network each time (RFC
  /// 8981).
  func address(lease: UInt64, _ chance: inout SeededGenerator) -> String {
    let address = number &+ lease
    guard isIPv6 else { return ipv4(address) }
    let network =
      String(address >> 16 & 0xFFFF, radix: 16) + ":" + String(address & 0xFFFF, radix: 16)
    let host = chance.next()
    let groups = [48, 32, 16, 0].map { String(host >> UInt64($0) & 0xFFFF, radix: 16) }
    return "2003:e\(String(address >> 32 & 0xFFF, radix: 16)):\(network):"
      + groups.joined(separator: ":")
  }

  /// Blocks that the server's list has for known ones, others that it has not.
  private func ipv4(_ address: UInt64) -> String {
    let base: UInt64 =
      switch kind {
      case .knownCarrier: 0xAC38_0000
      case .relay: 0xACE0_0000
      case .vpn: 0xB900_0000
      default: 0x4D00_0000
      }
    let whole = base + address % (kind == .knownCarrier || kind == .relay ? 1 << 18 : 1 << 26)
    return [24, 16, 8, 0].map { String(whole >> UInt64($0) & 0xFF) }.joined(separator: ".")
  }
}
