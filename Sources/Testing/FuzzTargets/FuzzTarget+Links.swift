import BeckonEngine
import BeckonModel

extension FuzzTarget {
  /// Codes, targets, patterns of targets, URLs that opened an app, and referrers.
  static let links = FuzzTarget(
    "links",
    seeds: [
      "https://shop.example/a?x=1&beckon_click=clk_0#part", "https://user@shop.example:443/",
      "https://*.example.com/sale*", "shop://item/1?c=CODE", "market://details?id=a&referrer=b%3Dc",
      "https://play.google.com/store/apps/details?id=a&referrer=utm_source%3Dx", "SUMMER-24",
      "utm_source=(not%20set)&utm_medium=organic", "utm_content=%7B%22source%22%3A%7B%7D%7D",
      "https://[::1]/%2e%2e/", "HTTPS://xn--caf-dma.example/?&=&a=%", ".well-known",
    ]
  ) { bytes, complaints in
    let text = bytes.text
    checkTarget(text, &complaints)
    if let pattern = TargetPattern(text) {
      complaints.expect(pattern == TargetPattern(text), "a pattern is not itself")
      for page in ["https://shop.example/a", text] { _ = pattern.matches(page) }
    }
    if let opened = OpenedLink(text) {
      complaints.expect(
        (opened.code?.utf8.count ?? 0) <= 3 * Limits.urlBytes, "a code longer than its URL")
    }
    if (try? Code.check(custom: text)) != nil {
      complaints.expect(
        text.utf8.count <= Limits.codeBytes && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
        "a code that cannot stand in a URL")
      complaints.expect(
        OpenedLink("https://go.example/" + text)?.code == text, "a code that is not found again")
    }
    let said = AdParameters(installReferrer: text).filled(by: AdParameters(url: text))
    complaints.expect(AdParameters(json: said.json) == said, "parameters are kept otherwise")
    _ = MetaReferrer(installReferrer: text)
    _ = WebhookSelector(text)
    _ = try? WebhookURL(text)
  }

  private static func checkTarget(_ text: String, _ complaints: inout Complaints) {
    let schemes = TargetSchemes(allowsHTTP: true, allowsApp: true)
    let isTarget = (try? Target.check(text, schemes: schemes)) != nil
    let click = ClickID(Identifier(high: 1, low: 2))
    let marked = Target.adding(click: click, to: text)
    // A referrer that was written without percent-encoding gets longer.
    guard isTarget, marked.utf8.count + 100 <= Limits.urlBytes else { return }
    complaints.expect(
      (try? Target.check(marked, schemes: schemes)) != nil, "it is no target with a click's id")
    complaints.expect(
      Target.adding(click: click, to: marked) == marked, "a click's id is added twice")
    // Of more parameters than this only the first 200 are read.
    guard text.utf8.count(where: { $0 == UInt8(ascii: "&") }) < 190 else { return }
    let named = Target.adding(parameter: "a b", value: "c&d=é", to: text)
    complaints.expect(
      Target.reading(parameter: "a b", of: named) == "c&d=é", "a parameter is not found again")
  }
}
