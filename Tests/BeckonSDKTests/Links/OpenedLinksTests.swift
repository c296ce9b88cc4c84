import BeckonContract
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonSDK

/// The stream of links that the app has to follow.
@Suite(.timeLimit(.minutes(2))) struct OpenedLinksTests {
  let app = TestApp()
  let link: URL

  init() throws {
    link = try #require(URL(string: "https://go.example.com/x"))
    app.server.match(deepLink: try #require(URL(string: "myapp://invite")))
  }

  private func next(_ client: BeckonClient) async -> OpenedLink? {
    for await link in client.openedLinks { return link }
    return nil
  }

  @Test func theLinkThatLedToTheInstallComesOnce() async throws {
    let client = try app.launch()
    try await client.start()
    try await client.start()
    let first = try #require(await next(client))
    #expect(first.isFirstLaunch)
    #expect(first.deepLink?.absoluteString == "myapp://invite")
    client.open(link)
    #expect(await next(client)?.url == link)
    await client.close()

    let second = try app.launch()
    try await second.start()
    second.open(link)
    #expect(await next(second)?.url == link)
  }

  @Test func whatNobodyHasListenedToComesInTheNextRun() async throws {
    let first = try app.launch()
    try await first.start()
    await first.close()
    let second = try app.launch()
    try await second.start()
    #expect(await next(second)?.isFirstLaunch == true)
  }

  /// In state files of the version before, nothing says whether the app has followed the link; it
  /// has.
  @Test func anInstallOfBeforeIsNotLedThereAgain() async throws {
    let first = try app.launch()
    try await first.start()
    await first.close()
    let state = String(decoding: try app.content("state.json"), as: UTF8.self)
    let before = state.replacingOccurrences(of: #","deferred_link":"waiting""#, with: "")
    #expect(before != state)
    try app.write(Data(before.utf8), to: "state.json")
    let second = try app.launch()
    try await second.start()
    second.open(link)
    #expect(await next(second)?.url == link)
  }

  @Test func theLinkThatTheFirstLaunchWasOpenedWithComesOnce() async throws {
    let client = try app.launch()
    client.open(link)
    try await client.start()
    let first = try #require(await next(client))
    #expect(first.isFirstLaunch)
    #expect(first.url == link)
    let other = try #require(URL(string: "https://go.example.com/other"))
    client.open(other)
    #expect(await next(client)?.url == other)
  }

  @Test func aLinkOpenedOfflineComesLaterAndStillNamesTheReferrer() async throws {
    let client = try app.launch()
    try await client.start()
    _ = await next(client)
    app.server.answerAll(.notSent)
    let openedAt = app.clock.date
    client.open(link)
    guard case .linkNotOpened(link, .linkWaits(.offline)) = await client.firstProblem() else {
      Issue.record("nobody was told")
      return
    }
    app.clock.advance(seconds: 3_600)
    let answer = #"{"deep_link":"myapp://later","link":"\#(Self.linkID)","own":false}"#
    app.server.decide { request in
      request.url.hasSuffix("/v1/opens") ? .status(200, body: Array(answer.utf8)) : .usual
    }
    await client.flush()
    let later = try #require(await next(client))
    #expect(later.deepLink?.absoluteString == "myapp://later")
    #expect(later.openedAt == openedAt)
    try await client.identify(userID: "ben")
    let body = try JSONReader.read(try #require(app.server.requests.last).body)
    #expect(body["referrer"] == .string(link.absoluteString))
  }

  /// The server gives out nothing by the bare id of an install that a vendor's protocol has
  /// registered.
  @Test func aLinkIsFollowedThoughTheInstallIsAVendors() async throws {
    let client = try app.launch()
    app.server.decide { request in
      request.url.hasSuffix("/v1/installs") ? .problem(.tokenRequired) : .usual
    }
    let error = await #expect(throws: BeckonError.self) { try await client.start() }
    #expect(error == .refused(code: "token_required", detail: "so the test wants it"))
    client.open(link)
    #expect(await next(client)?.url == link)
    #expect(app.server.requests.last?.url.hasSuffix("/v1/opens") == true)
  }

  @Test func aLinkThatSomebodyWaitsForIsLeftToThem() async throws {
    let client = try app.launch()
    try await client.start()
    try client.identity.update { [link] in $0.keep(openedLink: link.absoluteString) }
    client.links.beginWaiting(for: link.absoluteString)
    try await client.start()
    #expect(app.server.requests.count == 1)
    client.links.endWaiting(for: link.absoluteString)
    try await client.start()
    #expect(app.server.requests.count == 2)
  }

  @Test func whatIsSaidOfALinkThatWaitsIsWhy() async throws {
    let client = try app.launch()
    try await client.start()
    app.server.answerAll(.status(429, headers: ["Retry-After": "60"]))
    let error = await #expect(throws: BeckonError.self) { try await client.handle(url: link) }
    #expect(error == .linkWaits(because: .rateLimited(retryAfterSeconds: 60)))
  }

  @Test func aListenerThatGivesUpTakesNothingWithIt() async throws {
    let client = try app.launch()
    let listener = Task { await next(client) }
    listener.cancel()
    #expect(await listener.value == nil)
    try await client.start()
    #expect(await next(client)?.isFirstLaunch == true)
  }

  @Test func theStreamEndsWithTheClient() async throws {
    let client = try app.launch()
    let listener = Task { await next(client) }
    await client.close()
    #expect(await listener.value == nil)
  }

  private static let linkID = LinkID(Identifier(high: 2, low: 2)).text
}
