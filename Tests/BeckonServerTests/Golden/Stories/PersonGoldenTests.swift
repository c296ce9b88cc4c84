import BeckonContract
import BeckonModel
import Testing

/// People.
@Suite struct PersonGoldenTests {
  private static let unknown = "per_01m7xy0021f4xsry40tzfa1b7c"

  @Test func people() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let campaign = try await golden.app.campaign(rules: [welcome, thanks])
      let ana = try await Self.naming(golden, campaign)
      try await Self.reading(golden, ana)
      try await Self.changing(golden, ana)
      try await Self.joining(golden, ana)
      try await golden.askList(
        PersonRoute.list,
        [
          ("by user id", "user_id=ben"), ("nobody", "user_id=nobody"),
          ("by two names", "user_id=ben&email=ben@example.com"),
        ])
      try await Self.asking(golden, ana)
      try await golden.askWithoutKeys(PersonRoute.allCases.filter { $0 != .verifyEmail })
      try await golden.ask(
        PersonRoute.verifyEmail, "where no mails are sent",
        at: PersonRoute.verifyEmail.route.path(golden.app.signUp("eve").id), .init(body: [:]))
      try await golden.askWithoutKeys([PersonRoute.verifyEmail])
    }
    try book.expect(PersonRoute.routes)
  }

  private static func asking(_ golden: GoldenServer, _ ana: TestPerson) async throws {
    try await golden.app.event("buy", id: "b-1", of: ana)
    let call = PersonRoute.explainUnpaid
    for (title, path) in [
      ("by the app's server", ana.path + "/unpaid"), ("of nobody", call.route.path(unknown)),
      ("of too many facts", ana.path + "/unpaid?facts=51"),
    ] {
      try await golden.ask(call, title, at: path)
    }
  }

  private static func naming(
    _ golden: GoldenServer, _ campaign: TestCampaign
  ) async throws -> TestPerson {
    let body: JSON = [
      "user_id": "ana", "email": "Ana@Example.com", "campaign": .string(campaign.id),
      "attributes": ["plan": "gold"],
    ]
    let made = try await golden.ask(PersonRoute.identify, "by the app's server", .init(body: body))
    let ana = try TestPerson(golden.app, "ana", made)
    try await golden.ask(PersonRoute.identify, "the same once more", .init(body: body))
    try await golden.ask(
      PersonRoute.identify, "somebody whom she referred",
      .init(body: [
        "user_id": "ben", "campaign": .string(campaign.id), "referrer": .orNull(ana.code),
      ]))
    for (title, body) in [
      ("in the app, somebody new", ["user_id": "cem"]),
      ("in the app, somebody whom the server named", ["user_id": "ana"]),
      ("in the app, nobody yet", ["install_id": "phone-1"]),
      ("in the app, with a token that is none", ["user_id": "ana", "identity_token": "sit_x"]),
    ] as [(String, JSON)] {
      try await golden.ask(PersonRoute.identify, title, .init(body: body, key: .publishable))
    }
    for (title, body) in [
      ("nobody", [:]), ("an address that is none", ["email": "ana"]),
      ("a number without a country", ["phone": "5551234"]),
      ("a campaign that is none", ["user_id": "dan", "campaign": "x"]),
      ("attributes that are none", ["user_id": "dan", "attributes": 1]),
    ] as [(String, JSON)] {
      try await golden.ask(PersonRoute.identify, title, .init(body: body))
    }
    let key = [("Idempotency-Key", "k-1")]
    let eve: JSON = ["user_id": "eve"]
    try await golden.ask(PersonRoute.identify, "under a key", .init(body: eve, headers: key))
    try await golden.ask(PersonRoute.identify, "repeated", .init(body: eve, headers: key))
    try await golden.ask(
      PersonRoute.identify, "another under the same key",
      .init(body: ["user_id": "fay"], headers: key))
    return ana
  }

  private static func reading(_ golden: GoldenServer, _ ana: TestPerson) async throws {
    for call in [PersonRoute.read, .export] {
      let path = call.route.path(ana.id)
      try await golden.ask(call, "by the app's server", at: path)
      try await golden.ask(
        call, "by herself", at: path, .init(key: .publishable, token: ana.token))
      try await golden.ask(call, "by anybody", at: path, .init(key: .publishable))
      try await golden.ask(call, "an unknown person", at: call.route.path(unknown))
      try await golden.ask(
        call, "an unknown person, by anybody", at: call.route.path(unknown),
        .init(key: .publishable))
    }
    try await golden.ask(
      PersonRoute.export, "a page that is none", at: ana.path + "/export?after=x")
  }

  private static func changing(_ golden: GoldenServer, _ ana: TestPerson) async throws {
    for (title, body) in [
      ("an attribute", ["attributes": ["plan": "silver", "level": 1.0]]),
      ("one taken away", ["attributes": ["plan": .null]]), ("nothing", [:]),
    ] as [(String, JSON)] {
      try await golden.ask(PersonRoute.update, title, at: ana.path, .init(body: body))
    }
    let body: JSON = ["attributes": ["plan": "gold"]]
    try await golden.ask(
      PersonRoute.update, "by anybody", at: ana.path, .init(body: body, key: .publishable))
    try await golden.ask(
      PersonRoute.update, "an unknown person", at: PersonRoute.update.route.path(unknown),
      .init(body: body))
  }

  private static func joining(_ golden: GoldenServer, _ ana: TestPerson) async throws {
    let gus = try await golden.app.signUpInApp(["user_id": "gus"])
    let call = PersonRoute.createSignInToken
    try await golden.ask(call, "for a person whom the server named", at: ana.path + "/tokens")
    try await golden.ask(call, "for one whom it did not", at: gus.path + "/tokens")
    try await golden.ask(call, "for an unknown person", at: call.route.path(unknown))
    let merge = PersonRoute.merge
    let into: JSON = ["into": .string(ana.id)]
    try await golden.ask(merge, "into another", at: gus.path + "/merge", .init(body: into))
    try await golden.ask(merge, "once more", at: gus.path + "/merge", .init(body: into))
    try await golden.ask(merge, "into herself", at: ana.path + "/merge", .init(body: into))
    try await golden.ask(merge, "into nobody", at: ana.path + "/merge", .init(body: [:]))
    try await golden.ask(
      merge, "an unknown person", at: merge.route.path(unknown), .init(body: into))
    try await golden.ask(PersonRoute.erase, "by anybody", at: ana.path, .init(key: .publishable))
    try await golden.ask(PersonRoute.erase, "by the app's server", at: ana.path)
    try await golden.ask(PersonRoute.erase, "once more", at: ana.path)
  }
}
