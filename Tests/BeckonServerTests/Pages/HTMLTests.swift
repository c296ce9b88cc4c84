import Testing

@testable import BeckonServer

/// The kit for pages: whatever a text or URL is, the page's elements stay those of the program.
@Suite struct HTMLTests {
  private static let hostile = "</p><script>x('1')</script>\"&"
  private static let harmless = "&lt;/p&gt;&lt;script&gt;x(&#39;1&#39;)&lt;/script&gt;&quot;&amp;"

  @Test("Text is text, between elements and in attributes")
  func escaping() {
    let link = HTML(.a, .href("https://a/?'b'&c"), .data("note", Self.hostile)) { Self.hostile }
    #expect(
      link.markup
        == "<a href=\"https://a/?&#39;b&#39;&amp;c\" data-note=\"\(Self.harmless)\">"
        + "\(Self.harmless)</a>")
    #expect(
      HTML.meta(.property("og:title"), .content(Self.hostile)).markup
        == "<meta property=\"og:title\" content=\"\(Self.harmless)\">")
    let page = HTMLPage(.english, title: Self.hostile) {
    } body: {
    }
    #expect(page.markup.contains("<title>\(Self.harmless)</title>"))
  }

  @Test(
    "A URL that a browser must not open is left out",
    arguments: [
      "javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "//a", "", "https://\"/",
    ])
  func refusedURLs(url: String) {
    #expect(HTML(.a, .href(url)) { "Go" }.markup == "<a>Go</a>")
    #expect(HTML.meta(.refresh(after: 0, to: url)).markup == "<meta>")
  }

  @Test("A page goes on to what a browser may open")
  func refresh() {
    #expect(
      HTML.meta(.refresh(after: 2, to: "shop://a?b&c")).markup
        == "<meta http-equiv=\"refresh\" content=\"2;url=shop://a?b&amp;c\">")
  }

  @Test("Pieces are chosen and repeated")
  func building() {
    func list(_ items: [String], note: String?) -> String {
      HTML(.main) {
        for item in items { HTML(.p) { item } }
        if let note { note }
        if items.isEmpty { "none" } else { "\(items.count)" }
      }.markup
    }
    #expect(list(["a", "<"], note: "&") == "<main><p>a</p><p>&lt;</p>&amp;2</main>")
    #expect(list([], note: nil) == "<main>none</main>")
  }

  @Test("The policy names the hash of the style, and of the script if there is one")
  func policy() {
    let script = FixedText("alert(1)")
    // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
    #expect(script.source == "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='")
    let page = HTMLPage(.turkish, title: "", script: script) {
    } body: {
    }
    #expect(page.policy.contains("script-src \(script.source);"))
    #expect(page.policy.contains("style-src \(FixedText.plainStyle.source);"))
    #expect(page.markup.contains("<script>alert(1)</script>"))
    #expect(page.markup.contains("<html lang=\"tr\">"))
  }
}
