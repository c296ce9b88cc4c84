import BeckonContract
import BeckonModel
import Testing

/// Records, and sign-in with a password.
@Suite struct RecordGoldenTests {
  private static let unknown = "per_01m7xy0021f4xsry40tzfa1b7c"

  @Test func records() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let ana = try await golden.app.signUpInApp(["install_id": "phone-1"])
      let path = ana.path + "/record"
      func ask(
        _ call: RecordRoute, _ title: String, _ tail: String, _ body: JSON? = nil,
        ifMatch: String? = nil
      ) async throws {
        try await golden.ask(
          call, title, at: path + tail,
          .init(
            body: body, key: .publishable, token: ana.token,
            headers: ifMatch.map { [("If-Match", $0)] } ?? []))
      }
      try await ask(.replace, "a value", "/game/level", 5)
      try await ask(.replace, "the server's time", "/seen", [".sv": "timestamp"])
      try await ask(.replace, "one more", "/game/level", [".sv": ["increment": 1]])
      try await ask(.replace, "of another version", "/game/level", 9, ifMatch: "\"x\"")
      try await ask(.replace, "a key that is none", "/a.b", 1)
      try await ask(.replace, "the balance", "/inventory/gold", 1)
      try await ask(.update, "paths", "/game", .object([JSON.Member("best/day", "monday")]))
      try await ask(.update, "what is no object", "/game", 5)
      try await ask(.read, "all", "")
      try await ask(.read, "a part", "/game/best")
      try await ask(.read, "nothing", "/none")
      try await ask(.remove, "a part", "/game/best")
      for call in RecordRoute.allCases {
        try await golden.ask(
          call, "by anybody", at: path + "/game", .init(body: 1, key: .publishable))
        try await golden.ask(
          call, "of an unknown person", at: call.route.path(Self.unknown, "a"), .init(body: [:]))
      }
      try await golden.askWithoutKeys(RecordRoute.allCases)
    }
    try book.expect(RecordRoute.routes)
  }

  @Test func passwords() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let ana = try await golden.app.signUpInApp(["install_id": "phone-1"])
      let ben = try await golden.app.signUpInApp(["install_id": "phone-2"])
      func ask(
        _ call: PasswordRoute, _ title: String, of person: TestPerson? = nil, _ body: JSON? = nil,
        key: TestApp.Key = .publishable
      ) async throws -> HTTPAnswer {
        try await golden.ask(
          call, title, at: call.route.path(person?.id ?? ana.id),
          .init(body: body, key: key, token: person?.token))
      }
      let known: JSON = ["email": "Ana@example.com", "password": "correct horse"]
      _ = try await ask(.link, "an anonymous person's", of: ana, known)
      _ = try await ask(.link, "once more", of: ana, known)
      _ = try await ask(.link, "another's address", of: ben, known)
      _ = try await ask(.link, "by anybody", known)
      let short: JSON = ["email": "ben@example.com", "password": "short"]
      _ = try await ask(.link, "too short", of: ben, short)
      _ = try await ask(.signIn, "the right password", known)
      _ = try await ask(.signIn, "a wrong one", ["email": "ana@example.com", "password": "x"])
      _ = try await ask(.signIn, "nobody", ["email": "x@example.com", "password": "x"])
      let change: JSON = ["old_password": "correct horse", "password": "another horse"]
      _ = try await ask(.change, "by the old one", of: ana, change)
      _ = try await ask(.change, "by one that was", of: ana, change)
      _ = try await ask(.change, "without the old one", of: ana, ["password": "another horse"])
      _ = try await ask(.change, "of who has none", of: ben, change)
      let made = try await ask(.allowReset, "by the app's server", key: .secret)
      _ = try await ask(.allowReset, "of who has none", of: ben, key: .secret)
      let reset: JSON = ["token": .orNull(made.string("token")), "password": "third horse"]
      _ = try await ask(.reset, "by its token", reset)
      _ = try await ask(.reset, "once more", reset)
      _ = try await ask(.signOut, "with a token", of: ben)
      _ = try await ask(.signOut, "once more", of: ben)
      _ = try await ask(.signOut, "without one", key: .secret)
      try await golden.askWithoutKeys(PasswordRoute.allCases.filter { $0 != .mailReset })
      _ = try await ask(.mailReset, "where no mails are sent", ["email": "ana@example.com"])
      _ = try await ask(.mailReset, "no address", ["email": "ana"])
      try await golden.askWithoutKeys([PasswordRoute.mailReset])
    }
    try book.expect(PasswordRoute.routes)
  }
}
