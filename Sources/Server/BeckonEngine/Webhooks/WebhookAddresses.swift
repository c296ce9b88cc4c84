import BeckonModel

/// Which addresses may be sent to. A webhook is made by who holds an app's secret key, who is not
/// the operator: it must not reach what only the server's own network reaches.
public enum WebhookAddresses {
  /// Whether an address is a public one, or the operator allows private networks.
  public static func allows(_ address: NetworkAddress, privateNetworks: Bool) -> Bool {
    if inner.contains(where: { $0.contains(address) }) { return privateNetworks }
    return !never.contains { $0.contains(address) }
  }

  /// Whether an address is this machine.
  public static func isLoopback(_ address: NetworkAddress) -> Bool {
    loopback.contains { $0.contains(address) }
  }

  private static let loopback = blocks(["127.0.0.0/8", "::1/128"])

  /// Loopback, private, shared and link-local space (RFC 1918, 6598, 3927, 4193, 4291), among it
  /// the addresses under which clouds give out a machine's credentials.
  private static let inner =
    loopback
    + blocks([
      "10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
      "fc00::/7", "fe80::/10", "fec0::/10",
    ])

  /// What is nobody's single address (RFC 6890), and IPv6 blocks that carry an IPv4 address which
  /// would have to be checked again.
  private static let never = blocks([
    "0.0.0.0/8", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "::/128", "::/96",
    "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
    "ff00::/8",
  ])

  private static func blocks(_ texts: [String]) -> [CIDR] { texts.compactMap { CIDR($0) } }
}
