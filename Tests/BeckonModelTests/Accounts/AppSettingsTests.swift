import BeckonModel
import Testing

@Suite struct AppSettingsTests {
  /// Every setting as no new app has it.
  private static let all: JSON = [
    "link_domains": ["go.example.com"], "allowed_targets": ["https://shop.example/*"],
    "origins": ["https://shop.example"], "region": "TR", "currency": "EUR",
    "time_zone": "Europe/Istanbul", "cart_url": "https://shop.example/cart",
    "languages": ["tr"], "status": "active", "ios": ["bundle_id": "com.example.pirates"],
    "android": ["package": "com.example.pirates"],
    "meta_install_referrer_key": .string(String(repeating: "0a", count: 32)),
    "match_by_device_on_ios": false, "default_match_minutes": 30, "weak_match_minutes": 120,
    "attribution_since": "2026-12-01T00:00:00.000Z",
    "default_campaign": "cmp_01m7xy000fedjbz330nex3vnr1", "pass_parameters": ["tag"],
    "invite_parameter": "by", "fill_pasteboard": true,
    "retention_days": ["clicks": 30, "events": 60],
    "request_signing": ["required": true, "unsigned_native": true, "keys": ["k1": "secret"]],
    "referrer_attribute": "referred_by", "record_inventory": "purse", "open_members": true,
    "sms": ["senders": ["Shop"], "url": "https://shop.example/get", "countries": ["DE"]],
    "hold_same_mailbox": true, "session_minutes": 20,
    "social_invites": ["unmodified_clients": true, "per_day": 5, "per_address_day": 2],
    "reminders": ["per_person_day": 2],
    "record_rules": [["path": "game/*/score", "write": "client", "type": "number"]],
  ]

  private static func changed(_ settings: AppSettings, _ change: JSON) throws -> AppSettings {
    try settings.changed(by: try Fields(change))
  }

  @Test("null makes a setting what it is in a new app, and leaves the others")
  func null() throws {
    let (fresh, set) = (AppSettings(), try Self.changed(AppSettings(), Self.all))
    let members = try #require(set.json.members)
    #expect(Set(members.map(\.name)) == Set((Self.all.members ?? []).map(\.name)))
    for member in members {
      #expect(member.value != fresh.json[member.name], "\(member.name) is not set")
      let cleared = try Self.changed(set, .object([JSON.Member(member.name, .null)])).json
      #expect(cleared[member.name] == fresh.json[member.name], "\(member.name)")
      for other in members where other.name != member.name {
        #expect(cleared[other.name] == other.value, "\(member.name) changed \(other.name)")
      }
    }
  }

  @Test(
    "null inside a setting makes that part what it is in a new app",
    arguments: [
      ("retention_days", "clicks"), ("retention_days", "events"), ("request_signing", "required"),
      ("request_signing", "unsigned_native"), ("social_invites", "unmodified_clients"),
      ("social_invites", "per_day"), ("social_invites", "per_address_day"),
    ])
  func nullInside(_ name: String, _ part: String) throws {
    let set = try Self.changed(AppSettings(), Self.all)
    let change: JSON = .object([
      JSON.Member(name, .object([JSON.Member(part, .null)]))
    ])
    let cleared = try Self.changed(set, change).json[name]
    for member in set.json[name]?.members ?? [] {
      let expected = member.name == part ? AppSettings().json[name]?[part] : member.value
      #expect(cleared?[member.name] == expected, "\(member.name)")
    }
  }

  @Test("Without signing keys nothing can be required to be signed")
  func noKeys() throws {
    let set = try Self.changed(AppSettings(), Self.all)
    #expect(throws: FieldError.self) {
      try Self.changed(set, ["request_signing": ["keys": .null]])
    }
    let open = try Self.changed(set, ["request_signing": ["keys": .null, "required": .null]])
    #expect(open.requestSigning.keys.isEmpty)
  }
}
