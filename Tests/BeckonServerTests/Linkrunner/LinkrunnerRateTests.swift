import BeckonModel
import Testing

@testable import BeckonServer

/// How often Linkrunner's clients may call, and that none of them shuts out another.
@Suite struct LinkrunnerRateTests {
  private func flood(_ count: Int = 40, _ call: () async throws -> HTTPAnswer) async throws -> [Int]
  {
    var statuses: [Int] = []
    for _ in 0..<count { statuses.append(try await call().status) }
    return statuses
  }

  @Test("An install that floods is told to wait; others, and the app's server, are not")
  func oneInstall() async throws {
    var rates = RateLimits()
    rates.perInstall = 10
    try await TestServer.run(rates: rates) { server in
      let (wild, calm) = (LinkrunnerPhone(app: server.app), LinkrunnerPhone(app: server.app))
      #expect(try await wild.send("init").status == 202)
      let statuses = try await flood { try await wild.send("capture-event", ["event_name": "x"]) }
      #expect(statuses == (1...40).map { $0 <= 9 ? 200 : 429 })
      let refused = try await wild.send("capture-payment", ["amount": 1])
      #expect(refused.status == 429)
      #expect(refused.json["status"] == 429)
      #expect(Int(refused["Retry-After"] ?? "") ?? 0 >= 1)

      #expect(try await calm.send("init").status == 202)
      #expect(try await calm.send("capture-event", ["event_name": "x"]).status == 200)
      for _ in 0..<20 {
        let answer = try await server.app.call(
          "GET", "/api/v1/campaigns", as: .none, headers: [("linkrunner-key", server.app.secret)])
        #expect(answer.status == 200)
      }
    }
  }

  @Test("An address that makes up installs is told to wait; those that it had before are not")
  func madeUp() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 5
    rates.guardedPerKey = 30
    try await TestServer.run(rates: rates) { server in
      let resident = LinkrunnerPhone(app: server.app)
      #expect(try await resident.send("init").status == 202)
      for name in ["init", "attribution-data", "update-push-token", "capture-event"] {
        let statuses = try await flood {
          try await LinkrunnerPhone(app: server.app).send(
            name, ["push_token": "p", "event_name": "x"])
        }
        #expect(statuses.count { $0 == 429 } >= 30, "\(name)")
      }
      #expect(try await resident.send("attribution-data").status == 200)
      #expect(try await resident.send("capture-event", ["event_name": "x"]).status == 200)
      // What the address was refused has not used up what the key may.
      var elsewhere = LinkrunnerPhone(app: server.app)
      elsewhere.address = "198.51.100.7"
      #expect(try await elsewhere.send("init").status == 202)
    }
  }

  @Test("Whoever makes people pays for each by address, whatever the install; others go on")
  func madeUpPeople() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 12
    try await TestServer.run(rates: rates) { server in
      let resident = LinkrunnerPhone(app: server.app)
      #expect(try await resident.send("trigger", ["user_data": ["id": "ana"]]).status == 200)
      let robots = (0..<3).map { _ in LinkrunnerPhone(app: server.app) }
      var statuses: [Int] = []
      for number in 0..<60 {
        let name = ["trigger", "set-user-data"][number % 2]
        let user: JSON = ["id": .string("made-up-\(number)")]
        statuses.append(try await robots[number % 3].send(name, ["user_data": user]).status)
      }
      for number in 0..<20 {
        let user = JSON.string("named-\(number)")
        statuses.append(try await robots[0].send("customer-user-id", ["user_id": user]).status)
      }
      #expect(Set(statuses) == [200, 429])
      // Four installs and eight people cost twelve.
      #expect(try await server.number("SELECT COUNT(*) FROM people") == 8)
      // Who is there already goes on, and so does another address.
      for _ in 0..<5 {
        let again = try await resident.send("trigger", ["user_data": ["id": "ana", "name": "Ana"]])
        #expect(again.status == 200, "\(again.text)")
        #expect(try await resident.send("update-push-token", ["push_token": "p"]).status == 200)
      }
      let elsewhere = LinkrunnerPhone(app: server.app, address: "198.51.100.7")
      #expect(try await elsewhere.send("trigger", ["user_data": ["id": "ben"]]).status == 200)
    }
  }

  @Test("What is known already costs nothing, however often it is said")
  func knownPeople() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 3
    try await TestServer.run(rates: rates) { server in
      let phone = LinkrunnerPhone(app: server.app)
      let statuses = try await flood { try await phone.send("trigger", ["user_data": ["id": "a"]]) }
      #expect(Set(statuses) == [200])
      // One token was for the install, one for the person, and one is left.
      #expect(try await LinkrunnerPhone(app: server.app).send("init").status == 202)
      #expect(try await LinkrunnerPhone(app: server.app).send("init").status == 429)
    }
  }

  @Test("An install is counted by the id under which it acts")
  func otherName() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 5
    try await TestServer.run(rates: rates) { server in
      let robot = LinkrunnerPhone(app: server.app)
      _ = try await flood {
        try await robot.send(
          "init",
          [
            "install_instance_id": "", "device_data": "", "visitor_id": "always the same",
            "data": [
              "device_data": ["install_instance_id": .string("\(UInt64.random(in: 0...(.max)))")]
            ],
          ])
      }
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 5)
    }
  }

  @Test("A client that does all it does at a start, and sends what waited, is never told to wait")
  func ordinary() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      var statuses = [try await phone.send("init").status]
      for _ in 0..<5 { statuses.append(try await phone.send("attribution-data").status) }
      statuses.append(try await phone.send("trigger", ["user_data": ["id": "ana"]]).status)
      statuses += try await flood(200) {
        try await phone.send("capture-event", ["event_name": "x", "time_since_app_install": 1])
      }
      #expect(statuses.allSatisfy { (200..<300).contains($0) })
      let page = try await server.app.call(
        "POST", "/web/ingest",
        body: JSON.object([
          "token": .string(server.app.publishable), "event_type": "page_view", "visitor_id": "v",
        ]).bytes, as: .none)
      #expect(page.status == 200)
    }
  }
}
