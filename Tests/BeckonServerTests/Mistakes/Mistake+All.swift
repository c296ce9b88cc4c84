extension Mistake {
  /// The rows of docs/MISTAKES.md, in their order. What one has made is there for the next.
  static let all =
    keys + bodies + people + campaigns + links + facts + money + records + settings + longLinks
    + socialInvites

  private static let keys = [
    Mistake("The key was forgotten", "GET", "/v1/app", as: .none),
    Mistake(
      "The key stands there without `Bearer`", "GET", "/v1/app", as: .none,
      headers: [("Authorization", "sk_43qxjqsn0p6b7xnefq61nmrws5")]),
    Mistake("The key is another server's, or revoked", "GET", "/v1/app", as: .text("sk_wrong")),
    Mistake("An app's key asks for what only a server may see", "GET", "/v1/app", as: .publishable),
    Mistake("The path is misspelt", "POST", "/v1/person", #"{"user_id": "ana"}"#),
    Mistake("The method is another", "PUT", "/v1/people/{ana}", #"{"attributes": {"level": 5}}"#),
    Mistake("The version was forgotten", "POST", "/people", #"{"user_id": "ana"}"#),
    Mistake("The id is of another kind", "GET", "/v1/people/{campaign}"),
  ]

  private static let bodies = [
    Mistake("A comma too many", "POST", "/v1/people", #"{"user_id": "ana",}"#),
    Mistake("There is no body", "POST", "/v1/people"),
    Mistake("The body is a form", "POST", "/v1/people", "user_id=ana"),
    Mistake("The body is a list", "POST", "/v1/people", #"[{"user_id": "ana"}]"#),
    Mistake("A name is given twice", "POST", "/v1/people", #"{"user_id": "a", "user_id": "b"}"#),
    Mistake("A number is meant as text", "POST", "/v1/people", #"{"user_id": 42}"#),
    Mistake("A query parameter is misspelt", "GET", "/v1/ledger/transfers?stat=posted"),
  ]

  private static let people = [
    Mistake("Another spelling of a member", "POST", "/v1/people", #"{"userId": "ana"}"#),
    Mistake("A mail address that is none", "POST", "/v1/people", #"{"email": "ana"}"#),
    Mistake(
      "A phone number without its country", "POST", "/v1/people", #"{"phone": "0532 111 22 33"}"#),
    Mistake(
      "A referral code that nobody has", "POST", "/v1/people",
      #"{"user_id": "cem", "referrer": "NOSUCHCODE"}"#, help: "referral"),
    Mistake(
      "A click's id that was cut off", "POST", "/v1/people",
      #"{"user_id": "dora", "click_id": "clk_01m7xykx3zf9"}"#, help: "referral"),
    Mistake(
      "One's own code", "POST", "/v1/people", #"{"user_id": "ana", "referrer": "{ana-code}"}"#,
      help: "referral"),
    Mistake("Nobody is named", "POST", "/v1/people", #"{"attributes": {"level": 1}}"#),
    Mistake(
      "A phone changes somebody without their token", "PATCH", "/v1/people/{ana}",
      #"{"attributes": {"level": 5}}"#, as: .publishable),
  ]

  private static func campaign(_ rule: String) -> String {
    #"{"name": "Spring", "goal": 1, "url": "https://shop.example/", "rules": [\#(rule)]}"#
  }

  private static func rule(
    _ when: String, to: String = "referrer", amount: String = "5", more: String = ""
  ) -> String {
    campaign(
      #"{"name": "A", "when": {\#(when)}, "to": "\#(to)", "amount": \#(amount), "#
        + #""unit": "EUR"\#(more)}"#)
  }

  private static let campaigns = [
    Mistake(
      "`filters` in place of `filter`", "POST", "/v1/campaigns",
      rule(#""event": "buy", "filters": {}"#)),
    Mistake(
      "`hold_day` in place of `hold_days`", "POST", "/v1/campaigns",
      rule(#""event": "buy""#, more: #", "hold_day": 3"#)),
    Mistake(
      "An amount with a fraction", "POST", "/v1/campaigns",
      rule(#""event": "buy""#, amount: "4.99")),
    Mistake(
      "An amount that is text", "POST", "/v1/campaigns",
      rule(#""event": "buy""#, amount: #""5""#)),
    Mistake(
      "A trigger that there is not", "POST", "/v1/campaigns",
      rule(#""purchase": "buy""#)),
    Mistake(
      "Two triggers at once", "POST", "/v1/campaigns",
      rule(#""event": "buy", "referral": "confirmed""#)),
    Mistake(
      "A filter that compares with text", "POST", "/v1/campaigns",
      rule(#""event": "buy", "filter": {"total": {"gte": "20"}}"#)),
    Mistake(
      "A beneficiary that there is not", "POST", "/v1/campaigns",
      rule(#""event": "buy""#, to: "friend")),
    Mistake(
      "Too many steps", "POST", "/v1/campaigns",
      #"{"name": "Spring", "goal": 5, "url": "https://shop.example/"}"#),
    Mistake(
      "An address without a scheme", "POST", "/v1/campaigns",
      #"{"name": "Spring", "goal": 1, "url": "shop.example"}"#),
  ]

  private static let links = [
    Mistake(
      "An app makes a link to where it may not lead", "POST", "/v1/links",
      #"{"url": "https://elsewhere.example/"}"#, as: .publishable),
    Mistake(
      "A code of one's own that is taken", "POST", "/v1/links",
      #"{"url": "https://shop.example/", "code": "{ana-code}"}"#),
    Mistake(
      "A date without a zone", "POST", "/v1/links",
      #"{"url": "https://shop.example/", "expires_at": "2026-12-24"}"#),
    Mistake(
      "The platform is a device", "POST", "/v1/installs",
      #"{"install_id": "i", "platform": "iPhone"}"#),
    Mistake(
      "A click's id that is empty", "POST", "/v1/people", #"{"user_id": "ana", "click_id": ""}"#),
  ]

  private static func event(_ members: String) -> String { #"{"events": [{\#(members)}]}"# }

  private static let facts = [
    Mistake(
      "An event without its list", "POST", "/v1/events",
      #"{"id": "1", "name": "buy", "user_id": "ana"}"#),
    Mistake(
      "An event without an id", "POST", "/v1/events", event(#""name": "buy", "user_id": "ana""#),
      help: "receipts.0"),
    Mistake(
      "`userId` in an event", "POST", "/v1/events",
      event(#""id": "2", "name": "buy", "userId": "ana""#),
      help: "receipts.0.warnings"),
    Mistake(
      "`timestamp` in an event", "POST", "/v1/events",
      event(#""id": "3", "name": "buy", "user_id": "ana", "timestamp": "2026-06-01""#),
      help: "receipts.0.warnings"),
    Mistake(
      "Text where a rule compares a number", "POST", "/v1/events",
      event(#""id": "4", "name": "buy", "user_id": "ana", "properties": {"total": "19,90"}"#),
      help: "receipts.0.warnings"),
    Mistake(
      "An event in other letters than the rule's", "POST", "/v1/events",
      event(#""id": "7", "name": "Buy", "user_id": "ana""#), help: "receipts.0.warnings"),
    Mistake(
      "An event from long ago", "POST", "/v1/events",
      event(#""id": "5", "name": "buy", "user_id": "ana", "at": "2020-01-01T00:00:00Z""#),
      help: "receipts.0"),
    Mistake(
      "The same id for two events", "POST", "/v1/events",
      event(#""id": "4", "name": "sell", "user_id": "ana""#), help: "receipts.0"),
    Mistake(
      "A name that is the server's own", "POST", "/v1/events",
      event(#""id": "6", "name": "beckon.buy", "user_id": "ana""#), help: "receipts.0"),
  ]

  private static let money = [
    Mistake(
      "Somebody redeems more than they have", "POST", "/v1/people/{ana}/redemptions",
      #"{"id": "r1", "unit": "EUR", "amount": 1000000}"#),
    Mistake(
      "Somebody pays before they are known", "POST", "/v1/payments",
      #"{"id": "p1", "user_id": "nobody", "amount": "5", "currency": "EUR"}"#, help: "warnings"),
    Mistake("A misspelt reason", "GET", "/v1/ledger/held?reason=client_facts"),
    Mistake(
      "A reward that there is not is approved", "POST",
      "/v1/ledger/transfers/trf_00000000000000000000000000/review", #"{"decision": "approve"}"#),
    Mistake(
      "A decision that there is not", "POST",
      "/v1/ledger/transfers/trf_00000000000000000000000000/review", #"{"decision": "yes"}"#),
    Mistake(
      "One `Idempotency-Key` for two requests", "POST", "/v1/people", #"{"user_id": "second"}"#,
      headers: [("Idempotency-Key", "once")]),
  ]

  private static let records = [
    Mistake("A dot in a record's key", "PUT", "/v1/people/{ana}/record/game.level", "5"),
    Mistake("The balance is written", "PUT", "/v1/people/{ana}/record/inventory/gold", "50"),
    Mistake(
      "A password of five letters", "POST", "/v1/people/{ana}/password",
      #"{"email": "ana@example.com", "password": "ahoy!"}"#),
    Mistake(
      "Nobody signs in so", "POST", "/v1/sign-in",
      #"{"email": "nobody@example.com", "password": "correct horse"}"#),
  ]

  private static let settings = [
    Mistake("A `+` in a URL, which is a space", "GET", "/v1/people?phone=+4915112345678"),
    Mistake("`to` for `until`", "GET", "/v1/events?to=2026-06-02"),
    Mistake(
      "A campaign that ends in the past", "POST", "/v1/campaigns",
      #"""
      {"name": "Old", "goal": 1, "url": "https://shop.example/", "ends_at": "2020-01-01T00:00:00Z"}
      """#, help: "warnings"),
    Mistake(
      "A code that is a file of every host", "POST", "/v1/links",
      #"{"url": "https://shop.example/", "code": "ads.txt"}"#),
    Mistake("A time zone that there is not", "PATCH", "/v1/app", #"{"time_zone": "Istanbul"}"#),
    Mistake(
      "An origin with a path", "PATCH", "/v1/app", #"{"origins": ["https://shop.example/cart"]}"#),
    Mistake("A setting that there is not", "PATCH", "/v1/app", #"{"timezone": "Europe/Istanbul"}"#),
    Mistake(
      "A webhook into the operator's own network", "POST", "/v1/webhooks",
      #"{"url": "http://10.0.0.7/hook", "facts": ["*"]}"#),
    Mistake(
      "A fact that webhooks cannot tell", "POST", "/v1/webhooks",
      #"{"url": "https://hooks.shop.example/", "facts": ["rewards"]}"#),
  ]
}
