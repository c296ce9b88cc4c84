import BeckonEngine
import Testing

@Suite("Network addresses")
struct NetworkAddressTests {
  @Test(
    "have one network text",
    arguments: [
      ("203.0.113.7", "203.0.113.7"), ("::ffff:203.0.113.7", "203.0.113.7"),
      ("::FFFF:cb00:7107", "203.0.113.7"), ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
      ("2001:0DB8:0000:0001::9", "2001:db8:0:1::/64"), ("::1", "::/64"),
      ("fe80::1%eth0", "fe80::/64"), ("64:ff9b::203.0.113.7", "203.0.113.7"),
      ("64:ff9b:0:0:0:1::", "64:ff9b::/64"), ("64:ff9b:1::203.0.113.7", "64:ff9b:1::/64"),
      ("1:2:3:4:5:6:7::", "1:2:3:4::/64"),
    ])
  func network(text: String, network: String) throws {
    #expect(try #require(NetworkAddress(text)).networkText == network)
  }

  @Test(
    "are written as RFC 5952 says",
    arguments: [
      ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:DB8::0001", "2001:db8::1"),
      ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("::", "::"), ("0:0:0:0:0:0:0:1", "::1"),
      ("1::", "1::"), ("::1.2.3.4", "::102:304"), ("0.0.0.0", "0.0.0.0"),
    ])
  func text(text: String, written: String) throws {
    #expect(try #require(NetworkAddress(text)).text == written)
  }

  @Test(
    "are not read from anything else",
    arguments: [
      "", " ", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.-4", "1.2.3.4 ", "::1::", ":",
      ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "1.2.3.4::", "1::1.2.3",
      "1:2:3:4:5:6:7:8::", "localhost", "1.2.3.4:80", "[::1]", "١.٢.٣.٤",
    ])
  func notRead(text: String) {
    #expect(NetworkAddress(text) == nil)
  }

  @Test(
    "lie in blocks or not",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
      ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.8", false),
      ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "::1", false), ("::/0", "1.2.3.4", false),
      ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/33", "2001:db8:ffff::1", false),
      ("2001:db8::/65", "2001:db8::7fff:0:0:1", true), ("::1/128", "::1", true),
      ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("::1/128", "::2", false),
      ("::ffff:10.0.0.0/104", "10.1.2.3", true), ("10.1.2.3/8", "10.9.9.9", true),
    ])
  func contains(block: String, address: String, expected: Bool) throws {
    let block = try #require(CIDR(block))
    #expect(try block.contains(#require(NetworkAddress(address))) == expected)
  }

  @Test(
    "blocks are not read from anything else",
    arguments: [
      "", "/", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/8/8", "10/8",
      "10.0.0.0/+8", "::ffff:10.0.0.0/8", "10.0.0.0/99999999999999999999",
    ])
  func noBlock(text: String) {
    #expect(CIDR(text) == nil)
  }

  @Test(
    "have a class that says how many people are behind them",
    arguments: [
      ("203.0.113.7", .ordinary), ("100.64.0.1", .carrierNAT), ("100.127.255.255", .carrierNAT),
      ("100.128.0.0", .ordinary), ("172.56.1.2", .carrierNAT), ("104.28.1.1", .relay),
      ("2a02:26f7::1", .relay), ("127.0.0.1", .privateRange), ("192.168.1.1", .privateRange),
      ("172.31.0.1", .privateRange), ("::1", .privateRange), ("fd00::1", .privateRange),
      ("198.51.100.9", .carrierNAT), ("2001:db8:9::1", .relay),
    ] as [(String, NetworkClass)])
  func classes(address: String, expected: NetworkClass) throws {
    let ranges = NetworkRanges(
      carrierNAT: [try #require(CIDR("198.51.100.0/24"))],
      relay: [try #require(CIDR("2001:db8:9::/48"))])
    let address = try #require(NetworkAddress(address))
    #expect(ranges.classify(address) == expected)
    #expect(ranges.classify(address, isForwardingIgnored: true) == .hiddenByProxy)
  }
}
