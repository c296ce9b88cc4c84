import BeckonModel
import Testing

/// A second first launch of the same install, which anyone can send who has seen its id.
@Suite struct FurtherCallTests {
  /// The referrer's link, and a phone that nothing led to.
  private static func organicPhone(
    _ server: TestServer
  ) async throws -> (link: JSON, phone: TestPhone) {
    let campaign = try await server.app.campaign(rules: [thanks])
    let thief = try await server.app.signUp("thief", campaign: campaign)
    let link = JSON.string(try #require(thief.link))
    return (["link": link], try await server.app.phone(at: "203.0.113.7").install())
  }

  @Test("Without the install's token it names no referrer, whatever the key of the sign-up")
  func stranger() async throws {
    try await TestServer.run { server in
      let (link, ben) = try await Self.organicPhone(server)
      var stranger = server.app.phone(at: "198.51.100.9")
      stranger.installID = ben.installID
      #expect(try await stranger.install(link).match == "none")
      #expect(try await ben.signUp("ben").referredBy == nil)
    }
  }

  @Test("With the install's token it decides")
  func token() async throws {
    try await TestServer.run { server in
      let (link, ben) = try await Self.organicPhone(server)
      #expect(try await ben.install(link, token: ben.token).match == "unique")
    }
  }

  @Test("A phone whose first answer was lost gets a weak match, until it shows a token")
  func lostAnswer() async throws {
    try await TestServer.run { server in
      let (link, ben) = try await Self.organicPhone(server)
      let again = try await ben.install(link)
      #expect(again.match == "weak")
      #expect(again.launch?.value("match.referrer") == .null)
      let path = "/v1/installs/\(ben.launch?.string("install") ?? "")/attribution"
      #expect(try await server.app.get(path).list("limits") == ["without_token"])
      #expect(try await ben.install(link, token: ben.token).match == "unique")
    }
  }

  @Test("Once somebody uses the install, a call without a token changes nothing")
  func used() async throws {
    try await TestServer.run { server in
      let (link, ben) = try await Self.organicPhone(server)
      let person = try await ben.useAnonymously()
      #expect(try await ben.install(link).match == "none")
      #expect(try await ben.install(link, token: person.token).match == "unique")
    }
  }
}
