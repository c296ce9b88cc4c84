import BeckonModel
import Foundation
import TestPrograms
import Testing

/// The dashboard in Chromium: somebody signs in, sees the loop, and finds out why somebody was not
/// credited, while every text of strangers is hostile. `BECKON_PICTURES=/a/folder` has pictures put
/// there to be looked at.
@Suite struct DashboardTests {
  private let folder: TemporaryFolder
  private let keys: AppKeys
  private let server: RunningServer

  static let hostile = "<script>hacked=1</script><img src=x onerror=hacked=1>"

  init() async throws {
    folder = try TemporaryFolder()
    keys = try await AppKeys(folder)
    server = try await RunningServer(folder)
  }

  private func post(_ path: String, _ body: JSON) async throws -> JSON {
    let answer = try await server.ask("POST", path, key: keys.secret, body)
    try #require((200...299).contains(answer.status), "\(path): \(answer.text)")
    return answer.json
  }

  /// Ben comes by Ana's link and buys what no rule pays for.
  private func playStory() async throws {
    let campaign = try await post(
      "/v1/campaigns",
      [
        "name": .string(Self.hostile), "goal": 1, "url": "https://shop.example/join",
        "rules": [
          [
            "name": "a year", "when": ["event": "buy", "filter": ["plan": ["eq": "year"]]],
            "to": "referrer", "amount": 50, "unit": "gold",
          ]
        ],
      ])
    let ana = try await post(
      "/v1/people",
      ["user_id": .string("ana" + Self.hostile), "campaign": campaign["id"] ?? .null])
    let ben = try await post(
      "/v1/people",
      [
        "user_id": "ben", "email": "ben@shop.example", "campaign": campaign["id"] ?? .null,
        "referrer": ana["referral_code"] ?? .null,
      ])
    _ = try await post(
      "/v1/events",
      [
        "events": [
          [
            "id": "e1", "name": "buy", "person": ben["person"] ?? .null,
            "properties": ["plan": .string(Self.hostile)],
          ]
        ]
      ])
    _ = try await post(
      "/v1/links", ["url": "https://shop.example", "code": "boats"])
  }

  /// What must hold on each page: nothing ran, nothing is wider than the screen, each field, button
  /// and link has a name, texts stand out from their ground.
  static let faults = """
    (() => {
      const found = []
      if (window.hacked) found.push("a stranger's script ran")
      if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen")
      for (const one of document.querySelectorAll("a, button, input, select, textarea, summary")) {
        if (one.type === "hidden") continue
        const name = one.getAttribute("aria-label") || one.textContent.trim()
          || (one.labels && one.labels[0] && one.labels[0].textContent.trim())
        if (!name) found.push("no name: " + one.outerHTML.slice(0, 80))
        if (one.tabIndex > 0) found.push("out of order: " + one.outerHTML.slice(0, 80))
      }
      for (const canvas of document.querySelectorAll("canvas")) {
        if (!canvas.closest("figure").querySelector("table")) found.push("a chart without numbers")
      }
      const light = text => {
        const parts = text.match(/[\\d.]+/g).map(Number)
        if (parts.length > 3 && parts[3] === 0) return null
        const [r, g, b] = parts.map(one => one / 255)
          .map(one => one <= .03928 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4)
        return .2126 * r + .7152 * g + .0722 * b
      }
      const ground = one => {
        for (let up = one; up; up = up.parentElement) {
          const found = light(getComputedStyle(up).backgroundColor)
          if (found !== null) return found
        }
        return 1
      }
      for (const one of document.querySelectorAll("main *, header *")) {
        const own = Array.from(one.childNodes).some(node => node.nodeType === 3 && node.data.trim())
        if (!own || !one.getClientRects().length) continue
        const [a, b] = [light(getComputedStyle(one).color), ground(one)]
        const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05)
        if (contrast < 4.5) found.push("contrast " + contrast.toFixed(1) + ": " + one.textContent)
      }
      return found.join("; ")
    })()
    """

  static func screen(width: Int64, isDark: Bool) -> [Browser.Step] {
    [
      .tell(
        "Emulation.setDeviceMetricsOverride",
        [
          "width": .integer(width), "height": 844, "deviceScaleFactor": 1,
          "mobile": .bool(width < 800),
        ]),
      .tell(
        "Emulation.setEmulatedMedia",
        [
          "features": [
            ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
          ]
        ]),
    ]
  }

  @Test("Signing in, the overview and why: nothing of strangers runs, and everybody can use it")
  func journey() async throws {
    try await playStory()
    let app = server.url + "/dashboard/" + keys.app
    let pages =
      [
        "/dashboard", "/dashboard/operators", "/dashboard/audit", "/dashboard/sessions",
        "/dashboard/health",
      ].map { server.url + $0 }
      + ["/overview", "/why?q=ben@shop.example", "/why?q=boats"].map { app + $0 }
    var steps: [Browser.Step] = [
      .open(try server.signInLink()), .press("button"), .until("location.pathname == '/dashboard'"),
      .open(app + "/why"), .until("document.querySelector('[type=search]') != null"),
      .run("document.querySelector('[type=search]').value = 'ben@shop.example'"),
      .press("form.filter button"),
      .until("document.body.innerText.includes('It has not what the rule asks for')"),
      .open(app + "/overview"),
      .until("document.querySelectorAll('canvas').length > 0"),
    ]
    for (width, isDark) in [(Int64(390), true), (1_280, false)] {
      steps += Self.screen(width: width, isDark: isDark)
      for page in pages { steps += [.open(page), .run(Self.faults)] }
    }
    let answers = try await Browser.run(steps, in: folder)
    let faults = answers.compactMap(\.string).filter { !$0.isEmpty }
      .filter { !$0.contains("ben@shop.example") }
    #expect(faults == [])
    #expect(answers.count { $0 == "" } >= 2 * pages.count)
  }
}

extension DashboardTests {
  /// Where pictures are to be put; `nil` when nobody wants any.
  static var pictures: String? { ProcessInfo.processInfo.environment["BECKON_PICTURES"] }
}

extension RunningServer {
  /// The link by which somebody signs in to the dashboard, as the server has told it on standard
  /// error.
  func signInLink() throws -> String {
    let line = try #require(log.components(separatedBy: "\n").first { $0.contains("sign in") })
    return try #require(line.components(separatedBy: " by ").last)
  }
}
