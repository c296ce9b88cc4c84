import BeckonEngine
import Testing

@Suite("Client addresses")
struct ClientAddressTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let peer: String
    let header: String
    var trusted = ["10.0.0.0/8", "127.0.0.1", "2001:db8::/32"]
    let client: String
    /// By what calls are counted; `nil` where they are not.
    let counted: String?
    var isIgnored = false
    var isUnnamed = false
  }

  static let cases = [
    Case(
      testDescription: "no header: the peer", peer: "203.0.113.7", header: "",
      client: "203.0.113.7", counted: "203.0.113.7"
    ),
    Case(
      testDescription: "a stranger's header counts for nothing", peer: "203.0.113.7",
      header: "198.51.100.1", client: "203.0.113.7", counted: "203.0.113.7", isIgnored: true),
    Case(
      testDescription: "without trusted proxies nobody's header counts", peer: "127.0.0.1",
      header: "198.51.100.1", trusted: [], client: "127.0.0.1", counted: nil, isIgnored: true,
      isUnnamed: true),
    Case(
      testDescription: "a trusted proxy's header counts", peer: "127.0.0.1", header: "198.51.100.1",
      client: "198.51.100.1", counted: "198.51.100.1"),
    Case(
      testDescription: "what the client wrote in front is not believed", peer: "127.0.0.1",
      header: "1.1.1.1, 198.51.100.1", client: "198.51.100.1", counted: "198.51.100.1"),
    Case(
      testDescription: "a chain of trusted proxies is followed", peer: "127.0.0.1",
      header: "1.1.1.1, 198.51.100.1 ,10.0.0.2,  10.0.0.1", client: "198.51.100.1",
      counted: "198.51.100.1"),
    Case(
      testDescription: "all trusted: the leftmost", peer: "127.0.0.1", header: "10.0.0.9, 10.0.0.1",
      client: "10.0.0.9", counted: nil),
    Case(
      testDescription: "rubbish ends the chain at the last proxy", peer: "127.0.0.1",
      header: "198.51.100.1, unknown, 10.0.0.1", client: "10.0.0.1", counted: nil, isIgnored: true),
    Case(
      testDescription: "ports and brackets are dropped", peer: "2001:db8::1",
      header: "[2001:DB9::7]:4711", client: "2001:db9::7", counted: "2001:db9::/64"),
    Case(
      testDescription: "a port after IPv4 is dropped", peer: "::ffff:10.0.0.1",
      header: "198.51.100.1:80", client: "198.51.100.1", counted: "198.51.100.1"),
    Case(
      testDescription: "only commas are no header", peer: "127.0.0.1", header: ", ,",
      client: "127.0.0.1", counted: nil),
    Case(
      testDescription: "a peer without address stays", peer: "unix:", header: "1.1.1.1",
      client: "unix:", counted: nil, isIgnored: true),
    Case(
      testDescription: "from inside without a header: as before", peer: "127.0.0.1", header: "",
      client: "127.0.0.1", counted: nil),
    Case(
      testDescription: "a stranger is counted by the /64 whatever they pretend",
      peer: "2001:db9::1:2:3:4", header: "2001:db9:7::1", client: "2001:db9::1:2:3:4",
      counted: "2001:db9::/64", isIgnored: true),
    Case(
      testDescription: "a stranger who pretends to come from inside", peer: "203.0.113.7",
      header: "10.0.0.1", client: "203.0.113.7", counted: "203.0.113.7", isIgnored: true),
    Case(
      testDescription: "a cluster's proxy that nobody named", peer: "100.64.3.1",
      header: "198.51.100.1", client: "100.64.3.1", counted: nil, isIgnored: true, isUnnamed: true),
    Case(
      testDescription: "a second proxy inside, behind the one that is named", peer: "127.0.0.1",
      header: "198.51.100.1, 192.168.0.9", client: "192.168.0.9", counted: nil, isIgnored: true,
      isUnnamed: true),
    Case(
      testDescription: "a colleague inside, behind the proxy that is named", peer: "127.0.0.1",
      header: "192.168.0.9", client: "192.168.0.9", counted: nil),
  ]

  @Test("are the right-most that no trusted proxy has", arguments: cases)
  func client(of example: Case) {
    let trusted = example.trusted.compactMap { CIDR($0) }
    let client = ClientAddress(
      peer: example.peer, forwardedFor: example.header, trusted: trusted)
    #expect(client.text == example.client)
    #expect(client.isForwardingIgnored == example.isIgnored)
    #expect(client.countedNetwork == example.counted)
    #expect(client.isProxyUnnamed == example.isUnnamed)
  }

  @Test("are found in a header of a thousand hops without reading them all")
  func manyHops() {
    let header = Array(repeating: "10.0.0.1", count: 1_000).joined(separator: ",")
    let trusted = [CIDR("10.0.0.0/8")].compactMap { $0 }
    let client = ClientAddress(peer: "10.0.0.2", forwardedFor: header, trusted: trusted)
    #expect(client.text == "10.0.0.1")
  }
}
