import BeckonModel

extension ThiefMove {
  /// Without any key.
  static let outsiders = [
    ThiefMove("forge what stores tell") { turn in
      let token = "e30.\(turn.encoded("{\"sub\":\"\(turn.victim().userID)\"}")).\(turn.word())"
      for store in ["apple", "google"] {
        try turn.ask(
          "POST", "/v1/stores/\(store)/app_0",
          ["signedPayload": .string(token), "message": ["data": .string(token)]], key: .none)
      }
      for path in ["skadnetwork", "appattribution"] {
        try turn.ask(
          "POST", "/.well-known/\(path)/report-attribution/",
          ["version": "4.0", "transaction-id": .string(turn.word())], key: .none)
      }
    },
    ThiefMove("read what is open") { turn in
      for path in [
        "/metrics", "/health", "/v1/openapi.yaml", "/.well-known/assetlinks.json",
        "/.well-known/apple-app-site-association", "/apple-app-site-association",
        "/web/click.js",
      ] {
        try turn.ask("GET", path, key: .none)
      }
    },
    ThiefMove("spoil the catalogue") { turn in
      let path = "/v1/products/" + turn.pick(["shoe", turn.word()])
      try turn.ask("GET", path)
      try turn.ask("GET", path + "/prices")
      for (method, body) in [
        ("PUT", ["title": "x", "price": "0.01"]), ("PATCH", ["price": "0.01"]), ("DELETE", [:]),
      ] as [(String, JSON)] {
        try turn.ask(method, path, body)
      }
      try turn.post("/v1/products", ["products": [["product": "shoe", "hidden": true]]])
      try turn.post("/v1/products/stock", ["stock": [["product": "shoe", "stock": 0]]])
    },
    ThiefMove("look what somebody saw in the shop") { turn in
      let person = turn.known()?.person?.text ?? "per_0"
      for query in [
        "person=" + person, "install_id=" + (try turn.anyInstall()), "visitor=1",
        "product=" + turn.word(),
      ] {
        try turn.ask("GET", "/v1/recommendations?method=last_visited&" + query)
        guard !query.hasPrefix("product") else { continue }
        try turn.ask("GET", "/v1/search?" + query)
        try turn.ask("DELETE", "/v1/search/last?" + query)
      }
      try turn.ask("GET", "/v1/search?q=" + turn.word())
      try turn.ask("GET", "/v1/search/settings")
      try turn.ask("PATCH", "/v1/search/settings", ["redirects": []])
    },
    ThiefMove("tell visits of a site that is not theirs") { turn in
      for origin in ["https://evil.example", "https://shop.example", "null"] {
        for code in [turn.honestCode() ?? "x", try turn.account().code ?? "x"] {
          try turn.ask(
            "POST", "/web/visits", ["code": .string(code), "query": "utm_source=x"], key: .none,
            headers: [("Origin", origin)])
        }
      }
    },
    ThiefMove("make keys up") { turn in
      for key in ["sk_" + turn.word(), turn.shop.publishable + "x", ""] {
        try turn.ask("GET", "/v1/ledger/transfers", key: .text(key))
      }
    },
  ]
}

extension ThiefTurn {
  /// An install of their own, or of somebody whose id they know.
  func anyInstall() throws -> String {
    try hits(0.5) ? knownInstall() ?? install().id : install().id
  }
}
