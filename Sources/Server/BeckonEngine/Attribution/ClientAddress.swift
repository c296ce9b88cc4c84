import BeckonModel

/// The address a request really came from.
public struct ClientAddress: Hashable, Sendable {
  /// Hops in `X-Forwarded-For` that are looked at, from the right.
  public static let hopsMax = 32

  /// The client's address, or the nearest address to it that can be believed, in its one written
  /// form; the peer as it was given when that is no address.
  public var text: String { address?.text ?? peer }
  /// The same, read; `nil` when the peer is no address.
  public let address: NetworkAddress?
  /// The other end of the connection, as it was given; empty where `address` is known.
  private let peer: String
  /// Whether the request named a client that could not be believed: a proxy stands in between that
  /// the server was not told to trust, or somebody pretends. Then many people may share `text`.
  public let isForwardingIgnored: Bool

  /// By what calls without a secret key are counted: the client's network, an IPv6 address's /64.
  /// Where a stranger's header is not believed, it is the stranger's own. `nil` for those who come
  /// from inside, and for all behind a proxy of the operator's own network that was not named: it
  /// would shut out everyone for one.
  public var countedNetwork: String? {
    guard let address, !isHopUnreadable, !NetworkRanges.isInternal(address) else { return nil }
    return address.networkText
  }

  /// Whether a proxy of the operator's own network handed the request on that `--trusted-proxy`
  /// does not name.
  public var isProxyUnnamed: Bool {
    isForwardingIgnored && !isHopUnreadable && address.map(NetworkRanges.isInternal) ?? false
  }

  /// Whether a trusted proxy names something that is no address.
  private let isHopUnreadable: Bool

  /// Goes from the peer along `X-Forwarded-For` from right to left, as long as a trusted proxy
  /// vouches for the next hop. The first address that is no trusted proxy is the client. What
  /// stands further left was written by the client and counts for nothing; but where an address of
  /// the inside is followed by more, it is that of a further proxy, and the client is not known.
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - forwardedFor: the header's values joined with commas; empty when absent.
  ///   - trusted: the proxies' addresses.
  public init(peer: String, forwardedFor: String, trusted: [CIDR]) {
    guard !forwardedFor.isEmpty else {
      address = NetworkAddress(peer)
      self.peer = address == nil ? peer : ""
      isForwardingIgnored = false
      isHopUnreadable = false
      return
    }
    var hops = Hops(forwardedFor)
    var current = NetworkAddress(peer)
    var isBroken = false
    var isPeerBelieved = hops.isEmpty
    while let address = current, !isBroken, trusted.contains(where: { $0.contains(address) }),
      let next = hops.popLast()
    {
      isPeerBelieved = true
      if let hop = Self.address(next) { current = hop } else { isBroken = true }
    }
    let isProxy = !hops.isEmpty && current.map(NetworkRanges.isInternal) ?? false
    address = current
    self.peer = current == nil ? peer : ""
    isForwardingIgnored = isBroken || !isPeerBelieved || isProxy
    isHopUnreadable = isBroken
  }

  /// The names in `X-Forwarded-For`, taken from the right, without a list of them, because every
  /// click comes through here.
  private struct Hops {
    private var rest: Substring.UTF8View
    private var taken = 0

    init(_ forwardedFor: String) { rest = forwardedFor[...].utf8 }

    var isEmpty: Bool {
      var copy = self
      return copy.popLast() == nil
    }

    mutating func popLast() -> Substring.UTF8View? {
      while taken < ClientAddress.hopsMax, !rest.isEmpty {
        let comma = rest.lastIndex(of: UInt8(ascii: ","))
        let hop = rest[(comma.map(rest.index(after:)) ?? rest.startIndex)...]
        rest = rest[..<(comma ?? rest.startIndex)]
        if !hop.isEmpty { taken += 1 }
        let name = hop.trimmingSpace
        if !name.isEmpty { return name }
      }
      return nil
    }
  }

  /// Some proxies add a port: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
  private static func address(_ bytes: Substring.UTF8View) -> NetworkAddress? {
    let colon = UInt8(ascii: ":")
    if bytes.first == UInt8(ascii: "[") {
      return NetworkAddress(bytes: bytes.dropFirst().prefix { $0 != UInt8(ascii: "]") })
    }
    guard let port = bytes.firstIndex(of: colon), port == bytes.lastIndex(of: colon) else {
      return NetworkAddress(bytes: bytes)
    }
    return NetworkAddress(bytes: bytes[..<port])
  }
}
