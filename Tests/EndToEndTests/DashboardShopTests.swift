import BeckonModel
import Foundation
import TestPrograms
import Testing

/// The pages of the shop, the messages, the settings and reported links in Chromium: somebody
/// searches while they type, hides a product, stops a reported link, and reads a schema before it is
/// saved. `BECKON_PICTURES=/a/folder` has pictures put there to be looked at.
@Suite struct DashboardShopTests {
  private let folder: TemporaryFolder
  private let keys: AppKeys
  private let server: RunningServer
  private var app: String { server.url + "/dashboard/" + keys.app }

  init() async throws {
    folder = try TemporaryFolder()
    keys = try await AppKeys(folder)
    server = try await RunningServer(folder)
  }

  private func ask(_ method: String, _ path: String, _ body: JSON) async throws -> JSON {
    let answer = try await server.ask(method, path, key: keys.secret, body)
    try #require((200...299).contains(answer.status), "\(path): \(answer.text)")
    return answer.json
  }

  private func playStory() async throws {
    let hostile = DashboardTests.hostile
    for (place, title) in ["Red Sneaker", "Blue Boot", hostile].enumerated() {
      _ = try await ask(
        "PUT", "/v1/products/product-\(place)",
        [
          "title": .string(title), "brand": .string("Acme" + hostile), "price": "49.90",
          "currency": "EUR", "categories": ["Shoes > Sneakers"], "stock": 7,
        ])
    }
    _ = try await ask("PATCH", "/v1/products/product-0", ["price": "39.90", "old_price": "49.90"])
    _ = try await ask(
      "POST", "/v1/widgets",
      [
        "code": "home", "name": .string(hostile), "page": ["kind": "home"],
        "static_items": ["product-1"], "methods": [["method": "new_arrivals"]],
        "experiment": ["name": "arrivals", "hold_out_percent": 20],
      ])
    let link = try await ask(
      "POST", "/v1/links", ["url": "https://shop.example", "code": "boats"])
    let report = "/web/report/\(keys.app)/\(link["id"]?.string ?? "")"
    let browser = try await Browser.run(
      [
        .open(server.url + report), .run("document.querySelector('textarea').value = '<b>bad'"),
        .press("button"), .until("document.body.innerText.includes('Thank you')"),
      ], in: folder)
    #expect(browser.count == 2)
  }

  private static let pages = [
    "products", "products/product-0", "widgets", "widgets/home", "search?q=sneakre", "search",
    "messages", "texts", "suppressions", "links", "settings",
  ]

  private var journey: [Browser.Step] {
    [
      .open(app + "/search"),
      .run("document.querySelector('[name=q]').focus()"),
      .tell("Input.insertText", ["text": "sneakre"]),
      .until("document.querySelector('mark')?.textContent === 'Sneaker'"),
      .open(app + "/products/product-1"),
      .until("document.querySelector('[value=hide]') !== null"),
      .press("[value=hide] + button"), .until("document.querySelector('[value=show]') !== null"),
      .press("[value=show] + button"), .until("document.querySelector('[value=hide]') !== null"),
      .open(app + "/settings"),
      .run(
        "document.querySelector('[value=preview-schema]').closest('details').open = true; true"),
      .press("form:has([value=preview-schema]) button"),
      .until("document.body.innerText.includes('Somebody signed up.')"),
      .press("form:has([value=save-schema]) button"),
      .until("document.body.innerText.includes('The schema is saved.')"),
    ]
  }

  private static let stopping: [Browser.Step] = [
    .until("document.querySelector('[value=stop-reported]') !== null"),
    .press("form:has([value=stop-reported]) button"),
    .until("document.body.innerText.includes('The link is stopped')"),
  ]

  @Test("Search as one types, hide, read before saving, stop what was reported; all can use it")
  func journeys() async throws {
    try await playStory()
    let link = try server.signInLink()
    var steps: [Browser.Step] = [
      .open(link), .press("button"), .until("location.pathname == '/dashboard'"),
    ]
    steps += journey
    var names: [String] = []
    for (width, isDark) in [(Int64(390), true), (390, false), (1_280, true), (1_280, false)] {
      steps += DashboardTests.screen(width: width, isDark: isDark)
      for page in Self.pages {
        steps += [.open(app + "/" + page), .run(DashboardTests.faults)]
        guard DashboardTests.pictures != nil else { continue }
        steps.append(.tell("Page.captureScreenshot", ["captureBeyondViewport": true]))
        let name = page.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        names.append(String(name) + "-\(width)-" + (isDark ? "dark" : "light"))
      }
    }
    steps += [.open(app + "/links")] + Self.stopping
    let answers = try await Browser.run(steps, in: folder)
    let faults = answers.compactMap(\.string).filter { !$0.isEmpty }
    #expect(faults == [])
    #expect(answers.count { $0 == "" } == 4 * Self.pages.count)
    #expect(try await server.ask("GET", "/boats").status == 410)
    try keep(answers.compactMap { $0["data"]?.string }, names)
  }

  private func keep(_ pictures: [String], _ names: [String]) throws {
    guard let folder = DashboardTests.pictures else { return }
    for (picture, name) in zip(pictures, names) {
      try Data(base64Encoded: picture)?.write(
        to: URL(fileURLWithPath: folder + "/" + name + ".png"))
    }
  }
}
