import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import TestPrograms
import Testing

@testable import BeckonCompatLinkrunner

/// An app that uses the vendor's names and the SDK beside them, on the real server.
@Suite(.timeLimit(.minutes(5))) struct SharedSessionTests {
  let app = LinkrunnerApp()

  @Test("One install, one person and one attribution", arguments: [true, false])
  func both(isFaceFirst: Bool) async throws {
    let live = try await LiveServer()
    _ = try await live.vendor(
      "POST", "create-campaign",
      [
        "name": "Summer Sale", "custom_display_id": "SUMMER", "deeplink": "pirates://treasure",
        "link_for_desktop_users": "https://example.com/treasure",
      ])
    try await live.open("/?c=SUMMER")
    let url = try #require(URL(string: live.url))
    let session = app.session(app.surroundings())
    let face = LinkrunnerClient(session)
    let beckon = try self.beckon(url, key: live.keys.publishable)
    if isFaceFirst { try await start(face, url) }
    let match = try await beckon.start()
    if !isFaceFirst { try await start(face, url) }

    #expect(try beckon.installID() == face.installInstanceId())
    #expect(try await session.client() === beckon)
    #expect(match.deepLink?.absoluteString == "pirates://treasure")
    let told = try await face.attributionData()["data"] as? [String: Any]
    #expect((told?["campaign_data"] as? [String: Any])?["id"] as? String == "SUMMER")

    try await face.signup(userData: ["id": "user_1", "name": "Ana"])
    let ana = try await beckon.identify(userID: "user_1")
    beckon.track("by the SDK")
    await LinkrunnerSDK(session).trackEvent(eventName: "by the face")
    beckon.track("by the SDK again")
    await beckon.flush()

    let export = try await live.export("user_1")
    let facts = export["facts"]?.elements?.compactMap { $0["name"]?.string } ?? []
    let own = Set(["by the SDK", "by the face", "by the SDK again"])
    #expect(facts.filter(own.contains).sorted() == own.sorted())
    #expect(
      try await live.native("POST", "/v1/people", ["user_id": "user_1"])["person"]?.string == ana.id
    )
    try await eventually { try await live.report("SUMMER")["sign-ups"] == "1" }
    #expect(try await live.report("SUMMER")["installs"] == "1")
    await beckon.close()
  }

  @Test func aFaceOfAnotherServerIsRefusedAndSaysSo() async throws {
    let fake = LinkrunnerFake()
    var options = BeckonOptions(directory: app.directory)
    options.transport = Transport { try fake.respond($0) }
    let beckon = try Beckon.configure(
      url: try #require(URL(string: "https://go.example.com")), key: "pk_1", options: options)
    let face = LinkrunnerClient(app.session(app.surroundings()))
    face.configure(
      token: "token_1", server: try #require(URL(string: "https://other.example.com")))
    let error = await #expect(throws: LinkrunnerError.self) { try await face.initialize() }
    #expect(error?.localizedDescription.contains("https://go.example.com") == true)
    try await eventually { app.lines.withLock { $0.contains { $0.contains("go.example.com") } } }
    await beckon.close()
  }

  private func start(_ face: LinkrunnerClient, _ url: URL) async throws {
    face.configure(token: LiveServer.token, server: url)
    try await face.initialize()
  }

  private func beckon(_ url: URL, key: String) throws -> BeckonClient {
    var options = BeckonOptions(directory: app.directory)
    options.device = DeviceDescription(platform: .ios, osVersion: "17.4", deviceModel: "iPhone")
    return try Beckon.configure(url: url, key: key, options: options)
  }
}
