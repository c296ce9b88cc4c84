import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatDynamicLinks

/// What led to an install, told once in its life.
@Suite(.timeLimit(.minutes(2))) struct DynamicLinksFirstLaunchTests {
  private let app = DynamicLinksApp()
  private let server = InMemoryServer()

  private func match(_ type: String) {
    server.match([
      "type": .string(type), "deep_link": "https://mygame.example.com/?invitedby=ana",
      "decision": "dec_00000000000000000000000000", "reason": "click_id",
      "minimum_version": "1.2", "utm": ["source": "mail", "term": "a b&c"],
    ])
  }

  private var told: [URL] { app.delivered.withLock { $0 } }

  /// Starts the app, waits until it is registered, and ends it.
  private func run(
    _ information: AppInformation = DynamicLinksApp.information()
  ) async throws {
    let session = app.session(server, information)
    session.begin()
    session.begin()
    if information.looksForLink, !session.memory.isTold {
      try await eventually { session.memory.isTold && !told.isEmpty }
    }
    try await session.client().close()
  }

  @Test(
    "The registration's match is told through the app's own scheme, once",
    arguments: [("unique", DLMatchType.unique), ("default", .default), ("weak", .weak)])
  func match(word: String, type: DLMatchType) async throws {
    match(word)
    try await run()
    let links = DynamicLinks(app.session(server))
    let url = try #require(told.first)
    #expect(url.absoluteString.hasPrefix("com.example.ios://google/link/?deep_link_id=https%3A"))
    let link = try #require(links.dynamicLink(fromCustomSchemeURL: url))
    #expect(link.url?.absoluteString == "https://mygame.example.com/?invitedby=ana")
    #expect(link.matchType == type)
    #expect(link.matchConfidence == (type == .unique ? .strong : .weak))
    #expect(link.minimumAppVersion == "1.2")
    let campaign = ["utm_source": "mail", "utm_term": "a b&c"]
    #expect(link.utmParametersDictionary as? [String: String] == campaign)
    try await run()
    #expect(told.count == 1)
    #expect(server.bodies(of: "/v1/installs").count == 1)
  }

  @Test("Where nothing led to it, the app is told of a link without a place")
  func organic() async throws {
    try await run()
    let url = try #require(told.first)
    let link = try #require(
      DynamicLinks(app.session(server)).dynamicLink(fromCustomSchemeURL: url))
    #expect(link.url == nil && link.matchType == .none)
    #expect(link.utmParametersDictionary.isEmpty && link.minimumAppVersion == nil)
  }

  @Test("A link that a click page has copied goes along, and leaves the pasteboard")
  func pasteboard() async throws {
    app.pasteboard.withLock { $0 = "https://links.example.com/Ab3x?_icp=1" }
    try await run()
    let body = try #require(server.bodies(of: "/v1/installs").first)
    #expect(body["pasteboard"] == "https://links.example.com/Ab3x")
    #expect(app.pasteboard.withLock { $0 } == "")
  }

  @Test("What somebody else has copied stays where it is")
  func foreignPasteboard() async throws {
    app.pasteboard.withLock { $0 = "https://bank.example/transfer" }
    try await run()
    #expect(server.bodies(of: "/v1/installs").first?["pasteboard"] == nil)
    #expect(app.pasteboard.withLock { $0 } == "https://bank.example/transfer")
  }

  @Test("Info.plist keeps it from the pasteboard, and from looking at all")
  func switches() async throws {
    app.pasteboard.withLock { $0 = "https://links.example.com/Ab3x?_icp=1" }
    try await run(DynamicLinksApp.information { $0.looksForLink = false })
    #expect(server.requests.isEmpty && told.isEmpty)
    try await run(DynamicLinksApp.information { $0.readsPasteboard = false })
    #expect(server.bodies(of: "/v1/installs").first?["pasteboard"] == nil)
    #expect(app.pasteboard.withLock { $0 } == "https://links.example.com/Ab3x?_icp=1")
  }

  @Test("An install that the vendor's SDK has told is not told again")
  func updatedApp() async throws {
    app.defaults.set(true, forKey: "com.google.appinvite.openURL")
    match("unique")
    try await run()
    #expect(server.requests.isEmpty && told.isEmpty)
  }

  @Test("Without a network it is told when there is one, in a later start")
  func offline() async throws {
    server.decide { _ in .notSent }
    match("unique")
    let session = app.session(server)
    session.begin()
    _ = try? await session.client().start()
    try await session.client().close()
    #expect(told.isEmpty && !session.memory.isTold)
    server.decide { _ in .usual }
    try await run()
    #expect(told.count == 1)
  }

  @Test("An app that the link itself has opened first is told of it by that alone")
  func openedFirst() async throws {
    server.answer("/v1/reopenAttribution", ["deepLink": "https://mygame.example.com/"])
    match("unique")
    let session = app.session(server)
    let opened = try #require(URL(string: "https://links.example.com/Ab3x"))
    let link = try await session.read(opened)
    #expect(link?.url != nil)
    session.begin()
    try await eventually { session.memory.isTold }
    let body = try #require(server.bodies(of: "/v1/installs").first)
    #expect(body["link"] == "https://links.example.com/Ab3x")
    #expect(server.bodies(of: "/v1/opens").isEmpty)
    try await session.client().close()
    #expect(told.isEmpty)
  }
}
