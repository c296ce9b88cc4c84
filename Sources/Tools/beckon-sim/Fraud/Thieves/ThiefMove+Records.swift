import BeckonModel

extension ThiefMove {
  /// With records, by path, and with passwords.
  static let records = [
    ThiefMove("write their own record by path") { turn in
      let own = try turn.account()
      let record = "/v1/people/\(own.person)/record/"
      for level in [1, FraudTerms.level, 0, 99] {
        try turn.ask("PUT", record + "level", .integer(level), token: own.token)
      }
      try turn.ask("PATCH", record + "game", ["a/b": 1, "c": .null], token: own.token)
      try turn.ask("DELETE", record + "level", token: own.token)
      try turn.ask("PUT", record + "inventory/gold", 1_000_000, token: own.token)
      try turn.ask("GET", record + "inventory", token: own.token)
      if let code = turn.honestCode() {
        try turn.ask("PUT", record + "referred_by", .string(code), token: own.token)
      }
    },
    ThiefMove("write the record of somebody else") { turn in
      guard let victim = turn.known()?.person else { return }
      let token = try turn.token()
      for method in ["PUT", "PATCH", "DELETE", "GET"] {
        let body: JSON? = method == "PUT" ? 5 : method == "PATCH" ? ["level": 5] : nil
        try turn.ask(method, "/v1/people/\(victim)/record/level", body, token: token)
      }
      try turn.ask("DELETE", "/v1/people/\(victim)/tokens/current", token: token)
    },
    ThiefMove("take somebody's password, or guess it") { turn in
      let own = try turn.account()
      let mail = turn.mail(of: turn.victim()) ?? turn.thief.newMail()
      let password: JSON = ["email": .string(mail), "password": "correct horse battery"]
      try turn.ask("POST", "/v1/people/\(own.person)/password", password, token: own.token)
      if let victim = turn.known()?.person {
        try turn.ask("POST", "/v1/people/\(victim)/password", password, token: own.token)
      }
      try turn.ask(
        "PUT", "/v1/people/\(own.person)/password",
        ["old_password": "correct horse battery", "password": "another horse battery"],
        token: own.token)
      try turn.post("/v1/sign-in", ["email": .string(mail), "password": "123456789"])
      try turn.post(
        "/v1/password-resets", ["token": .string(turn.word()), "password": "another horse"])
    },
    ThiefMove("have mails sent, and guess what stood in others'") { turn in
      let own = try turn.account()
      let mail = turn.mail(of: turn.victim()) ?? turn.thief.newMail()
      try turn.post("/v1/password-resets/mail", ["email": .string(mail)])
      let known = turn.known()?.person.map { "\($0)" }
      for person in ["\(own.person)", known].compactMap({ $0 }) {
        try turn.ask(
          "POST", "/v1/people/\(person)/verification", ["email": .string(mail)], token: own.token)
      }
      for page in ["reset", "verify", "unsubscribe"] {
        let path = "/web/\(page)/app_0/" + turn.word()
        try turn.ask("GET", path, key: .none)
        try turn.ask("POST", path, ["password": "another horse"], key: .none)
      }
      let report = "/web/report/app_0/" + turn.word()
      try turn.ask("GET", report, key: .none)
      try turn.ask("POST", report, ["reason": "fraud"], key: .none)
    },
  ]
}
