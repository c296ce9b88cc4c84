import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// How operators sign in and out: by a link that works once, into a session of bounded life.
@Suite struct OperatorSignInTests {
  @Test("A look at a link changes nothing; it signs one browser in, once")
  func once() async throws {
    try await TestServer.run { server in
      let link = try await TestOperator.link(server, name: "Ana & <b>")
      for _ in 0..<2 {
        let look = try await server.app.get(link, as: .none)
        #expect(look.status == 200 && look.text.contains("Ana &amp; &lt;b&gt;"))
      }
      let first = try await TestOperator.post(server, link, [:], cookie: nil)
      #expect(first.status == 303 && first["Location"] == "/dashboard")
      let cookie = try #require(first["Set-Cookie"])
      #expect(cookie.hasPrefix("beckon_session=ses_") && cookie.hasSuffix("HttpOnly; SameSite=Lax"))
      let second = try await TestOperator.post(server, link, [:], cookie: nil)
      #expect(second.status == 410 && second["Set-Cookie"] == nil)
      #expect(try await server.app.get(link, as: .none).status == 410)
    }
  }

  @Test("A link that is too old, or none, signs nobody in")
  func old() async throws {
    try await TestServer.run { server in
      let link = try await TestOperator.link(server)
      try await server.wait(hours: 24)
      #expect(try await TestOperator.post(server, link, [:], cookie: nil).status == 410)
      let none = "/dashboard/sign-in/opl_00000000000000000000000000"
      #expect(try await TestOperator.post(server, none, [:], cookie: nil).status == 410)
    }
  }

  @Test("The first sign-in ends what was printed at earlier starts, and so does the next start")
  func printedLinks() async throws {
    try await TestServer.run { server in
      var links: [String] = []
      for _ in 0..<3 {
        let url = try await DashboardLink.first(
          server.database, publicURL: "", command: "serve", ambient: server.ambient)
        links.append(try #require(url))
      }
      #expect(try await server.app.get(links[1], as: .none).status == 410)
      let other = try await DashboardLink.make(
        server.database, publicURL: "", name: "Ben", command: "dashboard-link",
        ambient: server.ambient)
      #expect(try await TestOperator.post(server, links[2], [:], cookie: nil).status == 303)
      for old in links[..<2] {
        #expect(try await TestOperator.post(server, old, [:], cookie: nil).status == 410)
      }
      // Somebody else's, which was asked for.
      #expect(try await TestOperator.post(server, other, [:], cookie: nil).status == 303)
    }
  }

  @Test("A session ends after 12 hours without a page, after 7 days, and by signing out")
  func end() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server)
      #expect(try await ana.get("/dashboard").status == 200)
      for _ in 0..<15 {
        try await server.wait(hours: 11)
        #expect(try await ana.get("/dashboard").status == 200)
      }
      try await server.wait(hours: 4)
      #expect(try await ana.get("/dashboard").status == 401)
      let ben = try await TestOperator.signedIn(server)
      try await server.wait(hours: 12)
      #expect(try await ben.get("/dashboard").status == 401)
      let eve = try await TestOperator.signedIn(server)
      #expect(try await eve.send("/dashboard/sign-out", [:]).status == 303)
      #expect(try await eve.get("/dashboard").status == 401)
    }
  }

  @Test("Behind https the cookie is the host's alone, and sent by https only")
  func secure() async throws {
    try await TestServer.run(publicURL: "https://go.example.com") { server in
      let link = try await TestOperator.link(server)
      let answer = try await TestOperator.post(server, link, [:], cookie: nil)
      let cookie = try #require(answer["Set-Cookie"])
      #expect(cookie.hasPrefix("__Host-beckon_session=ses_"))
      #expect(cookie.contains("; Path=/; ") && cookie.hasSuffix("; Secure"))
    }
    try await TestServer.run(publicURL: "http://go.example.com") { server in
      let link = try await TestOperator.link(server)
      let answer = try await TestOperator.post(server, link, [:], cookie: nil)
      #expect(answer["Set-Cookie"] == nil && answer.text.contains("--public-url https://"))
    }
  }

  @Test("Whoever guesses links or cookies is stopped after some tries")
  func guessing() async throws {
    var rates = RateLimits()
    rates.passwordsPerAddress = 5
    try await TestServer.run(rates: rates) { server in
      func status(_ guess: Int, _ cookie: Bool) async throws -> Int {
        let from = ("X-Forwarded-For", "203.0.113.\(cookie ? 8 : 7)")
        return try await server.app.get(
          cookie ? "/dashboard" : "/dashboard/sign-in/opl_\(guess)", as: .none,
          headers: [from] + (cookie ? [("Cookie", "beckon_session=ses_\(guess)")] : [])
        ).status
      }
      for cookie in [false, true] {
        var seen: [Int] = []
        for guess in 0..<6 { seen.append(try await status(guess, cookie)) }
        #expect(seen == Array(repeating: cookie ? 401 : 410, count: 5) + [429])
      }
    }
  }

  @Test("Who is removed, or may invite no more, comes back by no invitation of theirs")
  func ownInvitation() async throws {
    try await TestServer.run { server in
      for end in ["remove", "change"] {
        _ = try await TestOperator.signedIn(server, name: "First")
        let eve = try await TestOperator.signedIn(server, name: "Eve " + end)
        let invited = try await eve.send(
          "/dashboard/operators", ["action": "invite", "name": "Back door", "role": "money"])
        let link = try #require(
          invited.text.firstMatch(of: #/\/dashboard\/sign-in\/[a-z0-9_]+/#).map {
            String($0.output)
          })
        try await server.database.write { connection in
          let operators = Operators(connection)
          let id = try #require(try operators.all().first { $0.name == "Eve " + end }).id
          if end == "remove" {
            _ = try operators.remove(id, at: server.ambient.now())
          } else {
            _ = try operators.change(id, role: .edit, apps: nil)
          }
        }
        let used = try await TestOperator.post(server, link, [:], cookie: nil)
        #expect(used.status != 303, "\(end)")
      }
    }
  }

  @Test("The program's first link is for the first operator, until somebody has signed in")
  func first() async throws {
    try await TestServer.run { server in
      func link() async throws -> String? {
        try await DashboardLink.first(
          server.database, publicURL: server.growth.url, command: "beckon serve",
          ambient: server.ambient)
      }
      let url = try #require(try await link())
      #expect(url.hasPrefix(server.growth.url + "/dashboard/sign-in/opl_"))
      let path = String(url.dropFirst(server.growth.url.count))
      TestOperator.tick(server)
      #expect(try await TestOperator.post(server, path, [:], cookie: nil).status == 303)
      #expect(try await link() == nil)
      TestOperator.tick(server)
      _ = try await DashboardLink.make(
        server.database, publicURL: "", name: "Ben", command: "beckon dashboard-link",
        ambient: server.ambient)
      let audit = try await TestOperator.audit(server).map { $0.author.name + ": " + $0.action }
      #expect(
        audit == [
          "beckon dashboard-link: make sign-in link", "Operator: sign in",
          "beckon serve: make sign-in link",
        ])
    }
  }
}
