import BeckonEngine
import Testing

/// Where webhooks may go.
@Suite struct WebhookURLTests {
  @Test(
    "Accepted",
    arguments: [
      ("https://hooks.shop.example/beckon?key=1", "hooks.shop.example", 443),
      ("https://Shop.example:8443", "shop.example", 8_443),
      ("http://localhost:3000/hook", "localhost", 3_000),
      ("http://127.0.0.1/", "127.0.0.1", 80),
      ("http://[::1]:9/", "::1", 9),
      ("https://8.8.8.8/", "8.8.8.8", 443),
    ])
  func accepted(text: String, host: String, port: Int) throws {
    let url = try WebhookURL(text)
    #expect(url.host == host && url.port == port)
  }

  @Test(
    "Refused",
    arguments: [
      "http://shop.example/", "http://10.0.0.1/", "ftp://shop.example/", "shop.example",
      "https://u:p@shop.example/", "https://shop.example/#x", "https://2130706433/",
      "https://127.1/", "https://0x7f.0.0.1/", "https://0x7f000001/", "https://010.0.0.1/",
      "https://shop.example./", "https:///x", "https://shop.example\\@evil.example/",
    ])
  func refused(text: String) {
    #expect(throws: TargetError.self) { try WebhookURL(text) }
  }

  @Test(
    "Inner addresses need the operator's word",
    arguments: [
      "127.0.0.1", "127.255.1.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
      "169.254.169.254", "100.64.0.1", "::1", "fc00::1", "fd12::1", "fe80::1", "::ffff:10.0.0.1",
    ])
  func inner(text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(!WebhookAddresses.allows(address, privateNetworks: false))
    #expect(WebhookAddresses.allows(address, privateNetworks: true))
  }

  @Test(
    "Nobody's addresses, and those that hide another, are never sent to",
    arguments: [
      "0.0.0.0", "0.1.2.3", "224.0.0.1", "255.255.255.255", "240.0.0.1", "198.18.0.1", "::",
      "ff02::1", "64:ff9b::a00:1", "2002:a00:1::", "2001:0:a00:1::", "::10.0.0.1", "2001:db8::1",
    ])
  func never(text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(!WebhookAddresses.allows(address, privateNetworks: false))
    #expect(!WebhookAddresses.allows(address, privateNetworks: true))
  }

  @Test("Public addresses", arguments: ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1"])
  func publicOnes(text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(WebhookAddresses.allows(address, privateNetworks: false))
  }
}
