import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// The check itself can fail: a page that everybody can use is spoiled in one place after the
/// other, and the rule of that place tells of it, and no other.
@Suite(.enabled(if: !TestDatabase.isPostgres, "opens no database"))
struct AccessibilityCheckTests {
  private static let good = """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Good</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>
    a, button, input, summary { min-height: 24px; min-width: 24px }
    a.block { display: block }
    .box { overflow-x: auto; width: 6rem; white-space: nowrap }
    :focus-visible { outline: 3px solid #00f }
    </style></head><body><h2>Ways</h2><a class="block" href="#content">Skip</a>
    <main id="content"><h1>Good</h1>
    <p>Some text with <a href="https://shop.example">a way</a> in it.</p>
    <h2>A form</h2><form><label>City<small>where</small><input type="text"></label><br><br>
    <label><input type="checkbox"> <span>Yes, for a year</span></label><br><br>
    <button>Send</button></form>
    <h2>Numbers</h2><figure data-chart="line"><canvas role="img" aria-label="By day"></canvas>
    <details><summary>The numbers</summary>
    <div class="box" tabindex="0" role="region" aria-label="Table by day">
    <table><thead><tr><th scope="col">Day</th><th scope="col">Clicks of people</th></tr></thead>
    <tbody><tr><th scope="row">1 June</th><td>7</td></tr></tbody></table></div></details></figure>
    <img alt="A code" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
    <dl><dt>Where</dt><dd>By the harbour</dd></dl></main></body></html>
    """

  /// The rule that tells, what is taken out of the page, and what is put in its place.
  private static let spoiled: [(rule: String, from: String, to: String)] = [
    ("language", " lang=\"en\"", ""), ("title", "<title>Good</title>", ""),
    ("zoom", "initial-scale=1", "user-scalable=no"),
    ("main", "<main id=\"content\">", "<main id=\"content\"><main></main>"),
    ("heading", "<h2>A form</h2>", "<h3>A form</h3>"),
    ("heading", "<h1>Good</h1>", "<h1>Good</h1><h1>Better</h1>"),
    ("heading", "<h2>Ways</h2>", "<h1>Ways</h1>"),
    ("name", "City", ""), ("name", ">Send<", "><"), ("name", ">a way<", "> <"),
    ("name", " aria-label=\"By day\"", ""),
    ("picture", " alt=\"A code\"", ""),
    ("table", "<th scope=\"row\">", "<th>"), ("table", "role=\"region\"", "role=\"group\""),
    ("chart", "<tr><th scope=\"row\">1 June</th><td>7</td></tr>", ""),
    ("order", "<button>", "<button tabindex=\"1\">"),
    ("reference", "\"#content\"", "\"#contents\""),
    ("reference", "<form>", "<form id=\"content\">"),
    ("reference", "<label>City", "<label aria-describedby=\"gone\">City"),
    ("scrolled", "tabindex=\"0\" ", ""),
    ("width", "<h2>A form</h2>", "<h2>A form</h2><p style=\"width:361px\">wide</p>"),
    ("room", "<dd>", "<dd style=\"width:4rem\">"),
    ("target", "<button>", "<button style=\"height:20px;min-height:0\">"),
    ("target", "a.block {", "a.block { height: 23px; min-height: 0;"),
    ("target", "<a href", "<a href=\"https://shop.example\">o</a> <a href"),
    ("focus", "3px solid", "0px solid"), ("focus", "#00f", "#eee"),
    ("focus", "<button>", "<button style=\"outline:none\">"),
    ("contrast", "<p>", "<p style=\"color:#777\">"),
    ("contrast", "<p>", "<p style=\"opacity:.5\">"),
    ("contrast", "<p>", "<p style=\"color:#fff;background:rgba(0,0,0,.1)\">"),
    ("contrast", "type=\"text\"", "type=\"text\" style=\"color:#999\""),
  ]

  @Test("A good page has no fault, and a page with one fault has that one")
  func spoiled() async throws {
    let folder = try TemporaryFolder()
    let pages = [(rule: "", from: "", to: "")] + Self.spoiled
    var steps = DashboardTests.screen(width: 360, isDark: false)
    for (place, spoiled) in pages.enumerated() {
      let page =
        spoiled.from.isEmpty
        ? Self.good : Self.good.replacingOccurrences(of: spoiled.from, with: spoiled.to)
      try #require(spoiled.from.isEmpty || page != Self.good, "\(spoiled)")
      let file = folder.file("\(place).html")
      try page.write(toFile: file, atomically: true, encoding: .utf8)
      steps += [.open("file://" + file)] + AccessibilityCheck.steps
    }
    let found = try await Browser.run(steps, in: folder).compactMap(\.elements)
    try #require(found.count == pages.count)
    for (page, faults) in zip(pages, found) {
      let rules = Set(faults.compactMap { $0.string?.components(separatedBy: ":").first })
      #expect(rules == (page.rule.isEmpty ? [] : [page.rule]), "\(page): \(faults)")
    }
    let known = Set(AccessibilityCheck.rules.map(\.key))
    #expect(Set(Self.spoiled.map(\.rule)) == known, "a rule that nothing shows to fail")
  }
}
