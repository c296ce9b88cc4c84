import BeckonModel
import Testing

/// Somebody claims a user and fills the user's attributes, so that nobody else can write any.
@Suite struct ClaimedAttributesTests {
  /// As many attributes as there may be.
  private static let filling = JSON.object((1...200).map { JSON.Member("a\($0)", .integer($0)) })

  @Test("The server names and describes the user all the same; what clients wrote gives way")
  func server() async throws {
    try await TestServer.run { server in
      let app = server.app
      let thief = try await app.signUpInApp(["user_id": "ben"])
      #expect(try await thief.set(Self.filling, as: .publishable).status == 200)
      let ben = try await app.signUp("ben", more: ["attributes": ["plan": "gold"]])
      #expect(ben.id == thief.id)
      let theirs = try await app.get(ben.path, as: .publishable, token: thief.token)
      #expect(theirs.code == "token_required")
      let described = try await ben.set(["city": "Izmir"])
      #expect(described.status == 200, "\(described.text)")
      let attributes = try #require(try await ben.read().value("attributes"))
      #expect(attributes.members?.count == 200)
      #expect(attributes["a1"] == nil && attributes["a2"] == nil && attributes["a3"] == 3)
      #expect(attributes["plan"] == "gold" && attributes["city"] == "Izmir")
      // What the server has written itself is too much as ever.
      #expect(try await ben.set(Self.filling).string("field") == "attributes")
    }
  }

  @Test("So does the user's own phone, by the word of the app's server")
  func phone() async throws {
    try await TestServer.run { server in
      let app = server.app
      let thief = try await app.signUpInApp(["user_id": "ben", "attributes": Self.filling])
      let key = try await SignInTests.key(server)
      let phone = try await app.phone(at: "203.0.113.7").install()
      let body: JSON = [
        "user_id": "ben", "install_id": .string(phone.installID), "attributes": ["level": 5],
        "identity_token": .string(SignInTests.signed("ben", server, by: key)),
      ]
      let ben = try await app.post("/v1/people", body, as: .publishable, token: phone.token)
      #expect(ben.string("person") == thief.id && ben.string("token") != nil, "\(ben.text)")
      #expect(try await thief.read().value("attributes.level") == 5)
      // Without that word a client has no more room than anybody.
      let more = try await app.patch(
        thief.path, ["attributes": ["more": 1]], as: .publishable, token: ben.string("token"))
      #expect(more.string("field") == "attributes")
    }
  }
}
