import BeckonModel
import Testing

@testable import BeckonServer

/// What somebody can do by Linkrunner's protocol who knows an install's id and nothing else.
@Suite struct LinkrunnerProofTests {
  /// A person with an install that the app registered by Beckon's own API, and a thief who has come
  /// to know the install's id.
  private static func victim(
    _ app: TestApp
  ) async throws -> (ana: TestPerson, phone: TestPhone, thief: LinkrunnerPhone) {
    let phone = try await app.phone(at: "203.0.113.7").open(
      try await app.link(["url": "https://shop.example/secret"]).path
    ).install()
    #expect(phone.match == "default")
    let ana = try await phone.signUp("ana", ["attributes": ["name": "Ana"]])
    var thief = LinkrunnerPhone(app: app, address: "198.51.100.7")
    thief.installID = phone.installID
    return (ana, phone, thief)
  }

  @Test("The id of an install of Beckon's own SDK reads and changes nothing there")
  func foreign() async throws {
    try await TestServer.run { server in
      let (ana, _, thief) = try await Self.victim(server.app)
      let before = try await ana.export().text
      for (name, body) in [
        ("init", ["device_data": ["adservices_attribution_token": "dG9rZW4="]]),
        ("attribution-data", [:]), ("handle-deeplink", ["deeplink_url": "https://a.example/"]),
        ("trigger", ["user_data": ["id": "ana", "name": "Eve", "email": "eve@example.com"]]),
        ("trigger", ["user_data": ["id": "eve"]]),
        ("set-user-data", ["user_data": ["id": "ana", "name": "Eve"]]),
        ("customer-user-id", ["user_id": "ana"]),
        ("update-push-token", ["push_token": "thief"]),
        ("integrations", ["integration_info": ["clevertap_id": "thief"]]),
        ("remove-captured-payment", ["user_id": "ana"]),
      ] as [(String, JSON)] {
        let answer = try await thief.send(name, body)
        #expect(answer.status == 400 && answer.json["status"] == 400, "\(name): \(answer.text)")
        #expect(answer.string("msg")?.contains("Beckon-Token") == true)
      }
      #expect(try await ana.export().text == before)
      #expect(try await server.number("SELECT COUNT(*) FROM apple_ads_tokens") == 0)
    }
  }

  @Test("A native payment of an install is not removed by whoever knows its id")
  func removal() async throws {
    try await TestServer.run { server in
      let (ana, phone, thief) = try await Self.victim(server.app)
      let paid = try await thief.send(
        "capture-payment", ["amount": 5, "user_id": "ana", "payment_id": "p1"])
      #expect(paid.status == 201)
      #expect(paid.json["data"]?["fine_conversion_value"] == nil)
      let payments = { try await ana.export().list("payments").map { $0["removed_at"] } }
      #expect(try await payments() == [nil])
      #expect(
        try await thief.send("remove-captured-payment", ["payment_id": "p1"]).status == 400)
      #expect(try await payments() == [nil])
      let own = try await thief.send(
        "remove-captured-payment", ["payment_id": "p1"],
        headers: [("Beckon-Token", try #require(phone.token))])
      #expect(own.json["data"]?["removed"] == 1, "\(own.text)")
    }
  }

  @Test("With the install's token beside it the vendor's calls go on as on an install of its own")
  func token() async throws {
    try await TestServer.run { server in
      let phone = try await server.app.phone(at: "203.0.113.7").install()
      var own = LinkrunnerPhone(app: server.app)
      own.installID = phone.installID
      let token = [("Beckon-Token", try #require(phone.token))]
      #expect(try await own.send("init", headers: token).status == 202)
      #expect(try await own.send("attribution-data", headers: token).status == 200)
      let signedUp = try await own.send(
        "trigger", ["user_data": ["id": "ana", "name": "Ana"]], headers: token)
      #expect(signedUp.status == 200, "\(signedUp.text)")
      let ana = try await server.app.signUp("ana")
      #expect(try await ana.export().value("attributes.name") == "Ana")
    }
  }

  @Test("A person whom a token's owner made is not changed from an install of Linkrunner's")
  func otherOwner() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = LinkrunnerPhone(app: app)
      #expect(try await phone.send("init").status == 202)
      // The app's server knows whose install it is.
      let ana = try await app.signUp("ana", more: ["install_id": .string(phone.installID)])
      #expect(try await ana.export().list("installs").count == 1)
      for (name, body) in [
        ("set-user-data", ["user_data": ["id": "ana", "name": "Eve", "email": "eve@example.com"]]),
        ("update-push-token", ["push_token": "thief"]),
      ] as [(String, JSON)] {
        #expect(try await phone.send(name, body).status == 200)
      }
      #expect(try await ana.export().value("attributes") == [:])
      #expect(!(try await ana.read().text.contains("eve@example.com")))
    }
  }

  @Test("The id of an install of Linkrunner's reads nothing by Beckon's own API")
  func native() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = LinkrunnerPhone(app: app)
      let link = try await app.link(["url": "https://shop.example/secret"])
      try await phone.open(link.shortURL)
      #expect(try await phone.send("init").status == 202)
      var thief = app.phone(at: "198.51.100.7")
      thief.installID = phone.installID
      let launch = try await thief.install().launch
      #expect(launch?.code == "token_required", "\(launch?.text ?? "")")
      #expect(launch?.text.contains("secret") == false)
      let byServer = try await thief.install(as: .secret)
      #expect(byServer.match == "default")
    }
  }

  @Test("A merge with somebody known otherwise ends what the bare id proved")
  func merged() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = LinkrunnerPhone(app: app)
      _ = try await phone.send("trigger", ["user_data": ["id": "old"]])
      let old = try await app.signUp("old")
      let ana = try await app.signUpInApp(["user_id": "ana"])
      #expect(try await ana.merge(into: old).status == 200)
      _ = try await phone.send("update-push-token", ["push_token": "thief"])
      #expect(try await old.export().value("attributes") == [:])
    }
  }
}
