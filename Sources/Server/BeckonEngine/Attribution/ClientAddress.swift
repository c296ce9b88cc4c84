/// The address a request really came from.
public struct ClientAddress: Hashable, Sendable {
  /// Hops in `X-Forwarded-For` that are looked at, from the right.
  public static let hopsMax = 32

  /// The client's address, or the nearest address to it that can be believed.
  public let text: String
  /// Whether the request named a client that could not be believed: a proxy stands in between that
  /// the server was not told to trust, or somebody pretends. Then many people may share `text`.
  public let isForwardingIgnored: Bool

  /// Goes from the peer along `X-Forwarded-For` from right to left, as long as a trusted proxy vouches
  /// for the next hop. The first address that is no trusted proxy is the client. What stands further
  /// left was written by the client and counts for nothing.
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - forwardedFor: the header's values joined with commas; empty when absent.
  ///   - trusted: the proxies' addresses.
  public init(peer: String, forwardedFor: String, trusted: [CIDR]) {
    let hops = forwardedFor.utf8.split(separator: UInt8(ascii: ","))
      .suffix(Self.hopsMax).map { Array($0)[...].trimmingSpace }.filter { !$0.isEmpty }
    var current = NetworkAddress(peer)
    var text = current?.text ?? peer
    var rest = hops[...]
    while let address = current, trusted.contains(where: { $0.contains(address) }),
      let next = rest.popLast()
    {
      guard let hop = Self.address(next) else {
        self.init(text: text, isForwardingIgnored: true)
        return
      }
      current = hop
      text = hop.text
    }
    let isProxyTrusted = rest.count < hops.count
    self.init(text: text, isForwardingIgnored: !hops.isEmpty && !isProxyTrusted)
  }

  private init(text: String, isForwardingIgnored: Bool) {
    self.text = text
    self.isForwardingIgnored = isForwardingIgnored
  }

  /// Some proxies add a port: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
  private static func address(_ bytes: ArraySlice<UInt8>) -> NetworkAddress? {
    var bytes = bytes
    if bytes.first == UInt8(ascii: "[") {
      bytes = bytes.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    } else if bytes.filter({ $0 == UInt8(ascii: ":") }).count == 1 {
      bytes = bytes.prefix { $0 != UInt8(ascii: ":") }
    }
    return NetworkAddress(String(decoding: bytes, as: UTF8.self))
  }
}
