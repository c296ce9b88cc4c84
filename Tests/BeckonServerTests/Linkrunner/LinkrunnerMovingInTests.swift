import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// The day on which an app moves here: every install that it has looks new.
@Suite struct LinkrunnerMovingInTests {
  /// The app has moved on the day of the test.
  private static func move(_ app: TestApp) async throws {
    try await app.set(["attribution_since": "2026-06-01T00:00:00Z"])
    _ = try await app.link(["url": "https://shop.example/", "code": "SPRING"])
  }

  private static func source(_ phone: LinkrunnerPhone) async throws -> String? {
    try await phone.send("attribution-data").string("data.campaign_data.id")
  }

  @Test(
    "An install that Play or the client calls old gets no click, and a new one does",
    arguments: [
      (["install_ref_installBeginTimestampSeconds": 1_748_736_000], nil),
      (["installBeginTimestampSeconds": "1748736000"], nil),
      (["install_ref_installBeginTimestampServerSeconds": 1_780_304_300], "SPRING"),
      (["installBeginTimestampSeconds": "1"], "SPRING"),
      (["installBeginTimestampSeconds": 0], "SPRING"),
    ] as [(JSON, String?)])
  func android(_ more: JSON, _ expected: String?) async throws {
    try await TestServer.run { server in
      try await Self.move(server.app)
      let phone = LinkrunnerPhone(app: server.app)
      try await phone.open("/SPRING")
      let device = JSON.object((LinkrunnerPhone.device.members ?? []) + (more.members ?? []))
      _ = try await phone.send("init", ["device_data": device])
      #expect(try await Self.source(phone) == expected)
      // Nor by a link that it names a moment later.
      let link = JSON.string(server.growth.url + "/SPRING")
      _ = try await phone.send("init", ["device_data": device, "link": link])
      #expect(try await Self.source(phone) == expected)
    }
  }

  @Test("An iPhone's install that turns out to be old gives its click back, for somebody new")
  func iOS() async throws {
    try await TestServer.run { server in
      try await Self.move(server.app)
      let (old, new) = (LinkrunnerPhone(app: server.app), LinkrunnerPhone(app: server.app))
      try await old.open("/SPRING")
      _ = try await old.send("init")
      #expect(try await Self.source(old) == "SPRING")
      let event: JSON = ["event_name": "tap", "time_since_app_install": 86_400.5]
      #expect(try await old.send("capture-event", event).status == 200)
      #expect(try await Self.source(old) == nil)
      _ = try await new.send("init")
      let fresh: JSON = ["event_name": "tap", "time_since_app_install": 2.5]
      _ = try await new.send("capture-event", fresh)
      #expect(try await Self.source(new) == "SPRING")
      let reasons = try await server.number(
        "SELECT COUNT(*) FROM decisions WHERE reason = 'old_install' AND link IS NULL")
      #expect(reasons == 1)
    }
  }

  @Test(
    "An install that is listed gets no click, by its id, its device or its user",
    arguments: ["install_instance_id", "idfv", "user_id"])
  func listed(_ column: String) async throws {
    try await TestServer.run { server in
      try await Self.move(server.app)
      let (old, new) = (LinkrunnerPhone(app: server.app), LinkrunnerPhone(app: server.app))
      let vendorID = "6D92078A-8246-4BA4-AE5B-76104861E7DC"
      let known = [
        "install_instance_id": old.installID, "idfv": vendorID.lowercased(), "user_id": "ana",
      ]
      let list = "\(column)\r\n\(try #require(known[column]))\r\n"
      let done = try await server.importing(list, as: "linkrunner")
      #expect(done.tally.verdicts == [.accepted: 1])
      #expect(try await server.importing(list, as: "linkrunner").importedBefore != nil)

      try await old.open("/SPRING")
      let device = JSON.object((LinkrunnerPhone.device.members ?? []).filter { $0.name != "idfv" })
      let ownDevice = JSON.object((device.members ?? []) + [JSON.Member("idfv", .string(vendorID))])
      _ = try await old.send("init", ["device_data": ownDevice])
      _ = try await old.send("set-user-data", ["user_data": ["id": "ana"]])
      #expect(try await Self.source(old) == nil)
      // The click is free for somebody new.
      _ = try await new.send("init", ["device_data": device])
      _ = try await new.send("trigger", ["user_data": ["id": "ben"]])
      #expect(try await Self.source(new) == "SPRING")
    }
  }

  @Test("A list that comes late takes the click back, and one without ids is refused")
  func late() async throws {
    try await TestServer.run { server in
      try await Self.move(server.app)
      let phone = LinkrunnerPhone(app: server.app)
      try await phone.open("/SPRING")
      _ = try await phone.send("init")
      #expect(try await Self.source(phone) == "SPRING")
      let zeros = "00000000-0000-0000-0000-000000000000"
      let done = try await server.importing(
        "install_instance_id,idfa\n\(phone.installID),\(zeros)\n,\(zeros)\n", as: "linkrunner")
      #expect(done.tally.verdicts == [.accepted: 1, .rejected: 1])
      #expect(try await Self.source(phone) == nil)
      await #expect(throws: ImportRefused.self) {
        try await server.importing("install_id\na\n", as: "linkrunner")
      }
      // What is said of people only is not dropped.
      await #expect(throws: ImportRefused.self) {
        try await server.importing("user_id\na\n", as: "linkrunner", rewards: .open)
      }
    }
  }

  @Test("What such an install has paid is taken back")
  func rewards() async throws {
    try await TestServer.run { server in
      try await Self.move(server.app)
      let rule: JSON = [
        "name": "Welcome", "when": ["referral": "confirmed"], "to": "both", "amount": 50,
        "unit": "points",
      ]
      _ = try await server.app.campaign(rules: [rule])
      let ana = try await server.app.signUp("ana")
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init", ["link": .string(try #require(ana.link))])
      _ = try await phone.send("trigger", ["user_data": ["id": "ben"]])
      func paid() async throws -> Int64 {
        try await server.number(
          """
          SELECT CAST(COALESCE(SUM(CASE kind WHEN 'clawback' THEN -amount ELSE amount END), 0)
            AS BIGINT) FROM transfers WHERE state <> 'voided'
          """)
      }
      #expect(try await paid() == 100)
      let late: JSON = [
        "amount": 5, "payment_id": "p1", "user_id": "ben", "time_since_app_install": 900_000,
      ]
      _ = try await phone.send("capture-payment", late)
      #expect(try await paid() == 0)
      _ = try await phone.send("capture-payment", late)
      #expect(try await paid() == 0)
    }
  }

  @Test("Without the setting nothing is old, and a clock that is years off tells nothing")
  func unset() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/", "code": "SPRING"])
      let phone = LinkrunnerPhone(app: server.app)
      try await phone.open("/SPRING")
      _ = try await phone.send("init")
      let old: JSON = ["event_name": "tap", "time_since_app_install": 86_400.5]
      _ = try await phone.send("capture-event", old)
      #expect(try await Self.source(phone) == "SPRING")
      try await server.app.set(["attribution_since": "2026-06-01T00:00:00Z"])
      let since1970: JSON = ["event_name": "tap", "time_since_app_install": 1_780_304_400]
      _ = try await phone.send("capture-event", since1970)
      #expect(try await Self.source(phone) == "SPRING")
    }
  }
}
