import BeckonModel
import Foundation
import TestPrograms
import Testing

/// The dashboard in Chromium: somebody signs in, sees the loop, and finds out why somebody was not
/// credited, while every text of strangers is hostile.
@Suite struct DashboardTests {
  private let folder: TemporaryFolder
  private let keys: AppKeys
  private let server: RunningServer

  private static let hostile = "<script>hacked=1</script><img src=x onerror=hacked=1>"

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

  /// Whether a text of a stranger became a script of the page.
  private static let hacked = "window.hacked ? 'a stranger’s script ran' : 'none ran'"

  /// How large the screen is, and whether the browser is told that it is night.
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
      for page in pages { steps += [.open(page)] + AccessibilityCheck.steps + [.run(Self.hacked)] }
    }
    let answers = try await Browser.run(steps, in: folder)
    let faults = answers.compactMap(\.elements)
    #expect(faults.count == 2 * pages.count)
    #expect(faults.flatMap { $0 } == [])
    let told = answers.compactMap(\.string).filter { $0 != "ben@shop.example" }
    #expect(told == Array(repeating: "none ran", count: 2 * pages.count))
  }
}

extension RunningServer {
  /// The link by which somebody signs in to the dashboard, as the server has told it on standard
  /// error.
  func signInLink() throws -> String {
    let line = try #require(log.components(separatedBy: "\n").first { $0.contains("sign in") })
    return try #require(line.components(separatedBy: " by ").last)
  }
}
