import BeckonEngine
import Testing

@Suite("Patterns of allowed targets")
struct TargetPatternTests {
  @Test(
    "let their own targets pass",
    arguments: [
      ("https://shop.example/*", "https://shop.example/"),
      ("https://shop.example/*", "https://shop.example"),
      ("https://shop.example/*", "https://SHOP.example:443/a/b?c=d#e"),
      ("https://shop.example/sale*", "https://shop.example/sales/1?x=/.."),
      ("https://shop.example", "https://shop.example/?a=b"),
      ("https://shop.example/a?b=*", "https://shop.example/a?b=c"),
      ("https://shop.example/*/item", "https://shop.example/tr/shoes/item"),
      ("https://*.example.com/*", "https://www.example.com/"),
      ("https://*.example.com/*", "https://a.b.example.com/"),
      ("https://shop.example:8443/*", "https://shop.example:8443/"),
      ("http://127.0.0.1:8080/*", "http://127.0.0.1:8080/x"), ("shop://*", "shop://item/1?a=b"),
    ])
  func pass(pattern: String, url: String) throws {
    #expect(try #require(TargetPattern(pattern)).matches(url))
  }

  @Test(
    "let nothing else pass, however it is dressed",
    arguments: [
      ("https://shop.example/*", "https://shop.example.evil.com/"),
      ("https://shop.example/*", "https://evil.com/?https://shop.example/"),
      ("https://shop.example/*", "https://evil.com/https://shop.example/"),
      ("https://shop.example/*", "https://evil.com#https://shop.example/"),
      ("https://shop.example/*", "https://shop.example@evil.com/"),
      ("https://shop.example/*", "https://shop.example:pass@evil.com/"),
      ("https://shop.example/*", "https://evil.com\\@shop.example/"),
      ("https://shop.example/*", "https://evil.com\\.shop.example/"),
      ("https://shop.example/*", "https://shop.example:8443/"),
      ("https://shop.example/*", "http://shop.example/"),
      ("https://shop.example/*", "https://www.shop.example/"),
      ("https://shop.example/*", "https://shop.example./"),
      ("https://shop.example/*", "https:shop.example/"),
      ("https://shop.example/*", "javascript://shop.example/%0aalert(1)"),
      ("https://shop.example/*", " https://shop.example/"),
      ("https://shop.example/*", "https://shop.example/\r\nSet-Cookie: a"),
      ("https://*.example.com/*", "https://example.com/"),
      ("https://*.example.com/*", "https://.example.com/"),
      ("https://*.example.com/*", "https://evilexample.com/"),
      ("https://*.example.com/*", "https://evil.com/.example.com/"),
      ("https://*.example.com/*", "https://evil.com?.example.com/"),
      ("https://*.example.com/*", "https://evil.com%2F.example.com/"),
      ("https://*.example.com/*", "https://www.example.com.evil.com/"),
      ("https://shop.example/public/*", "https://shop.example/public/../admin"),
      ("https://shop.example/public/*", "https://shop.example/public/%2e%2E/admin"),
      ("https://shop.example/public/*", "https://shop.example/public/..%2fadmin"),
      ("https://shop.example/sale", "https://shop.example/sales"),
      ("https://shop.example/a?b=*", "https://shop.example/a"),
      ("https://shop.example", "https://shop.example/a"),
      ("shop://*", "shopping://x"), ("shop://*", "https://shop/"),
    ])
  func refuse(pattern: String, url: String) throws {
    #expect(try #require(TargetPattern(pattern)).matches(url) == false)
  }

  @Test(
    "are no patterns when they would open the door to everybody",
    arguments: [
      "*", "https://*", "https://*/*", "https://*.com/*", "https://shop*.example/*",
      "https://shop.example*", "https://*.*.com/", "https://a.*.com/", "*://shop.example/*",
      "shop.example/*", "https://user@shop.example/*", "javascript:*", "data:*",
      "https://shop.example/*#x", "",
    ])
  func noPattern(text: String) {
    #expect(TargetPattern(text) == nil)
  }

  @Test("stay quick on text made to make them slow")
  func slow() throws {
    let many = String(repeating: "*a", count: 900)
    let pattern = try #require(TargetPattern("https://shop.example/" + many + "b"))
    #expect(!pattern.matches("https://shop.example/" + String(repeating: "a", count: 2_000)))
  }
}
