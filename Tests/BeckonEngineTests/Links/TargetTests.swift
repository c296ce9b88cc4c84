import BeckonEngine
import BeckonModel
import Testing

@Suite("Targets")
struct TargetTests {
  static let click = ClickID(Identifier(high: 0, low: 7))

  @Test(
    "are https URLs",
    arguments: [
      "https://shop.example", "HTTPS://Shop.Example:8443/a?b=c#d", "https://[2001:db8::1]/",
      "https://xn--nal-goa.example/ü?q=ş", "https://10.0.0.1/", "https://a_b.example/%2F",
    ])
  func fine(url: String) throws {
    try Target.check(url)
  }

  @Test(
    "are refused with a reason",
    arguments: [
      ("", .length), ("https://a/" + String(repeating: "a", count: 2_048), .length),
      ("shop.example", .scheme), ("//shop.example", .scheme), ("/path", .scheme),
      ("http://shop.example", .scheme), ("shop://item/1", .scheme),
      ("javascript:alert(1)", .scheme),
      ("https://user@shop.example", .userInfo), ("https://shop.example:x@evil.example", .userInfo),
      ("https://shop.example\\@evil.example", .character), ("https://shop.example/ a", .character),
      ("https://shop.example/\n", .character), ("https://shop.example/\u{0}", .character),
      ("https://shop.example/\u{202E}gpj", .character), ("https://shop.example/\"", .character),
      ("java\tscript:alert(1)", .character), ("https:", .host), ("https://", .host),
      ("https:shop.example", .host), ("https:///path", .host), ("https://a..b", .host),
      ("https://shop.example./", .host), ("https://sh%6Fp.example", .host),
      ("https://ünal.example", .host),
      ("https://a:99999", .host), ("https://a:b", .host), ("https://[::1", .host),
      ("https://[::g]", .host),
    ] as [(String, TargetError)])
  func refused(url: String, reason: TargetError) {
    #expect(throws: reason) { try Target.check(url) }
  }

  @Test("of deep links may have an app's own scheme, but none that runs code or reads files")
  func deepLinks() throws {
    try Target.check("shop://item/1?a=b", schemes: .deepLink)
    try Target.check("com.shop.app:open", schemes: .deepLink)
    for scheme in ["javascript", "JavaScript", "data", "file", "intent", "vbscript", "http"] {
      #expect(throws: TargetError.scheme) {
        try Target.check(scheme + "://a/1", schemes: .deepLink)
      }
    }
    try Target.check("http://127.0.0.1:8080/", schemes: TargetSchemes(allowsHTTP: true))
  }

  @Test("may be opened by a browser when they are of the web or of an app")
  func opened() {
    let long = "https://shop.example/?" + String(repeating: "a", count: 3_000)
    for url in [
      "https://shop.example/'", "http://shop.example", "HTTPS://a", "shop://item/1", long,
    ] {
      #expect(Target.mayBeOpened(url), "\(url)")
    }
    for url in [
      "", "/path", "javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)",
      " javascript:alert(1)", "data:text/html,<p>", "vbscript:x", "file:///etc/passwd",
      "blob:https://a/1", "https://shop.example\\@evil.example", "https://a/\"",
      "https://a/\u{202E}",
    ] { #expect(!Target.mayBeOpened(url), "\(url)") }
  }

  @Test(
    "take a parameter before the fragment and stay the same otherwise",
    arguments: [
      ("https://a", "https://a?k=v"), ("https://a/#x", "https://a/?k=v#x"),
      ("https://a/?", "https://a/?k=v"), ("https://a/?b=1&", "https://a/?b=1&k=v"),
      ("https://a/?b=%2f+c&&d#/r?k=0", "https://a/?b=%2f+c&&d&k=v#/r?k=0"),
      ("https://a/?k=old&b=1&%6B=older", "https://a/?k=v&b=1"), ("https://a/?k", "https://a/?k=v"),
      ("https://a/?kk=1", "https://a/?kk=1&k=v"), ("shop://item", "shop://item?k=v"),
      ("no url", "no url"),
    ])
  func adding(url: String, expected: String) {
    #expect(Target.adding(parameter: "k", value: "v", to: url) == expected)
  }

  @Test("give an added parameter back, whatever is in it")
  func roundTrip() {
    for value in ["a b&c=d#e?f", "%41+", "ş€😀", ""] {
      let url = Target.adding(parameter: "a&b", value: value, to: "https://a/?x=1#y")
      #expect(Target.reading(parameter: "a&b", of: url) == value)
      #expect(Target.reading(parameter: "x", of: url) == "1")
      #expect(url.hasSuffix("#y"))
    }
    #expect(Target.reading(parameter: "q", of: "https://a/?q=b+c%20d%zz") == "b c d%zz")
    #expect(Target.reading(parameter: "q", of: "https://a/#?q=1") == nil)
  }

  @Test(
    "carry the click where its reader looks: in the query, in Play's referrer, never to the App Store",
    arguments: [
      ("https://shop.example/?a=1#b", "https://shop.example/?a=1&beckon_click=ID#b"),
      (
        "https://play.google.com/store/apps/details?id=com.shop",
        "https://play.google.com/store/apps/details?id=com.shop&referrer=beckon_click%3DID"
      ),
      (
        "market://details?id=com.shop&referrer=utm_source%3Dx%26utm_medium%3Dy%2520z&hl=tr",
        "market://details?id=com.shop&referrer=utm_source%3Dx%26utm_medium%3Dy%2520z%26beckon_click%3DID&hl=tr"
      ),
      ("https://apps.apple.com/app/id1?pt=1", "https://apps.apple.com/app/id1?pt=1"),
      (
        "https://play.google.com.evil.example/",
        "https://play.google.com.evil.example/?beckon_click=ID"
      ),
    ])
  func carryingClick(url: String, expected: String) {
    let once = Target.adding(click: Self.click, to: url)
    let id = Self.click.text
    #expect(
      once
        == expected.split(separator: "ID", omittingEmptySubsequences: false).joined(separator: id))
    #expect(Target.adding(click: Self.click, to: once) == once, "a second time changes nothing")
  }

  @Test("through Play give the click back to the app")
  func throughPlay() {
    let store = "https://play.google.com/store/apps/details?id=a&referrer=utm_source%3Dx"
    let url = Target.adding(click: Self.click, to: store)
    let referrer = InstallReferrer(Target.reading(parameter: "referrer", of: url) ?? "")
    #expect(referrer.click == Self.click)
    #expect(referrer.utm.source == "x")
  }

  @Test("keep their own campaign parameters and take the link's where they have none")
  func campaign() {
    let url = Target.adding(
      utm: UTM(source: "ana", medium: "a b"), to: "https://a/?utm_source=own#x")
    #expect(url == "https://a/?utm_source=own&utm_medium=a%20b#x")
  }
}
