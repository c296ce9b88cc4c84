import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatDynamicLinks

/// Links with which the app was opened, beside the SDK's own install and person.
@Suite(.timeLimit(.minutes(2))) struct DynamicLinkOpeningTests {
  private static let invite = "https://mygame.example.com/?invitedby=ana"

  private let app = DynamicLinksApp()
  private let server = InMemoryServer()
  private let session: DynamicLinksSession
  private let links: DynamicLinks

  init() {
    session = app.session(server)
    links = DynamicLinks(session)
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test("A short link is asked about, and its opening leads the next sign-up")
  func shortLink() async throws {
    server.answer(
      "/v1/reopenAttribution",
      [
        "deepLink": .string(Self.invite), "utmSource": "mail", "iosMinAppVersion": "1.0.1",
        "invitationId": ["id": "x"],
      ])
    let client = try session.client()
    try await client.start()
    let opened = try url("https://links.example.com/Ab3x")
    let link: DynamicLink = try await links.dynamicLink(fromUniversalLink: opened)
    #expect(link.url?.absoluteString == Self.invite)
    #expect(link.matchType == .unique && link.minimumAppVersion == "1.0.1")
    #expect(link.utmParametersDictionary as? [String: String] == ["utm_source": "mail"])
    let body = try #require(server.bodies(of: "/v1/reopenAttribution").first)
    #expect(body["requestedLink"] == "https://links.example.com/Ab3x")
    #expect(body["bundle_id"] == "com.example.ios" && body["sdk_version"] != nil)
    try await client.identify(userID: "ben")
    let person = try #require(server.bodies(of: "/v1/people").first)
    #expect(person["referrer"] == "https://links.example.com/Ab3x")
    #expect(server.bodies(of: "/v1/opens").isEmpty)
    await client.close()
  }

  @Test("What a server of 2.8 answers without words is a link without a place")
  func emptyAnswer() async throws {
    server.answer("/v1/reopenAttribution", [:])
    let resolved = try await links.resolveShortLink(try url("https://links.example.com/Ab3x"))
    let link = try #require(links.dynamicLink(fromCustomSchemeURL: resolved))
    #expect(link.url == nil && link.matchType == .unique)
    try await session.client().close()
  }

  @Test("The callback gets the link, and the caller whether it is one")
  @MainActor func callback() async throws {
    server.answer("/v1/reopenAttribution", ["deepLink": .string(Self.invite)])
    for path in ["Ab3x", "?link=https%3A%2F%2Fa"] {
      let text = "https://links.example.com/" + path
      let opened = try url(text)
      let link = await withCheckedContinuation { continuation in
        let isHandled = links.handleUniversalLink(opened) { link, error in
          #expect(error == nil)
          continuation.resume(returning: link)
        }
        #expect(isHandled)
      }
      #expect(link?.url != nil)
    }
    let other = try url("https://other.example/")
    await withCheckedContinuation { continuation in
      let isHandled = links.handleUniversalLink(other) { link, error in
        #expect(link == nil && error == nil)
        continuation.resume()
      }
      #expect(!isHandled)
    }
    #expect(server.bodies(of: "/v1/reopenAttribution").count == 2)
    try await session.client().close()
  }

  @Test("A refusal has the status as its code; without words, the vendor's")
  func refusals() async throws {
    let opened = try url("https://links.example.com/none")
    server.answer(
      "/v1/reopenAttribution",
      ["error": ["code": 404, "message": "no such link", "status": "NOT_FOUND"]], status: 404)
    var error = try #require(await failure(opened))
    #expect(error.domain == "com.firebase.dynamicLinks" && error.code == 404)
    #expect(error.userInfo["message"] as? String == "no such link")
    #expect(error.userInfo["status"] as? String == "NOT_FOUND")
    server.answer("/v1/reopenAttribution", "broken", status: 502)
    error = try #require(await failure(opened))
    #expect(error.code == 0)
    let message = "Failed to resolve link: https://links.example.com/none"
    #expect(error.userInfo["message"] as? String == message)
    try await session.client().close()
  }

  private func failure(_ url: URL) async -> NSError? {
    do {
      _ = try await links.resolveShortLink(url)
      return nil
    } catch {
      return error as NSError
    }
  }

  @Test("The app and this face have one install, one person and one client")
  func besideTheSDK() async throws {
    var options = BeckonOptions.testing(server, directory: app.directory)
    options.readsPasteboard = false
    let beckon = try Beckon.configure(
      url: try url(DynamicLinksApp.url), key: "pk_test", options: options)
    session.begin()
    #expect(try session.client() === beckon)
    try await beckon.start()
    try await eventually { app.delivered.withLock { $0.count == 1 } }
    #expect(server.bodies(of: "/v1/installs").count == 1)
    #expect(server.bodies(of: "/v1/installAttribution").isEmpty)
    await beckon.close()
  }

  @Test("The diagnosis names what is wrong, and passes what is right")
  func diagnosis() async throws {
    let fine = Diagnosis(session)
    #expect(fine.faults.isEmpty, "\(fine.text)")
    let bad = app.session(
      server,
      DynamicLinksApp.information {
        ($0.key, $0.domains, $0.schemes) = ("AIzaSy", ["links.example.com"], [])
      })
    #expect(Diagnosis(bad).faults.count == 3, "\(Diagnosis(bad).text)")
    let domainless = app.session(server, DynamicLinksApp.information { $0.domains = [] })
    #expect(Diagnosis(domainless).text.contains("FirebaseDynamicLinksCustomDomains"))
    try await session.client().close()
  }
}
