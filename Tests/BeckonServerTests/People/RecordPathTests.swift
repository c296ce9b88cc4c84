import BeckonModel
import Testing

/// A person's record, by path.
@Suite struct RecordPathTests {
  @Test("It is read, set, changed and removed by path, and is the person's attributes")
  func paths() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUpInApp(["user_id": "ana", "attributes": ["level": 4]])
      #expect(try await ana.record("").json == ["level": 4])
      #expect(try await ana.record("none/such").json == .null)
      let set = try await ana.write("game/score", 9_007_199_254_740_993)
      #expect(set.value("value") == 9_007_199_254_740_993 && set["ETag"] != nil)
      let body: JSON = .object([
        JSON.Member("score", [".sv": ["increment": 1]]), JSON.Member("best/day", "monday"),
      ])
      let path = ana.path + "/record/game"
      let changed = try await app.send("PATCH", path, body, as: .publishable, token: ana.token)
      #expect(changed.status == 200, "\(changed.text)")
      let game: JSON = ["score": 9_007_199_254_740_994, "best": ["day": "monday"]]
      #expect(changed.value("value") == game)
      #expect(try await ana.read().value("attributes.game") == game)
      #expect(try await ana.export().text.contains("9007199254740994"))
      let removed = try await app.call(
        "DELETE", path + "/best/day", as: .publishable, token: ana.token)
      #expect(removed.status == 200 && removed.value("value") == .null)
      #expect(try await ana.record("game").json == ["score": 9_007_199_254_740_994])
      #expect(try await ana.write("", ["fresh": true]).status == 422)
      let whole = try await app.send(
        "PUT", ana.path + "/record", ["fresh": true], as: .publishable, token: ana.token)
      #expect(whole.value("value") == ["fresh": true], "\(whole.text)")
      #expect(try await app.send("POST", path, 1, token: ana.token).status == 405)
    }
  }

  @Test("Of two who change what both have read, one is told and reads again")
  func transaction() async throws {
    try await TestServer.run { server in
      let ana = try await server.app.signUpInApp(["user_id": "ana", "attributes": ["gems": 1]])
      let read = try #require(try await ana.record("gems")["ETag"])
      let first = try await ana.write("gems", 2, ifMatch: read)
      #expect(first.status == 200)
      let second = try await ana.write("gems", 3, ifMatch: read)
      #expect(second.status == 412 && second.code == "version_conflict", "\(second.text)")
      #expect(second.value("value") == 2 && second.string("etag") == first["ETag"])
      #expect(try await ana.write("gems", 3, ifMatch: first["ETag"]).status == 200)
      // What stands elsewhere is no reason to begin again; what is not there has a version too.
      let none = try await ana.record("none")["ETag"]
      try await ana.write("other", 1)
      #expect(try await ana.write("none", 1, ifMatch: none).status == 200)
      #expect(try await ana.write("none", 2, ifMatch: none).status == 412)
      #expect(try await ana.write("none", 2, ifMatch: "*").status == 200)
      #expect(try await ana.write("never", 2, ifMatch: "*").status == 412)
    }
  }

  @Test("If-None-Match: * writes only where nothing is; a header that says nothing is refused")
  func absence() async throws {
    try await TestServer.run { server in
      let ana = try await server.app.signUpInApp(["user_id": "ana"])
      #expect(try await ana.write("gems", 1, ifNoneMatch: "*").status == 200)
      let second = try await ana.write("gems", 2, ifNoneMatch: "*")
      #expect(second.status == 412 && second.code == "version_conflict", "\(second.text)")
      #expect(second.value("value") == 1 && second.string("etag") != nil)
      for other in ["\"a\"", "", "*, \"a\""] {
        let refused = try await ana.write("gems", 2, ifNoneMatch: other)
        #expect(refused.status == 400 && refused.code == "malformed_request", "\(refused.text)")
      }
      for empty in ["", " ", ","] {
        let refused = try await ana.write("gems", 2, ifMatch: empty)
        #expect(refused.status == 400, "\(refused.text)")
        #expect(refused.string("detail")?.contains("leave the header out") == true)
      }
      #expect(try await ana.record("gems").json == 1)
    }
  }

  @Test("The balance and who invited somebody have two names, whichever is set last")
  func sharedName() async throws {
    try await TestServer.run { server in
      let app = server.app
      for (first, second) in [
        (["record_inventory": "purse"], ["referrer_attribute": "purse"]),
        (["referrer_attribute": "friends/best"], ["record_inventory": "friends"]),
        ([:], ["referrer_attribute": "inventory"]),
        ([:], ["referrer_attribute": "a", "record_inventory": "a"]),
      ] as [(JSON, JSON)] {
        try await app.set(["record_inventory": .null, "referrer_attribute": .null])
        try await app.set(first)
        let refused = try await app.send("PATCH", "/v1/app", second)
        #expect(refused.status == 422, "\(refused.text)")
        #expect(refused.string("detail")?.contains("give one of them another name") == true)
      }
      try await app.set(["record_inventory": "purse", "referrer_attribute": "purse_of"])
    }
  }

  @Test("The app says what clients may write, by whichever call")
  func rules() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set([
        "record_rules": [
          ["path": "game", "write": "client"], ["path": "game/score", "write": "server"],
          ["path": "name", "write": "client", "type": "string"],
        ]
      ])
      let ana = try await app.signUpInApp(["user_id": "ana", "attributes": ["name": "Ana"]])
      #expect(try await ana.write("game/color", "red").status == 200)
      let score = try await ana.write("game/score", 9)
      #expect(score.status == 403 && score.code == "record_protected", "\(score.text)")
      #expect(score.string("field") == "game/score")
      #expect(try await ana.write("name", 5).string("field") == "name")
      for attributes in [["level": 5], ["game": ["score": 9]], ["game/score": 9]] as [JSON] {
        let patched = try await ana.set(attributes, as: .publishable)
        #expect(patched.code == "record_protected", "\(attributes.text)")
        let body: JSON = ["user_id": "ben", "attributes": attributes]
        let made = try await app.post("/v1/people", body, as: .publishable)
        #expect(made.code == "record_protected", "\(attributes.text)")
      }
      #expect(try await ana.write("game/score", 9, as: .secret).status == 200)
      // To remove all of a part is to remove what only the server writes.
      #expect(try await ana.write("game", .null).code == "record_protected")
      let bad = try await app.patch("/v1/app", ["record_rules": [["path": "a.b"]]])
      #expect(bad.string("field") == "record_rules[0].path", "\(bad.text)")
      try await app.set(["record_rules": .null])
      #expect(try await ana.write("anything", 1).status == 200)
    }
  }

  @Test("What the server wrote beside a client's value does not make that the server's word")
  func trust() async throws {
    try await TestServer.run { server in
      let app = server.app
      let when: JSON = ["attribute": "game/level", "crosses": 5]
      _ = try await app.campaign(
        rules: [rule(when, ["trust": "server", "organic": true])])
      let ana = try await app.signUp("ana")
      let phone =
        try await ana.token == nil
        ? app.post("/v1/people", ["user_id": "ana"]).string("token") : ana.token
      _ = try await app.send(
        "PUT", ana.path + "/record/game/level", 9, as: .publishable, token: phone)
      try await ana.write("game/color", "red", as: .secret)
      #expect(try await ana.balance == 0)
      try await ana.write("game/level", 9, as: .secret)
      #expect(try await ana.balance == 50)
    }
  }

  @Test("The balance is shown and cannot be written, by anybody")
  func inventory() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["attribute": "a", "first_set": true])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await ben.write("a", 1, as: .secret)
      #expect(try await ben.record("", as: .secret).json["inventory"] == ["pieces_of_eight": 50])
      for key in [TestApp.Key.secret, .publishable] {
        let refused = try await ben.write("inventory/pieces_of_eight", 1_000, as: key)
        #expect(refused.code == "record_protected", "\(refused.text)")
        #expect(try await ben.set(["inventory": 5], as: key).code == "record_protected")
      }
      // Who reads all and sends it back changed is not held up by what is the same.
      let all = try await ben.record("", as: .secret).json
      let body = JSON.object((all.members ?? []) + [JSON.Member("b", 2)])
      let sent = try await app.send("PUT", ben.path + "/record", body)
      #expect(sent.value("value.b") == 2 && sent.value("value.inventory.pieces_of_eight") == 50)
      try await app.set(["record_inventory": "purse"])
      #expect(try await ben.record("purse/pieces_of_eight", as: .secret).json == 50)
      #expect(try await ben.write("inventory", 5, as: .secret).status == 200)
    }
  }

  @Test("Nobody reads or writes another's, and no odd path or body does harm")
  func hostile() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUpInApp(["user_id": "ana"])
      let ben = try await app.signUpInApp(["user_id": "ben"])
      for method in ["GET", "PUT", "PATCH", "DELETE"] {
        let path = ana.path + "/record/a"
        let stolen = try await app.send(method, path, ["b": 1], as: .publishable, token: ben.token)
        #expect(stolen.code == "token_required")
      }
      let deep = String(repeating: "{\"a\":", count: 25) + "1" + String(repeating: "}", count: 25)
      let bomb = try await app.call(
        "PUT", ana.path + "/record/a", body: Array(deep.utf8), as: .publishable, token: ana.token)
      #expect(bomb.status == 422 && bomb.string("detail")?.contains("20 keys") == true)
      for tail in ["a%2Fb", "a//b", "a/", "a.b", "%00", String(repeating: "a/", count: 30) + "a"] {
        let odd = try await ana.write(tail, 1)
        #expect([400, 422].contains(odd.status), "\(tail): \(odd.text)")
      }
      let large = JSON.string(String(repeating: "x", count: 40_000))
      #expect(try await ana.write("a", large).status == 422)
      #expect(try await ana.write("__proto__/admin", true).status == 200)
      #expect(try await ana.record("a").json == .null)
    }
  }
}
