import Foundation
import Testing

@testable import BeckonCompatDynamicLinks

/// Which URLs are taken for links (docs/PROTOCOLS/dynamiclinks.md, Links).
@Suite struct DynamicLinkRecognitionTests {
  private let recognition = LinkRecognition(
    domains: ["https://links.example.com", "https://play.example/promo/"])

  private func url(_ text: String) throws -> URL { try #require(URL(string: text), "\(text)") }

  @Test(
    "Short links",
    arguments: [
      "https://someapp.page.link/somepath", "http://someapp.page.link/somepath?somekey=v",
      "https://some.app.google/test_test-test", "https://n8r9f.app.goo.gl/Ab3",
      "https://someapp.page.link/i/anything", "https://page.link/app/anything",
      "https://links.example.com/Ab3x", "https://LINKS.example.com/Ab3x",
      "https://play.example/promo/Ab3x", "https://play.example/promo/?link=https%3A%2F%2Fa.example",
    ])
  func short(_ text: String) throws { #expect(recognition.isShort(try url(text))) }

  @Test(
    "Long links, which say all themselves",
    arguments: [
      "https://n8r9f.app.goo.gl/?ibi=x&link=https%3A%2F%2Fa.example",
      "https://links.example.com/?link=https%3A%2F%2Fa.example",
      "https://links.example.com?link=https%3A%2F%2Fa.example",
    ])
  func long(_ text: String) throws {
    let url = try url(text)
    #expect(!recognition.isShort(url))
    let link = try #require(recognition.long(url))
    #expect(link.url?.absoluteString == "https://a.example")
    #expect(link.matchType == .unique && link.matchConfidence == .strong)
  }

  @Test(
    "What is none",
    arguments: [
      "https://someapp.page.link/", "https://someapp.page.link/a/b", "https://goo.gl/309dht4",
      "https://page.link/i/309dht4", "https://1234.page.link/link/dismiss",
      "https://a.b.page.link/x", "https://page.link.example/x", "ftp://someapp.page.link/x",
      "https://links.example.com/", "https://links.example.com.evil.example/Ab3x",
      "https://play.example/promotion", "https://play.example/", "https://other.example/Ab3x",
      "https://links.example.com/?link=javascript%3Aalert", "com.example.ios://google/link/",
    ])
  func none(_ text: String) throws {
    let url = try url(text)
    #expect(!recognition.isShort(url) && recognition.long(url) == nil)
  }

  @Test(
    "Of the pasteboard only what a click page has copied counts",
    arguments: [
      ("https://links.example.com/Ab3x?_icp=1", "https://links.example.com/Ab3x"),
      (
        "https://links.example.com/Ab3x?beckon_click=clk_1&_icp=1",
        "https://links.example.com/Ab3x?beckon_click=clk_1"
      ),
      ("https://links.example.com/Ab3x", nil), ("https://bank.example/?_icp=1", nil),
      ("a secret", nil), (nil, nil),
    ] as [(String?, String?)])
  func copied(text: String?, link: String?) {
    #expect(recognition.copiedLink(text) == link)
  }

  @Test("A URL of the app's own scheme tells of a link")
  func customScheme() throws {
    let told = try url(
      "com.example.ios://google/link/?deep_link_id=https%3A%2F%2Fa%2Eexample%2F%3Finvitedby%3Dana"
        + "&match_type=weak&utm_source=mail&imv=1%2E2")
    #expect(CustomSchemeURL.isOne(told, scheme: "com.example.iOS"))
    let link = CustomSchemeURL.link(told)
    #expect(link.url?.absoluteString == "https://a.example/?invitedby=ana")
    #expect(link.matchType == .weak && link.matchConfidence == .weak)
    #expect(link.utmParametersDictionary as? [String: String] == ["utm_source": "mail"])
    #expect(link.minimumAppVersion == "1.2")
    let ofPage = try url("com.example.ios://open?beckon_click=clk_1&url=https%3A%2F%2Fa.example")
    #expect(CustomSchemeURL.isOne(ofPage, scheme: "com.example.ios"))
    #expect(CustomSchemeURL.link(ofPage).url?.absoluteString == "https://a.example")
    for other in ["other://google/link/?a=b", "com.example.ios://google/no", "https://a.example"] {
      #expect(!CustomSchemeURL.isOne(try url(other), scheme: "com.example.ios"))
    }
    let empty = CustomSchemeURL.link(try url("com.example.ios://google/link/?dismiss=1"))
    #expect(empty.url == nil && empty.matchType == .none)
  }

  @Test("Info.plist is read under the vendor's keys")
  func information() {
    let information = AppInformation(
      [
        "BeckonURL": "https://go.example", "BeckonKey": "pk_1",
        "FirebaseDynamicLinksCustomDomains": ["https://links.example.com"],
        "FirebaseDeepLinkAutomaticRetrievalEnabled": false,
        "FirebaseDeepLinkPasteboardRetrievalEnabled": false,
        "CFBundleURLTypes": [["CFBundleURLSchemes": ["mygame"]]],
      ], bundleID: "com.example.ios")
    #expect(information.server?.host == "go.example" && information.key == "pk_1")
    #expect(information.domains == ["https://links.example.com"])
    #expect(information.schemes == ["mygame"])
    #expect(!information.looksForLink && !information.readsPasteboard)
    let usual = AppInformation([:], bundleID: "")
    #expect(usual.looksForLink && usual.readsPasteboard && usual.server == nil)
  }
}
