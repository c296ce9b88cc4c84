import BeckonModel

extension ThiefMove {
  /// With invitations by text message, which cost the operator money.
  static let invites = [
    ThiefMove("have text messages sent, in their own name and in others'") { turn in
      let own = try turn.account()
      let numbers = (0..<5).map { _ in JSON.string("+4915\(turn.number(100_000_000...199_999_999))")
      }
      let people = ["\(own.person)", turn.known()?.person.map { "\($0)" }].compactMap { $0 }
      for person in people {
        try turn.ask(
          "POST", "/v1/invites",
          ["person": .string(person), "recipients": .array(numbers), "note": "win x.example"],
          token: own.token)
        try turn.ask("GET", "/v1/invites?person=" + person, token: own.token)
      }
      try turn.ask("GET", "/v1/invites/" + turn.word(), token: own.token)
    },
    ThiefMove("write what text messages say, and tell what became of them") { turn in
      let token = try turn.token()
      try turn.ask("POST", "/v1/messages/texts", ["text": "win at x.example"], token: token)
      for method in ["GET", "PUT", "DELETE"] {
        let body: JSON? = method == "PUT" ? ["text": "mine"] : nil
        try turn.ask(method, "/v1/messages/texts/" + turn.word(), body, token: token)
      }
      for method in ["GET", "POST"] {
        let body: JSON? = method == "POST" ? [:] : nil
        try turn.ask(method, "/web/sms/app_0/kannel/" + turn.word(), body, key: .none)
        try turn.ask(method, "/web/sms/app_0/" + turn.word(), body, key: .none)
      }
    },
  ]
}
