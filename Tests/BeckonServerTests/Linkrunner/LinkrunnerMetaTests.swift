import BeckonModel
import TestCertificates
import Testing

@Suite struct LinkrunnerMetaTests {
  // The example of Meta's own guide:
  // https://developers.facebook.com/docs/app-ads/install-referrer
  private static let key = "2575590594a9cd809e5bfacf397f8c1ac730dbc38a3e137ecd1ab66591c8c3c9"
  private static let nonce = "b7203c6a6fb633d16e9cf5c1"
  private static let data =
    "afe56cf6228c6ea8c79da49186e718e92a579824596ae1d0d4d20d7793dca797bd4034ccf467bfae5c79a3981e7a2968c41949237e2b2db678c1c3d39c9ae564c5cafd52f2b77a3dc77bf1bae063114d0283b97417487207735da31ddc1531d5645a9c3e602c195a0ebf69c272aa5fda3a2d781cb47e117310164715a54c7a5a032740584e2789a7b4e596034c16425139a77e507c492b629c848573c714a03a2e7d25b9459b95842332b460f3682d19c35dbc7d53e3a51e0497ff6a6cbb367e760debc4194ae097498108df7b95eac2fa9bac4320077b510be3b7b823248bfe02ae501d9fe4ba179c7de6733c92bf89d523df9e31238ef497b9db719484cbab7531dbf6c5ea5a8087f95d59f5e4f89050e0f1dc03e464168ad76a64cca64b79"

  private static func referrer(_ data: String = data, _ nonce: String = nonce) -> String {
    "utm_source=apps.facebook.com&utm_campaign=fb4a&utm_content="
      + #"{"app":123,"t":1693978124,"source":{"data":"\#(data)","nonce":"\#(nonce)"}}"#
  }

  /// A new install on Android with what it was handed.
  private func ask(_ app: TestApp, _ device: JSON) async throws -> JSON {
    let phone = LinkrunnerPhone(app: app)
    let more: JSON = ["platform": "ANDROID", "device_data": device]
    #expect(try await phone.send("init", more).status == 202)
    let found = try await phone.send("attribution-data", more)
    #expect(found.status == 200, "\(found.text)")
    return found.json["data"] ?? .null
  }

  private func ask(_ app: TestApp, _ referrer: String) async throws -> JSON {
    try await ask(app, ["gaid": "g-1", "install_ref": .string(referrer)])
  }

  @Test("With the key, Meta's own example names network, campaign, ad set and ad")
  func example() async throws {
    try await TestServer.run { server in
      try await server.app.set(["meta_install_referrer_key": .string(Self.key)])
      let found = try await ask(server.app, Self.referrer())
      // The name that another release of the client gives it.
      #expect(
        try await ask(server.app, ["install_referrer": .string(Self.referrer())])["campaign_data"]?[
          "name"] == "Adams Test Campaign Group")
      #expect(found["attribution_source"] == "META")
      let campaign = found["campaign_data"]
      #expect(campaign?["ad_network"] == "META")
      #expect(campaign?["id"] == "654321")
      #expect(campaign?["name"] == "Adams Test Campaign Group")
      #expect(campaign?["ad_network_campaign_id"] == "654321")
      #expect(campaign?["ad_set_id"] == "987654")
      #expect(campaign?["ad_set_name"] == "Adams Test Campaign")
      #expect(campaign?["ad_creative_id"] == "12345")
      #expect(campaign?["ad_creative_name"] == "Adams Test Ad Group")
      // Once known it stays so, also without the key.
      try await server.app.set(["meta_install_referrer_key": .null])
      #expect(
        try await server.number(
          """
          SELECT COUNT(*) FROM installs WHERE device LIKE '%"account_id":"444444"%'
          AND device LIKE '%"ad_objective_name":"APP_INSTALLS"%'
          """) == 2)
    }
  }

  @Test("Without the key, or with another, the install is stored with what is plain")
  func plain() async throws {
    try await TestServer.run { server in
      let changed = String(Self.data.dropLast()) + "8"
      for (key, referrer) in [
        (JSON.null, Self.referrer()), (.string("00" + Self.key.dropFirst(2)), Self.referrer()),
        (.string(Self.key), Self.referrer(changed)), (.string(Self.key), Self.referrer("00")),
        (.string(Self.key), Self.referrer(Self.data, "b7203c")),
      ] {
        try await server.app.set(["meta_install_referrer_key": key])
        let found = try await ask(server.app, referrer)
        #expect(found["attribution_source"] == "META")
        #expect(found["campaign_data"]?["name"] == "fb4a")
        #expect(found["campaign_data"]?["ad_set_id"] == .null)
        // What is sealed is the name of no advertisement.
        #expect(found["campaign_data"]?["asset_name"] == .null)
      }
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 5)
      #expect(
        try await server.number(
          "SELECT COUNT(*) FROM installs WHERE device LIKE '%meta_campaign%'") == 0)
    }
  }

  @Test("What the app of Facebook handed over counts where Google Play says nothing of it")
  func own() async throws {
    try await TestServer.run { server in
      try await server.app.set(["meta_install_referrer_key": .string(Self.key)])
      let own: JSON = [
        "install_referrer": .string(Self.referrer()), "source": "facebook", "is_ct": 1,
      ]
      let organic = "utm_source=google-play&utm_medium=organic"
      let found = try await ask(
        server.app, ["install_ref": .string(organic), "meta_install_ref": own])
      #expect(found["campaign_data"]?["name"] == "Adams Test Campaign Group")
      // A client cannot say itself what Meta is said to have sealed.
      let forged = try await ask(
        server.app, ["gaid": "g", "meta_campaign": ["campaign_group_name": "Mine"]])
      #expect(forged["attribution_source"] == "ORGANIC")
      let words = try Sealing.seal(
        Array(#"{"campaign_group_name":"Summer","is_instagram":true}"#.utf8),
        key: try #require(Hexadecimal.decode(Self.key)), nonce: [UInt8](repeating: 7, count: 12))
      let hexadecimal = words.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      let first = Self.referrer(
        hexadecimal.joined(), String(repeating: "07", count: 12))
      let both = try await ask(
        server.app, ["install_ref": .string(first), "meta_install_ref": own])
      #expect(both["campaign_data"]?["name"] == "Summer")
    }
  }

  @Test("A webhook in Linkrunner's form tells it too")
  func webhook() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver()
      try await server.app.set(["meta_install_referrer_key": .string(Self.key)])
      _ = try await server.app.webhook(receiver.url, ["install"], form: "linkrunner")
      _ = try await ask(server.app, Self.referrer())
      try await server.wait()
      let body = try #require(receiver.bodies.first)
      #expect(body["network_name"] == "META")
      #expect(body["campaign_name"] == "Adams Test Campaign Group")
      let details = body["meta_campaign_details"]
      #expect(details?["campaign_group_id"] == "654321")
      #expect(details?["ad_set_name"] == "Adams Test Campaign")
      #expect(details?["account_id"] == "444444")
      #expect(details?["ad_objective_name"] == "APP_INSTALLS")
      #expect(details?["is_instagram"] == .null)
    }
  }

  @Test("The key is 64 digits, no answer shows it, and null takes it away")
  func setting() async throws {
    try await TestServer.run { server in
      func isSet() async throws -> JSON? {
        let read = try await server.app.get("/v1/app")
        #expect(!read.text.contains(Self.key))
        return read.json["meta_install_referrer_key_set"]
      }
      #expect(try await isSet() == false)
      let set = try await server.app.patch(
        "/v1/app", ["meta_install_referrer_key": .string(Self.key)])
      #expect(set.status == 200)
      #expect(!set.text.contains(Self.key))
      #expect(set.json["meta_install_referrer_key_set"] == true)
      for wrong: JSON in [
        .string(Self.key + "M"), .string(String(Self.key.dropLast(2))), "", 5,
        .string(String(repeating: "g", count: 64)),
      ] {
        let refused = try await server.app.patch("/v1/app", ["meta_install_referrer_key": wrong])
        #expect(refused.status == 422, "\(wrong.text)")
        #expect(refused.string("field") == "meta_install_referrer_key")
      }
      // What answers show can be sent back as it is.
      try await server.app.set(try await server.app.get("/v1/app").json)
      #expect(try await isSet() == true)
      try await server.app.set(["meta_install_referrer_key": .null])
      #expect(try await isSet() == false)
    }
  }
}
