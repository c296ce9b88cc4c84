/// What an address says about who is behind it.
public enum NetworkClass: String, CaseIterable, Sendable {
  /// A household, an office, a phone: few people.
  case ordinary
  /// An address that means something only inside one network: a demonstration, a test, a company's
  /// own server. The people are really there, so it matches like an ordinary one.
  case privateRange = "private_range"
  /// The carrier puts many customers behind it.
  case carrierNAT = "carrier_nat"
  /// A privacy relay puts many people of one region behind it.
  case relay
  /// A proxy that the server was not told to trust stands in between: all its users look alike.
  case hiddenByProxy = "hidden_by_proxy"
}

/// The blocks of addresses behind which many people are. Short on purpose: a missing block costs
/// nothing as soon as two of its people click different links; an operator adds what he sees.
public struct NetworkRanges: Sendable {
  /// Blocks of carriers.
  public let carrierNAT: [CIDR]
  /// Blocks of privacy relays.
  public let relay: [CIDR]

  /// Adds blocks to the built-in ones.
  public init(carrierNAT: [CIDR] = [], relay: [CIDR] = []) {
    self.carrierNAT = Self.builtInCarrierNAT + carrierNAT
    self.relay = Self.builtInRelay + relay
  }

  /// The class of an address. `isForwardingIgnored` comes from `ClientAddress`.
  public func classify(
    _ address: NetworkAddress, isForwardingIgnored: Bool = false
  ) -> NetworkClass {
    if isForwardingIgnored { return .hiddenByProxy }
    let address = address.untranslated
    if carrierNAT.contains(where: { $0.contains(address) }) { return .carrierNAT }
    if relay.contains(where: { $0.contains(address) }) { return .relay }
    return Self.privateRanges.contains { $0.contains(address) } ? .privateRange : .ordinary
  }

  /// Shared address space (RFC 6598), DS-Lite (RFC 6333), T-Mobile US's customers.
  private static let builtInCarrierNAT = blocks([
    "100.64.0.0/10", "192.0.0.0/29", "172.56.0.0/13",
  ])

  /// Where iCloud Private Relay and Cloudflare WARP mostly come out: parts of Akamai's,
  /// Cloudflare's and Fastly's networks. Apple publishes all of it, some 250,000 blocks, at
  /// `mask-api.icloud.com/egress-ip-ranges.csv`. Too broad only turns a `default` into a `weak`.
  private static let builtInRelay = blocks([
    "104.28.0.0/16", "140.248.0.0/16", "146.75.0.0/16", "172.224.0.0/14", "2606:54c0::/32",
    "2a02:26f7::/32", "2a04:4e41::/32", "2a09:bac0::/29",
  ])

  /// Loopback, RFC 1918, link-local, unique local (RFC 4193).
  private static let privateRanges = blocks([
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128",
    "fc00::/7", "fe80::/10",
  ])

  /// Private addresses, and the space that carriers and clusters share (RFC 6598): nobody comes
  /// from there over the Internet.
  static func isInternal(_ address: NetworkAddress) -> Bool {
    internalRanges.contains { $0.contains(address) }
  }

  private static let internalRanges = privateRanges + blocks(["100.64.0.0/10"])

  private static func blocks(_ texts: [String]) -> [CIDR] { texts.compactMap { CIDR($0) } }
}
