import BeckonModel
import Testing

@testable import BeckonServer

/// What Linkrunner's clients say about the person.
@Suite struct LinkrunnerPersonTests {
  @Test("Push tokens and other services' ids are the person's, before and after the sign-up")
  func more() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      #expect(try await phone.send("update-push-token", ["push_token": "apns-1"]).status == 200)
      let integrations = try await phone.send(
        "integrations", ["integration_info": ["clevertap_id": "c-1"]])
      #expect(integrations.json["status"] == 200)
      _ = try await phone.send("trigger", ["user_data": ["id": "u9"]])
      _ = try await phone.send("set-user-data", ["user_data": ["id": "u9", "phone": "9876543210"]])
      _ = try await phone.send("customer-user-id", ["user_id": "u9"])
      let person = try await server.app.post("/v1/people", ["user_id": "u9"])
      let export = try await server.app.get("/v1/people/\(person.string("person") ?? "")/export")
      let attributes = export.json["attributes"]
      #expect(attributes?["push_token"] == "apns-1")
      #expect(attributes?["integration_info"] == ["clevertap_id": "c-1"])
      #expect(attributes?["phone"] == "9876543210")
      #expect(try await server.number("SELECT COUNT(*) FROM people WHERE merged_into IS NULL") == 1)
    }
  }

  @Test("Whoever names another's user id changes nothing of theirs")
  func stranger() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("trigger", ["user_data": ["id": "ana", "name": "Ana"]])
      let stranger = LinkrunnerPhone(app: server.app)
      let answer = try await stranger.send("trigger", ["user_data": ["id": "ana", "name": "Eve"]])
      #expect(answer.status == 200)
      let person = try await server.app.post("/v1/people", ["user_id": "ana"])
      let export = try await server.app.get("/v1/people/\(person.string("person") ?? "")/export")
      #expect(export.json["attributes"]?["name"] == "Ana")
      #expect(export.json["installs"]?.elements?.count == 1)
    }
  }
}
