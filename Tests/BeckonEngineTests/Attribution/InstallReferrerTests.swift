import BeckonEngine
import BeckonModel
import Testing

@Suite("Install referrers and opened links")
struct InstallReferrerTests {
  static let click = Story.clickID(7)

  @Test(
    "name the click, encoded never, once or twice too often",
    arguments: [
      "beckon_click=ID&utm_source=a+b&utm_campaign=%C5%9F&gclid=g1",
      "beckon_click%3DID%26utm_source%3Da%2Bb%26utm_campaign%3D%25C5%259F%26gclid%3Dg1",
      "beckon_click%253DID%2526utm_source%253Da%25252520b%2526utm_campaign%253D%25C5%259F%2526gclid%253Dg1",
    ])
  func click(text: String) {
    let parts = text.split(separator: "ID", omittingEmptySubsequences: false)
    let referrer = InstallReferrer(parts.joined(separator: Self.click.text))
    #expect(referrer.click == Self.click)
    #expect(referrer.namesClick)
    #expect(referrer.utm.source?.hasPrefix("a") == true)
    #expect(referrer.utm.campaign == "ş")
    #expect(referrer.gclid == "g1")
    #expect(!referrer.isOrganic)
  }

  @Test("of nobody's sending are organic")
  func organic() {
    let referrer = InstallReferrer("utm_source=google-play&utm_medium=organic")
    #expect(referrer.isOrganic)
    #expect(referrer.click == nil && !referrer.namesClick)
  }

  @Test("with a broken click say that one was named", arguments: ["x", "clk_", "per_", ""])
  func broken(value: String) {
    let referrer = InstallReferrer("beckon_click=" + value)
    #expect(referrer.click == nil && referrer.namesClick)
  }

  @Test(
    "give host, code and click",
    arguments: [
      ("https://Go.Shop.example/ana", "go.shop.example", "ana", false),
      ("  https://go.shop.example/ana/?a=b&beckon_click=ID#x\n", "go.shop.example", "ana", true),
      ("https://go.shop.example/a%C5%9F", "go.shop.example", "aş", false),
      ("https://go.shop.example/", "go.shop.example", nil, false),
      ("https://go.shop.example/a/b?beckon_click=ID", "go.shop.example", nil, true),
      ("https://go.shop.example/a%2Fb", "go.shop.example", "a/b", false),
      ("shop://item?beckon_click=ID", "item", nil, true), ("shop:item", "", nil, false),
      ("https://a/b?beckon_click=per_1", "a", "b", false),
    ] as [(String, String, String?, Bool)])
  func opened(text: String, host: String, code: String?, hasClick: Bool) throws {
    let parts = text.split(separator: "ID", omittingEmptySubsequences: false)
    let link = try #require(OpenedLink(parts.joined(separator: Self.click.text)))
    #expect(link.host == host)
    #expect(link.code == code)
    #expect(link.click == (hasClick ? Self.click : nil))
  }

  @Test("keep a port apart")
  func port() {
    let link = OpenedLink("http://127.0.0.1:8080/ana")
    #expect(link?.host == "127.0.0.1" && link?.port == "8080" && link?.code == "ana")
  }

  @Test(
    "are not read from what somebody happened to copy",
    arguments: [
      "", "hello", "see you at 5", "1: milk", "/ana", "://", String(repeating: "a:", count: 5_000),
    ])
  func noLink(text: String) {
    #expect(OpenedLink(text) == nil)
  }
}
