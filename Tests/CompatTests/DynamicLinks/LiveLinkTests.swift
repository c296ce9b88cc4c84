import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatDynamicLinks

/// Links, openings and first launches with the real server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DynamicLinksLiveTests {
  private static let invite = "https://mygame.example.com/?invitedby=ana"

  let app = DynamicLinksApp()
  let server: DynamicLinksServer
  let session: DynamicLinksSession

  init() async throws {
    server = try await DynamicLinksServer()
    var surroundings = app.surroundings(.urlSession(), server.information)
    // A link says of iOS which version it needs, and the machine of the test is none.
    surroundings.device = DeviceDescription(platform: .ios, osVersion: "17.4")
    session = DynamicLinksSession(surroundings, defaults: app.defaults)
  }

  private func short() async throws -> URL {
    let link = try #require(URL(string: Self.invite))
    let components = DynamicLinkComponents(link: link, domain: DynamicLinksServer.host)
    components.iOSParameters = DynamicLinkIOSParameters(bundleID: "com.example.ios")
    components.iOSParameters?.minimumAppVersion = "1.0.1"
    components.analyticsParameters = DynamicLinkGoogleAnalyticsParameters(
      source: "mail", medium: "invite", campaign: "spring")
    let long = try #require(components.url)
    let (short, warnings) = try await session.shorten(long.absoluteString, .short)
    #expect(warnings.isEmpty, "\(warnings)")
    // What says the same is the same.
    #expect(try await session.shorten(long.absoluteString, .short).0 == short)
    #expect(try await session.shorten(long.absoluteString, .default).0 != short)
    return short
  }

  @Test("A link is made, recognized, opened, and says where the app goes")
  func opening() async throws {
    let links = DynamicLinks(session)
    let short = try await short()
    #expect(short.host == DynamicLinksServer.host)
    #expect(links.matchesShortLinkFormat(short))
    let link: DynamicLink = try await links.dynamicLink(fromUniversalLink: short)
    #expect(link.url?.absoluteString == Self.invite)
    #expect(link.minimumAppVersion == "1.0.1")
    let campaign = ["utm_source": "mail", "utm_medium": "invite", "utm_campaign": "spring"]
    #expect(link.utmParametersDictionary as? [String: String] == campaign)
    try await session.client().close()
  }

  @Test("What the server refuses has the server's words")
  func refusals() async throws {
    let foreign = "https://other.example/?link=https%3A%2F%2Fmygame%2Eexample%2Ecom%2F"
    let error = await #expect(throws: NSError.self) {
      try await session.shorten(foreign, .short)
    }
    #expect(error?.domain == "com.firebase.durabledeeplink")
    #expect(error?.localizedFailureReason?.hasPrefix("Your project does not own") == true)
    let unknown = try #require(URL(string: "https://\(DynamicLinksServer.host)/none"))
    let missing = await #expect(throws: NSError.self) { try await session.resolve(unknown) }
    #expect(missing?.domain == "com.firebase.dynamicLinks" && missing?.code == 404)
    try await session.client().close()
  }

  @Test("A copied link leads to the install without a doubt, and is told once")
  func firstLaunch() async throws {
    let short = try await short()
    app.pasteboard.withLock { $0 = short.absoluteString + "?_icp=1" }
    session.begin()
    try await eventually { app.delivered.withLock { !$0.isEmpty } }
    let told = try #require(app.delivered.withLock { $0.first })
    let link = try #require(DynamicLinks(session).dynamicLink(fromCustomSchemeURL: told))
    #expect(link.url?.absoluteString == Self.invite, "\(told)")
    #expect(link.matchType == .unique)
    #expect(link.minimumAppVersion == "1.0.1")
    let campaign = ["utm_source": "mail", "utm_medium": "invite", "utm_campaign": "spring"]
    #expect(link.utmParametersDictionary as? [String: String] == campaign)
    let installs = try await server.native("GET", "/v1/installs?limit=10")
    let found = installs["installs"]?.elements ?? []
    #expect(found.count == 1, "\(installs.text)")
    try await session.client().close()
  }
}
