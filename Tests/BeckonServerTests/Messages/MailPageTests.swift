import BeckonDatabase
import BeckonModel
import TestMail
import Testing

@testable import BeckonServer

/// From a mail's link to what it is for.
@Suite struct MailPageTests {
  private static let form = "password=another+horse&again=another+horse"

  /// The link of the last mail.
  private static func link(_ mails: MailServer) throws -> String {
    try #require(try mails.mails().last?.link)
  }

  @Test("Who has forgotten the password chooses another on the page, without a script")
  func reset() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let ana = try await app.member("ana@example.org")
      #expect(try await app.forget(" ANA@Example.org ").json == ["email": "ana@example.org"])
      try await server.sendMails()
      let link = try Self.link(mails)
      // Programs that check mails follow links before their reader does.
      for _ in 0..<2 {
        let page = try await app.page(link)
        #expect(page.status == 200 && page.text.contains("<form method=\"post\">"))
        #expect(page["Content-Security-Policy"]?.contains("form-action 'self'") == true)
        #expect(page["Content-Security-Policy"]?.contains("script-src") == false)
        #expect(page["Cache-Control"] == "no-store" && page["Referrer-Policy"] == "no-referrer")
      }
      let short = try await app.page(link, "POST", form: "password=short&again=short")
      #expect(short.status == 422 && short.text.contains("8 to 128"))
      let other = try await app.page(link, "POST", form: "password=another+horse&again=another")
      #expect(other.status == 422 && other.text.contains("not the same"))
      let done = try await app.page(link, "POST", form: Self.form)
      #expect(done.status == 200 && done.text.contains("saved"), "\(done.text)")
      let credentials: JSON = ["email": "ana@example.org", "password": "another horse"]
      let signedIn = try await app.post("/v1/sign-in", credentials, as: .publishable)
      #expect(signedIn.string("person") == ana.id, "\(signedIn.text)")
      #expect(try await app.get(ana.path, as: .publishable, token: ana.token).status == 403)
      for method in ["GET", "POST"] {
        #expect(try await app.page(link, method, form: Self.form).status == 410)
      }
      #expect(try await ana.read().value("identities.0.verified_at") != nil)
    }
  }

  @Test("Nobody learns by asking whether an address is known")
  func nothingTold() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      _ = try await app.member("ana@example.org")
      _ = try await app.signUpInApp(["email": "ben@example.org"])
      for email in ["ana@example.org", "ben@example.org", "cem@example.org"] {
        let answer = try await app.forget(email)
        #expect(answer.status == 202 && answer.json == ["email": .string(email)])
      }
      #expect(try await app.messages().map { $0["recipient"] } == ["ana@example.org"])
      #expect(try await app.forget("nobody").code == "invalid_field")
      #expect(try await app.forget("ü@example.org").code == "invalid_field")
    }
  }

  @Test("A link is good for an hour, in its own app and for what it is for")
  func limits() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let other = try await server.otherApp()
      let ana = try await app.member("ana@example.org")
      _ = try await app.forget("ana@example.org")
      try await server.sendMails()
      let link = try Self.link(mails)
      for wrong in [
        link.replacing("/web/reset/", with: "/web/verify/"), link + "x",
        link.replacing(app.id.text, with: other.id.text), link.replacing(app.id.text, with: "app"),
      ] {
        #expect(try await app.page(wrong).status == 410, "\(wrong)")
        #expect(try await app.page(wrong, "POST", form: Self.form).status == 410, "\(wrong)")
      }
      #expect(try await app.page(link).status == 200)
      try await server.wait(minutes: 61)
      #expect(try await app.page(link).status == 410)
      // Who signs in with the password meanwhile has it still.
      let credentials: JSON = ["email": "ana@example.org", "password": "correct horse"]
      #expect(
        try await app.post("/v1/sign-in", credentials, as: .publishable).string("person") == ana.id)
    }
  }

  @Test("The owner of a mailbox says that its address is theirs, and rules follow")
  func verification() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "beckon.email_verified"])])
      let ben = try await app.signUp("ben", campaign: campaign)
      let ana = try await app.signUp(
        "ana", referrer: ben.code, campaign: campaign, more: ["email": "ana@example.org"])
      let path = ana.path + "/verification"
      let asked = try await app.post(
        path, [:], as: .publishable, token: ana.token, headers: [("Accept-Language", "de")])
      #expect(asked.status == 202 && asked.string("state") == "queued", "\(asked.text)")
      try await server.sendMails()
      let link = try Self.link(mails)
      #expect(try mails.mails().last?.part("text/plain").contains("Adresse") == true)
      let page = try await app.page(link)
      #expect(page.status == 200 && page.text.contains("ana@example.org"))
      #expect(try await ana.balance == 0)
      let done = try await app.page(link, "POST")
      #expect(done.status == 200 && done.text.contains("confirmed"), "\(done.text)")
      #expect(try await ana.balance == 50)
      #expect(try await app.page(link, "POST").status == 410)
      let verified = try #require(
        try await ana.read().list("identities").first { $0["kind"] == "email" })
      #expect(verified["verified_at"] != nil)
      let events = try await app.get("/v1/events?name=beckon.email_verified").list("events")
      #expect(events.map { $0["person"] } == [.string(ana.id)])
      let again = try await app.post(path, [:], as: .publishable, token: ana.token)
      #expect(again.status == 200 && again.value("verified_at") == verified["verified_at"])
      #expect(try await app.messages().count == 1)
    }
  }

  @Test("Only who may change the person asks, and only for an address of theirs")
  func asking() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let ana = try await app.signUpInApp(["email": "ana@example.org"])
      let ben = try await app.signUpInApp(["install_id": "i"])
      let path = ana.path + "/verification"
      #expect(try await app.post(path, [:], as: .publishable).code == "token_required")
      let others: JSON = ["email": "ben@example.org"]
      let refused = try await app.post(path, others, as: .publishable, token: ana.token)
      #expect(refused.code == "invalid_field" && refused.string("field") == "email")
      let none = try await app.post(
        ben.path + "/verification", [:], as: .publishable, token: ben.token)
      #expect(none.code == "invalid_field")
      for _ in 0..<5 {
        #expect(try await app.post(path, [:], as: .publishable, token: ana.token).status == 202)
      }
      let sixth = try await app.post(path, [:], as: .publishable, token: ana.token)
      #expect(sixth.status == 429 && sixth.code == "rate_limited", "\(sixth.text)")
    }
  }

  @Test("A stranger who is asked again and again says once that they want no more")
  func leaving() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let ana = try await app.signUpInApp(["email": "ana@example.org"])
      let path = ana.path + "/verification"
      _ = try await app.post(path, [:], as: .publishable, token: ana.token)
      try await server.sendMails()
      let mail = try #require(try mails.mails().last)
      #expect(mail.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")
      let link = try #require(mail.header("List-Unsubscribe")).dropFirst().dropLast()
      #expect(try await app.page(String(link)).text.contains("<form method=\"post\">"))
      #expect(try await app.page(link + "x", "POST").status == 410)
      #expect(try await app.get("/v1/suppressions/ana%40example.org").status == 404)
      let left = try await app.page(String(link), "POST", form: "List-Unsubscribe=One-Click")
      #expect(left.status == 200 && left.text.contains("nothing"), "\(left.text)")
      let entry = try await app.get("/v1/suppressions/ana%40example.org")
      #expect(entry.string("reason") == "unsubscribed")
      let again = try await app.post(path, [:], as: .publishable, token: ana.token)
      #expect(again.status == 202 && again.string("state") == "suppressed")
    }
  }

  @Test("A thief's victim who says yes by mistake has not given them an account")
  func thief() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let thief = try await app.signUpInApp(["email": "victim@example.org"])
      _ = try await app.post(
        thief.path + "/verification", [:], as: .publishable, token: thief.token)
      try await server.sendMails()
      #expect(try await app.page(Self.link(mails), "POST").status == 200)
      #expect(try await thief.read().value("identities.0.confirmed") == false)
      // The app's server names the victim for the first time: the thief is out.
      _ = try await app.signUp("victim", more: ["email": "victim@example.org"])
      #expect(try await app.get(thief.path, as: .publishable, token: thief.token).status == 403)
    }
  }

  @Test(
    "Whatever an app is called, its mails say what they say, in each language",
    arguments: ["en", "tr-TR", "de", "fr", "es", "xx"])
  func languages(_ language: String) async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let evil = "<b>Bank</b> {address}\u{202E}\"&\u{7}"
      try await server.change(
        "UPDATE apps SET name = $1 WHERE number = (SELECT MIN(number) FROM apps)", [.text(evil)])
      try await app.set(["mail": ["from": "shop@example.com", "reply_to": "help@example.com"]])
      _ = try await app.member("o'neil&co@example.org")
      #expect(try await app.forget("o'neil&co@example.org", language: language).status == 202)
      try await server.sendMails()
      let mail = try #require(try mails.mails().last)
      let (text, html) = (mail.part("text/plain"), mail.part("text/html"))
      #expect(text.contains("<b>Bank</b> {address} \"& ") && text.contains("o'neil&co@example.org"))
      #expect(!html.contains("<b>") && html.contains("&lt;b&gt;Bank&lt;/b&gt; {address} &quot;"))
      #expect(html.contains("o&#39;neil&amp;co@example.org"))
      #expect(mail.header("Reply-To") == "<help@example.com>")
      #expect(mail.data.utf8.allSatisfy { $0 < 0x80 })
      let tag = language == "xx" ? "en" : String(language.prefix(2))
      #expect(html.contains("<html lang=\"\(tag)\">"))
      let page = try await app.page(try #require(mail.link), language: language)
      #expect(page.text.contains("<html lang=\"\(tag)\">") && !page.text.contains("<b>"))
    }
  }

  @Test("Every text is there in every language, and fills what it has places for")
  func wording() {
    for wording in MailWording.allCases {
      let texts = Language.allCases.map { wording.text(in: $0, app: "APP", address: "ADDRESS") }
      #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("{") }, "\(wording)")
      #expect(Set(texts).count == texts.count, "\(wording)")
      for word in ["APP", "ADDRESS"] {
        #expect(Set(texts.map { $0.contains(word) }).count == 1, "\(wording) \(word)")
      }
    }
  }
}
