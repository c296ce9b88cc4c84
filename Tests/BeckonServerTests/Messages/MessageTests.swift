import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import TestMail
import Testing

@testable import BeckonServer

/// Messages on their way from a call to a real mail server.
@Suite struct MessageTests {
  @Test("A message goes out once, and the list tells what became of it")
  func once() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let ana = try await app.member("ana@example.org")
      #expect(try await app.forget("ana@example.org").status == 202)
      let waiting = try #require(try await app.messages().first)
      #expect(waiting["state"] == "queued" && waiting["person"] == .string(ana.id))
      #expect(waiting["recipient"] == "ana@example.org" && waiting["kind"] == "password_reset")
      try await server.sendMails(seconds: 3)
      let sent = try #require(try await app.messages().first)
      #expect(sent["state"] == "sent" && sent["attempts"] == 1, "\(sent)")
      #expect(sent["answer"] == ["code": 250, "text": "2.0.0 kept"])
      let mail = try #require(mails.mails().first)
      #expect(try mails.mails().count == 1)
      #expect(mail.header("Message-ID") == "<\(sent["message"]?.string ?? "")@example.com>")
      #expect(mail.header("From") == "\"shop\" <shop@example.com>")
      let metrics = try await app.get("/metrics", as: .none).text
      #expect(metrics.contains(#"beckon_messages_total{outcome="sent"} 1"#))
    }
  }

  @Test("Nothing more goes where nobody is; who is refused for other reasons is written to again")
  func suppression() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      for name in ["gone", "blocked"] {
        let email = "\(name)@example.org"
        _ = try await app.member(email)
        for _ in 0..<2 {
          _ = try await app.forget(email)
          try await server.sendMails()
        }
      }
      let states = try await app.messages().map { message in
        (message["recipient"]?.string ?? "") + " " + (message["state"]?.string ?? "")
      }
      #expect(
        states == [
          "blocked@example.org failed", "blocked@example.org failed",
          "gone@example.org suppressed", "gone@example.org failed",
        ])
      let path = "/v1/suppressions/GONE%40example.org"
      let entry = try await app.get(path)
      #expect(entry.string("reason") == "bounced" && entry.string("email") == "gone@example.org")
      #expect(try await app.get("/v1/suppressions/blocked%40example.org").code == "not_found")
      #expect(try await app.call("DELETE", path).status == 204)
      _ = try await app.forget("gone@example.org")
      #expect(try await app.messages().first?["state"] == "queued")
      let said = try await app.send("PUT", "/v1/suppressions/b%40example.org", [:])
      #expect(said.string("reason") == "requested")
    }
  }

  @Test("A mail that is put off comes again, until nobody waits for it")
  func putOff() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      for name in ["grey", "busy"] { _ = try await app.member("\(name)@example.org") }
      for name in ["grey", "busy"] { _ = try await app.forget("\(name)@example.org") }
      try await server.sendMails()
      #expect(try await app.messageStates() == ["queued": 2])
      try await server.wait(minutes: 1)
      #expect(try await app.messageStates() == ["queued": 1, "sent": 1])
      for _ in 0..<13 { try await server.wait(minutes: 5) }
      let busy = try #require(try await app.messages("?state=failed").first)
      #expect(busy["reason"] == "expired" && busy["answer"]?["code"] == 451, "\(busy)")
      #expect((busy["attempts"]?.integer ?? 0) > 4)
      #expect(try mails.mails().count == 1)
    }
  }

  @Test("Where the answer is lost the message is uncertain, and is sent again only when told to")
  func uncertain() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      _ = try await app.member("vanish@example.org")
      _ = try await app.forget("vanish@example.org")
      for _ in 0..<10 { try await server.wait(minutes: 30) }
      let lost = try #require(try await app.messages().first)
      #expect(lost["state"] == "uncertain" && lost["reason"] == "connection_lost", "\(lost)")
      #expect(try mails.mails().count == 1)
      let path = "/v1/messages/\(lost["message"]?.string ?? "")"
      let again = try await app.post(path + "/resend", [:])
      #expect(again.status == 200 && again.string("state") == "queued", "\(again.text)")
      #expect(try await app.post(path + "/resend", [:]).code == "message_not_failed")
      try await server.sendMails()
      #expect(try mails.mails().map { $0.header("Message-ID") }.count == 2)
    }
  }

  @Test("What a server that died had claimed is uncertain after its lease")
  func interrupted() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      _ = try await app.member("ana@example.org")
      _ = try await app.forget("ana@example.org")
      let (now, ambient) = (server.ambient.now(), server.ambient)
      let claimed = try await server.database.write { connection in
        let context = try TestServer.context(connection)
        return try Messages(
          Scope(connection: connection, app: context, now: now, ambient: ambient)
        ).claim(.mail)
      }
      #expect(claimed != nil)
      try await server.sendMails(seconds: 30)
      #expect(try await app.messageStates() == ["sending": 1])
      try await server.wait(minutes: 1)
      let message = try #require(try await app.messages().first)
      #expect(message["state"] == "uncertain" && message["reason"] == "interrupted")
      #expect(try mails.mails().isEmpty)
    }
  }

  @Test("A gateway that fails loses its turn to the next, and messages wait where none is left")
  func gateways() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: ["smtp+plain://127.0.0.1:1", mails.url]) { server in
      let app = server.app
      for number in 0..<5 { _ = try await app.member("a\(number)@example.org") }
      for number in 0..<5 { _ = try await app.forget("a\(number)@example.org") }
      try await server.sendMails()
      #expect(try await app.messageStates() == ["sent": 5])
      mails.stop()
      _ = try await app.forget("a0@example.org")
      try await server.sendMails(seconds: 20)
      let waiting = try #require(try await app.messages().first)
      #expect(waiting["state"] == "queued" && waiting["reason"] == "connection_failed")
      try await server.wait(minutes: 61)
      #expect(try await app.messages().first?["reason"] == "expired")
    }
  }

  @Test("An app with many messages keeps no other waiting")
  func turns() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let other = try await server.otherApp()
      try await other.set(["mail": ["from": "other@example.net", "name": "Other"]])
      for number in 0..<30 { _ = try await server.app.member("a\(number)@example.org") }
      for number in 0..<30 { _ = try await server.app.forget("a\(number)@example.org") }
      _ = try await other.member("ben@example.org")
      _ = try await other.forget("ben@example.org")
      // A gateway gets twenty in the first second, of which the other app's is one.
      _ = try await server.growth.runLoopsOnce()
      #expect(try await other.messageStates() == ["sent": 1])
      #expect(try await server.app.messageStates() == ["sent": 19, "queued": 11])
      try await server.sendMails()
      #expect(try await server.app.messageStates() == ["sent": 30])
    }
  }

  @Test("One address gets five in an hour, an app as many a day as it says; nobody is told")
  func bounds() async throws {
    let mails = try MailServer()
    var rates = RateLimits()
    (rates.passwordsPerAddress, rates.passwordsPerPerson) = (1_000, 1_000)
    try await TestServer.run(mail: [mails.url], rates: rates) { server in
      let app = server.app
      for name in ["ana", "ben"] { _ = try await app.member("\(name)@example.org") }
      for _ in 0..<7 { #expect(try await app.forget("ana@example.org").status == 202) }
      #expect(try await app.messages().count == 5)
      try await server.wait(hours: 1.1)
      _ = try await app.forget("ana@example.org")
      #expect(try await app.messages().count == 6)
      try await app.set(["mail": ["from": "shop@example.com", "per_day": 7]])
      for _ in 0..<3 { #expect(try await app.forget("ben@example.org").status == 202) }
      #expect(try await app.messages().count == 7)
      try await server.wait(days: 1)
      _ = try await app.forget("ben@example.org")
      #expect(try await app.messages().count == 8)
    }
  }

  @Test("Who is erased is not written to, and nothing of what was is kept but the refusal")
  func erasure() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let gone = try await app.member("gone@example.org")
      _ = try await app.forget("gone@example.org")
      try await server.sendMails()
      let ben = try await app.member("ben@example.org")
      _ = try await app.forget("ben@example.org")
      let export = try await gone.export()
      #expect(export.list("messages").first?["state"] == "failed", "\(export.text)")
      #expect(try await gone.erase().status < 300)
      #expect(try await ben.erase().status < 300)
      try await server.sendMails()
      #expect(try await app.messages().isEmpty && mails.mails().isEmpty)
      #expect(try await app.get("/v1/suppressions/gone%40example.org").status == 200)
    }
  }

  @Test("After a month a message is forgotten; who is merged keeps theirs")
  func keeping() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let ana = try await app.member("ana@example.org")
      _ = try await app.forget("ana@example.org")
      let other = try await app.signUp("ana")
      #expect(try await ana.merge(into: other).status == 200)
      #expect(try await app.messages("?person=\(other.id)").count == 1)
      #expect(try await app.messages("?email=ana%40example.org&kind=verify_email").isEmpty)
      try await server.wait(days: 31)
      #expect(try await app.messages().isEmpty)
    }
  }

  @Test("Without a gateway, or without a sender, the caller is told whose turn it is")
  func notSetUp() async throws {
    try await TestServer.run { server in
      let answer = try await server.app.forget("ana@example.org")
      #expect(answer.status == 409 && answer.code == "mail_not_set_up")
      #expect(answer.string("detail")?.contains("--mail-gateway") == true)
    }
    try await TestServer.run(mailGateways: [.init("smtp+plain://127.0.0.1:1")]) { server in
      let answer = try await server.app.forget("ana@example.org")
      #expect(answer.code == "mail_not_set_up")
      #expect(answer.string("detail")?.contains("PATCH /v1/app") == true)
      for (mail, field): (JSON, String) in [
        (["from": "shop"], "mail.from"), (["from": "ü@example.com"], "mail.from"),
        (["from": "a@example.com", "name": "A\r\nBcc: b@example.com"], "mail.name"),
        (["from": "a@example.com", "reply_to": "b@example.com\n"], "mail.reply_to"),
        (["from": "a@example.com", "per_day": -1], "mail.per_day"), (["name": "A"], "mail.from"),
        (["from": "a@example.com", "colour": "red"], "mail.colour"),
      ] {
        let refused = try await server.app.patch("/v1/app", ["mail": mail])
        #expect(refused.code == "invalid_field" && refused.string("field") == field, "\(mail)")
      }
    }
  }
}
