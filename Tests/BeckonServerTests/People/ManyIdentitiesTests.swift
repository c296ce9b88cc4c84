import BeckonModel
import Testing

/// How much a client may add to a person.
@Suite struct ManyIdentitiesTests {
  @Test("A client adds identities up to a number, the app's server any")
  func identities() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUpInApp(["user_id": "ana"])
      func add(_ number: Int, _ key: TestApp.Key = .publishable) async throws -> HTTPAnswer {
        try await app.post(
          "/v1/people", ["user_id": "ana", "email": .string("ana\(number)@mail.example")], as: key,
          token: ana.token)
      }
      for number in 1..<50 { #expect(try await add(number).status == 200) }
      let refused = try await add(50)
      #expect(refused.status == 422)
      #expect(refused.string("field") == "email", "\(refused.text)")
      // What is there already is no further one.
      #expect(try await add(7).status == 200)
      #expect(try await add(50, .secret).status == 200)
      #expect(try await ana.read().list("identities").count == 51)
    }
  }
}
