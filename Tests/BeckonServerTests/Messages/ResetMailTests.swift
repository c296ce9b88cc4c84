import BeckonModel
import TestMail
import Testing

@testable import BeckonServer

/// Mails for a forgotten password beside those that ask for an address.
@Suite struct ResetMailTests {
  @Test("Who wants no mails still gets the one by which they can sign in again")
  func unsubscribed() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let ana = try await app.member("ana@example.org")
      _ = try await app.post(
        ana.path + "/verification", [:], as: .publishable, token: ana.token)
      try await server.sendMails()
      let list = try #require(try mails.mails().last?.header("List-Unsubscribe"))
      let link = String(list.dropFirst().dropLast())
      #expect(try await app.page(link, "POST", form: "List-Unsubscribe=One-Click").status == 200)
      _ = try await app.forget("ana@example.org")
      #expect(try await app.messages("?kind=password_reset").first?["state"] == "queued")
      let asked = try await app.post(
        ana.path + "/verification", [:], as: .publishable, token: ana.token)
      #expect(asked.string("state") == "suppressed", "anybody can claim an address, and ask")
      _ = try await app.member("ben@example.org")
      #expect(try await app.send("PUT", "/v1/suppressions/ben%40example.org", [:]).status == 200)
      _ = try await app.forget("ben@example.org")
      let bens = try await app.messages("?kind=password_reset&email=ben%40example.org")
      #expect(bens.map { $0["state"] } == ["suppressed"])
    }
  }

  @Test("A link that asks for the address is still good after the password was changed by mail")
  func verifiesAfterReset() async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let app = server.app
      let ana = try await app.member("ana@example.org")
      _ = try await app.post(
        ana.path + "/verification", [:], as: .publishable, token: ana.token)
      try await server.sendMails()
      let verify = try #require(try mails.mails().last?.link)
      for _ in 0..<2 { _ = try await app.forget("ana@example.org") }
      try await server.sendMails()
      let resets = try mails.mails().compactMap(\.link).filter { $0.contains("/web/reset/") }
      let form = "password=another+horse&again=another+horse"
      #expect(try await app.page(try #require(resets.first), "POST", form: form).status == 200)
      #expect(try await app.page(try #require(resets.last), "POST", form: form).status == 410)
      #expect(try await app.page(verify).status == 200)
      let done = try await app.page(verify, "POST")
      #expect(done.status == 200 && done.text.contains("confirmed"))
    }
  }
}
