import BeckonModel
import Foundation
import TestPrograms
import Testing

/// The page of a link in Chromium, as phones see it. `BECKON_PICTURES=/a/folder` has pictures put
/// there to be looked at.
@Suite struct ClickPageTests {
  private let folder: TemporaryFolder
  private let keys: AppKeys
  private let server: RunningServer
  /// Plays the stores, and has the link's picture.
  private let site: TeamSite

  private static let store = "https://apps.apple.com/app/id1"
  private static let iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 "
    + "(KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1"
  private static let instagram =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 "
    + "(KHTML, like Gecko) Mobile/15E148 Instagram 333.0.1 (iPhone15,2; iOS 18_6; de_DE)"
  private static let android =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    + "Chrome/125.0.0.0 Mobile Safari/537.36"

  init() async throws {
    folder = try TemporaryFolder()
    keys = try await AppKeys(folder)
    server = try await RunningServer(folder)
    site = try await TeamSite(folder, tells: server, key: keys.secret)
    try FileManager.default.createDirectory(
      atPath: folder.file("site/app"), withIntermediateDirectories: true)
    try site.write("app/id1", "<h1>The store</h1>")
    try site.write("details", "<h1>The other store</h1>")
  }

  private func link(_ more: JSON = [:]) async throws -> String {
    let body: JSON = [
      "url": "https://team.example/boats",
      "ios": ["url": .string(Self.store), "scheme": "com.example.shop"],
      "android": [
        "url": "https://play.google.com/store/apps/details?id=shop", "package": "com.example.shop",
      ],
    ]
    let made = try await server.ask(
      "POST", "/v1/links", key: keys.secret,
      .object((body.members ?? []) + (more.members ?? [])))
    return try #require(made.json["short_url"]?.string, "\(made.text)")
  }

  /// A phone's browser, before a story.
  private static func phone(
    _ agent: String, language: String = "en", isDark: Bool = false, width: Int64 = 393,
    height: Int64 = 852
  ) -> [Browser.Step] {
    [
      .tell(
        "Emulation.setUserAgentOverride",
        ["userAgent": .string(agent), "acceptLanguage": .string(language)]),
      .tell(
        "Emulation.setDeviceMetricsOverride",
        [
          "width": .integer(width), "height": .integer(height), "deviceScaleFactor": 2,
          "mobile": true,
        ]),
      .tell("Emulation.setTimezoneOverride", ["timezoneId": "Europe/Istanbul"]),
      .tell("Emulation.setFocusEmulationEnabled", ["enabled": true]),
      .tell(
        "Emulation.setEmulatedMedia",
        [
          "features": [
            ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
          ]
        ]),
      .tell(
        "Browser.grantPermissions",
        ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]]),
    ]
  }

  private func run(_ phone: [Browser.Step], _ steps: [Browser.Step]) async throws -> [JSON] {
    let hosts = ["apps.apple.com", "play.google.com", "team.example"]
    return try await Browser.run(
      phone + steps, in: folder,
      sites: Dictionary(uniqueKeysWithValues: hosts.map { ($0, site.address) })
    ).suffix(steps.count)
  }

  @Test("It reports screen and zone, by which the install is the click's, and goes on by itself")
  func goingOn() async throws {
    defer { site.stop() }
    let url = try await link()
    let there = "location.hostname == 'apps.apple.com' && document.body.innerText"
    let answers = try await run(
      Self.phone(Self.iPhone), [.tell("Page.navigate", ["url": .string(url)]), .until(there)])
    #expect(answers.last == "The store")
    let launch = try await server.ask(
      "POST", "/v1/installs", key: keys.publishable,
      [
        "install_id": "phone", "platform": "ios", "os_version": "26.1",
        "device_model": "iPhone15,2", "timezone": "Europe/Istanbul", "language": "en",
        "screen": ["width": 393, "height": 852, "scale": 2],
      ])
    let decision = try await server.get(
      "/v1/installs/\(launch.json["install"]?.string ?? "")/attribution", key: keys.secret)
    #expect(launch.json["match"]?["type"] == "default", "\(decision.text)")
    #expect(decision.text.contains("screen") && decision.text.contains("time_zone"))
  }

  @Test("A tap copies the link with its click and goes on; before it nothing is copied")
  func pasteboard() async throws {
    defer { site.stop() }
    let url = try await link(["pasteboard": true])
    let read = Browser.Step.run("navigator.clipboard.readText()")
    let answers = try await run(
      Self.phone(Self.iPhone),
      [
        .open(url), .run("navigator.clipboard.writeText('mine')"), read,
        .run("document.getElementById('copies').innerText"), .press("#store"),
        .until("location.hostname == 'apps.apple.com' && document.readyState == 'complete'"), read,
      ]
    ).suffix(5)
    let said = Array(answers)
    #expect(said[1] == "mine" && said[2].string?.contains("copies this link") == true)
    let copied = try #require(said[4].string)
    let name = NSRegularExpression.escapedPattern(for: url)
    #expect(copied.contains(try Regex("^\(name)\\?beckon_click=clk_[0-9a-z]{26}&_icp=1$")))
    let launch = try await server.ask(
      "POST", "/v1/installs", key: keys.publishable,
      ["install_id": "phone", "platform": "ios", "pasteboard": .string(copied)])
    #expect(launch.json["match"]?["type"] == "unique", "\(launch.text)")
  }

  @Test("Where the browser has no pasteboard for pages, it is filled the older way")
  func olderWay() async throws {
    defer { site.stop() }
    let url = try await link(["pasteboard": true])
    let answers = try await run(
      Self.phone(Self.iPhone),
      [
        .open(url),
        .run("navigator.clipboard.writeText = () => Promise.reject(new Error('refused')), 0"),
        .press("#store"),
        .until("location.hostname == 'apps.apple.com' && document.readyState == 'complete'"),
        .run("navigator.clipboard.readText()"),
      ])
    #expect(answers.last?.string?.hasPrefix(url + "?beckon_click=clk_") == true, "\(answers)")
  }

  @Test("Without scripts it goes on too")
  func noScript() async throws {
    defer { site.stop() }
    let url = try await link()
    let answers = try await run(
      Self.phone(Self.android),
      [
        .tell("Emulation.setScriptExecutionDisabled", ["value": true]),
        .tell("Page.navigate", ["url": .string(url)]),
        .until("location.hostname == 'play.google.com' && location.search"),
      ])
    #expect(answers.last?.string?.contains("referrer=beckon_click%3Dclk_") == true, "\(answers)")
  }

  @Test("Every way of it fits on a phone, keeps its contrast, and runs what its policy allows")
  func looks() async throws {
    defer { site.stop() }
    let social: JSON = [
      "social": [
        "title": "Half price on every boat until Sunday",
        "description": "Ana gives you 50 coins when you join.",
        "image": "https://team.example/boat.svg",
      ]
    ]
    try Self.boat.write(
      toFile: folder.file("site/boat.svg"), atomically: true, encoding: .utf8)
    let plain = try await link(["pasteboard": true])
    let rich = try await link(
      .object((social.members ?? []) + [JSON.Member("pasteboard", true)]))
    let phones: [(name: String, url: String, phone: [Browser.Step])] = [
      ("iphone-waiting", rich, Self.phone(Self.iPhone)),
      ("iphone-waiting-plain", plain, Self.phone(Self.iPhone)),
      ("iphone-dark-french", rich, Self.phone(Self.iPhone, language: "fr", isDark: true)),
      ("instagram-german", rich, Self.phone(Self.instagram, language: "de-DE")),
      ("instagram-dark-turkish", plain, Self.phone(Self.instagram, language: "tr", isDark: true)),
      ("small-spanish", rich, Self.phone(Self.instagram, language: "es", width: 320, height: 568)),
      ("android-inside", rich, Self.phone(Self.android + " wv Snapchat/12")),
      ("flow-phone", rich + "?d=1", Self.phone(Self.iPhone)),
      ("flow-desktop", rich + "?d=1", Self.phone(Self.android, width: 1_280, height: 900)),
      (
        "flow-dark", rich + "?d=1",
        Self.phone(Self.android, isDark: true, width: 1_280, height: 900)
      ),
    ]
    for (name, url, phone) in phones {
      let answers = try await run(
        phone,
        [
          .open(url), .until("document.readyState == 'complete'"),
          .run("document.documentElement.scrollWidth <= innerWidth"),
          .run("document.fonts.ready.then(() => getComputedStyle(document.body).fontSize)"),
          .tell("Page.captureScreenshot", ["captureBeyondViewport": true]),
        ]
      ).suffix(3)
      #expect(answers.first == true, "\(name) is wider than the screen")
      #expect(["15px", "17px"].contains(answers.dropFirst().first?.string), "\(name) has no style")
      try Self.keep(answers.last?["data"]?.string, as: name)
    }
  }

  private static func keep(_ picture: String?, as name: String) throws {
    let bytes = try #require(picture.flatMap { Data(base64Encoded: $0) })
    #expect(bytes.count > 5_000, "\(name) shows nothing")
    guard let folder = ProcessInfo.processInfo.environment["BECKON_PICTURES"] else { return }
    try bytes.write(to: URL(fileURLWithPath: folder).appendingPathComponent(name + ".png"))
  }

  private static let boat = """
    <svg xmlns="http://www.w3.org/2000/svg" width="600" height="320" viewBox="0 0 600 320">
    <rect width="600" height="320" fill="#8ecae6"/><path d="M0 230h600v90H0z" fill="#219ebc"/>
    <path d="M180 220h240l-40 50H220z" fill="#7a4b1f"/><path d="M300 60v150h90z" fill="#fff"/>
    </svg>
    """
}
