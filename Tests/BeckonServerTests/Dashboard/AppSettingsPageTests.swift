import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// An app's settings on the dashboard.
@Suite struct AppSettingsPageTests {
  private static func path(_ server: TestServer) -> String {
    "/dashboard/\(server.app.id.text)/settings"
  }

  @Test("A form changes what it shows, keeps what it does not, and tells what is refused")
  func saved() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set([
        "ios": ["bundle_id": "com.example.shop", "team_id": "ABCDE12345"],
        "request_signing": ["keys": ["k1": "a-secret-of-clients"]],
      ])
      let ana = try await TestOperator.signedIn(server, .edit)
      let path = Self.path(server)
      let page = try await ana.get(path).text
      #expect(page.contains("com.example.shop") && !page.contains("a-secret-of-clients"))
      let saved = try await ana.send(
        path,
        [
          "action": "save-ios", "ios-bundle_id": "com.example.new", "ios-team_id": "ABCDE12345",
          "ios-development_postbacks": "true", "ios-sandbox_payments": "false",
        ])
      #expect(saved.status == 303, "\(saved.text)")
      let now = try await app.get("/v1/app")
      #expect(now.string("ios.bundle_id") == "com.example.new")
      #expect(now.value("ios.development_postbacks") == true)
      let refused = try await ana.send(path, ["action": "save-general", "region": "Germany"])
      #expect(refused.status == 422 && refused.text.contains("value=\"Germany\""))
      let days = try await ana.send(
        path,
        ["action": "save-retention", "retention_days-clicks": "30", "retention_days-events": ""])
      #expect(days.status == 303, "\(days.text)")
      #expect(try await app.get("/v1/app").integer("retention_days.clicks") == 30)
      #expect(try await app.get("/v1/app").integer("retention_days.events") == 400)
      let domains = try await ana.send(
        path,
        [
          "action": "save-domains", "link_domains": "go.shop.example\r\n go.other.example/promo ",
          "allowed_targets": "", "origins": "",
        ])
      #expect(domains.status == 303, "\(domains.text)")
      let shown = try await ana.get(path).text
      #expect(shown.contains("beckon doctor --domain go.shop.example"), "\(shown)")
      #expect(shown.contains("opens the app") && shown.contains("package and fingerprints"))
      let removed = try await ana.send(path, ["action": "save-ios", "ios-bundle_id": ""])
      #expect(removed.status == 303, "\(removed.text)")
      #expect(try await app.get("/v1/app").value("ios") == nil)
      #expect(try await TestOperator.audit(server).count >= 4)
    }
  }

  @Test("What no form shows stays when the form is saved")
  func kept() async throws {
    try await TestServer.run { server in
      try await server.app.set([
        "sms": [
          "senders": ["Shop"], "url": "https://shop.example", "trial_numbers": ["+4915112345678"],
        ]
      ])
      let ana = try await TestOperator.signedIn(server, .edit)
      let saved = try await ana.send(
        Self.path(server),
        [
          "action": "save-texts", "sms-senders": "Shop\nOther",
          "sms-url": "https://shop.example/get",
          "sms-per_day": "50", "sms-per_person_day": "", "sms-countries": "DE",
          "sms-quiet_hours": "false",
        ])
      #expect(saved.status == 303, "\(saved.text)")
      let now = try await server.app.get("/v1/app")
      #expect(now.value("sms.senders") == ["Shop", "Other"] && now.integer("sms.per_day") == 50)
      #expect(now.value("sms.trial_numbers") == ["+4915112345678"], "\(now.text)")
      let reader = try await TestOperator.signedIn(server, .read, name: "Ben")
      let page = try await reader.get(Self.path(server)).text
      #expect(page.contains("Other") && !page.contains("save-texts"))
    }
  }

  @Test("What was emptied is what it is in a new app, and nights are quiet unless somebody says no")
  func emptied() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server, .edit)
      let path = Self.path(server)
      let new = try await ana.get(path).text
      let quiet = try #require(new.range(of: "name=\"sms-quiet_hours\"")).upperBound
      #expect(new[quiet...].prefix(300).contains("value=\"true\" selected"), "\(new[quiet...])")
      try await server.app.set([
        "sms": ["senders": ["Shop"], "url": "https://shop.example", "per_day": 500]
      ])
      let saved = try await ana.send(
        path,
        [
          "action": "save-texts", "sms-senders": "Shop", "sms-url": "https://shop.example",
          "sms-per_day": "", "sms-per_person_day": "", "sms-countries": "",
          "sms-quiet_hours": "true",
        ])
      #expect(saved.status == 303, "\(saved.text)")
      #expect(try await server.app.get("/v1/app").integer("sms.per_day") == 1_000)
    }
  }

  @Test("To save other settings chooses no campaign for good")
  func defaultCampaign() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [])
      let ana = try await TestOperator.signedIn(server, .edit)
      let path = Self.path(server)
      let page = try await ana.get(path).text
      let field = try #require(page.range(of: "name=\"default_campaign\"")).upperBound
      #expect(page[field...].prefix(200).contains("value=\"\" selected"), "\(page[field...])")
      let saved = try await ana.send(
        path, ["action": "save-general", "default_campaign": "", "currency": "EUR"])
      #expect(saved.status == 303, "\(saved.text)")
      let stored = try await server.database.read {
        try TestServer.context($0).settings.defaultCampaign
      }
      #expect(stored == nil)
    }
  }

  @Test("A conversion schema is shown as it would be read before it is saved")
  func schema() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server, .edit)
      let rules = #"[{"when": {"sign_up": true}, "fine": 7, "coarse": "high"}]"#
      let path = Self.path(server)
      let preview = try await ana.send(path, ["action": "preview-schema", "rules": rules])
      #expect(preview.status == 200 && preview.text.contains("Somebody signed up."))
      #expect(try await server.app.get("/v1/postback-schema").status == 404)
      let saved = try await ana.send(path, ["action": "save-schema", "rules": rules])
      #expect(saved.status == 303, "\(saved.text)")
      #expect(try await server.app.get("/v1/postback-schema").integer("rules.0.fine") == 7)
      #expect(try await ana.get(path + "?csv=schema").text.contains("0,7,high"))
      for wrong in ["{", "[]x", #"[{"when": {"sign_up": true}}]"#] {
        let answer = try await ana.send(path, ["action": "preview-schema", "rules": wrong])
        #expect(answer.status == 422, "\(wrong): \(answer.text)")
      }
    }
  }
}
