import BeckonEngine
import BeckonModel
import Testing

/// By what URL a page opens the app, and that none is made of what is no app's.
@Suite struct AppEntryTests {
  private static let click = ClickID(Identifier(high: 1, low: 2))
  private static let short = "https://go.example/SUMMER"

  private static func entry(
    _ options: LinkOptions, package: String? = nil
  ) -> AppEntry {
    AppEntry(Link.example(to: "https://shop.example/boats", options), package: package)
  }

  @Test("On iOS by the deep link that has the app's own scheme, else by the scheme")
  func iOS() {
    let id = Self.click.text
    let named = PlatformOptions(iosScheme: "com.example.shop")
    for (options, url) in [
      (LinkOptions(deepLink: "shop://boats?x=1"), "shop://boats?x=1&beckon_click=\(id)"),
      (
        LinkOptions(platforms: named),
        "com.example.shop://open?beckon_click=\(id)&url=https%3A%2F%2Fshop.example%2Fboats"
      ),
      (
        LinkOptions(storeVisitors: .everyone, platforms: named),
        "com.example.shop://open?beckon_click=\(id)&url=https%3A%2F%2Fgo.example%2FSUMMER"
      ),
      (LinkOptions(), nil),
    ] as [(LinkOptions, String?)] {
      #expect(Self.entry(options).onIOS(Self.short, click: Self.click)?.text == url)
    }
  }

  @Test("A vendor's links say in their own form what stands behind the scheme")
  func form() {
    var entry = Self.entry(LinkOptions(platforms: PlatformOptions(iosScheme: "shop")))
    entry.iosForm = "link/?to={link}&sure=1"
    #expect(
      entry.onIOS(Self.short, click: Self.click)?.text
        == "shop://link/?to=https%3A%2F%2Fshop.example%2Fboats&sure=1")
  }

  @Test("On Android by an intent to the link or to its deep link, with the store behind it")
  func android() {
    let id = Self.click.text
    let store = "https://play.google.com/store/apps/details?id=a"
    let fallback = "S.browser_fallback_url=\(PercentEncoding.encode(store));end"
    func url(_ options: LinkOptions, package: String? = nil) -> String? {
      Self.entry(options, package: package)
        .onAndroid(Self.short, click: Self.click, store: store)?.text
    }
    let deep = PlatformOptions(androidPackage: "a.b", androidDeepLink: "shop://boats#part")
    let own = "intent://go.example/SUMMER?beckon_click=\(id)#Intent;scheme=https;"
    #expect(url(LinkOptions(), package: "a.b") == own + "package=a.b;" + fallback)
    #expect(
      url(LinkOptions(platforms: deep))
        == "intent://boats?beckon_click=\(id)#Intent;scheme=shop;package=a.b;" + fallback)
    #expect(url(LinkOptions()) == nil)
  }

  @Test("What is no app's scheme or package makes no URL, whoever stored it")
  func hostile() {
    for scheme in ["javascript", "data", "https", "intent", "a b", "", "x\"y", "ü"] {
      let entry = Self.entry(LinkOptions(platforms: PlatformOptions(iosScheme: scheme)))
      #expect(entry.onIOS(Self.short, click: Self.click) == nil, "\(scheme)")
    }
    for package in ["", "a;S.x=y", "a b", "a#b", "ä"] {
      let entry = Self.entry(LinkOptions(), package: package)
      #expect(entry.onAndroid(Self.short, click: Self.click, store: "") == nil, "\(package)")
    }
    let entry = Self.entry(
      LinkOptions(platforms: PlatformOptions(androidDeepLink: "javascript:x")), package: "a")
    #expect(entry.onAndroid(Self.short, click: Self.click, store: "") == nil)
  }
}
