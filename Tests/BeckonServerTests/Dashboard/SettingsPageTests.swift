import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// Keys and webhooks on the dashboard.
@Suite struct SettingsPageTests {
  private static func path(_ server: TestServer, _ rest: String) -> String {
    "/dashboard/\(server.app.id.text)/" + rest
  }

  private static func secret(_ prefix: String, _ answer: HTTPAnswer) -> String? {
    answer.text.components(separatedBy: "<code>").dropFirst()
      .compactMap { $0.components(separatedBy: "</code>").first }
      .first { $0.hasPrefix(prefix) }
  }

  @Test("A key is made, rotated and revoked; it is shown once, and the audit log has no key")
  func keys() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server)
      let path = Self.path(server, "keys")
      let made = try await ana.send(path, ["action": "make", "kind": "secret"])
      let key = try #require(Self.secret("sk_", made), "\(made.text)")
      #expect(try await server.app.get("/v1/app", as: .text(key)).status == 200)
      let id = try #require(try await Self.keyID(server, beginning: String(key.prefix(8))))
      let rotated = try await ana.send(path, ["action": "rotate", "key": id, "grace": "0"])
      let new = try #require(Self.secret("sk_", rotated), "\(rotated.text)")
      #expect(try await server.app.get("/v1/app", as: .text(new)).status == 200)
      let newID = try #require(try await Self.keyID(server, beginning: String(new.prefix(8))))
      #expect(try await ana.send(path, ["action": "revoke", "key": newID]).status == 303)
      #expect(try await server.app.get("/v1/app", as: .text(new)).status == 401)
      #expect(try await ana.send(path, ["action": "revoke", "key": newID]).status == 422)
      for entry in try await TestOperator.audit(server) {
        #expect(entry.after?.text.contains(key) != true && entry.after?.text.contains(new) != true)
      }
      let page = try await ana.get(path).text
      #expect(page.contains("revoked") && !page.contains(key) && !page.contains(new))
    }
  }

  private static func keyID(
    _ server: TestServer, beginning hint: String
  ) async throws -> String? {
    let app = server.app.id
    return try await server.database.read { connection in
      try Accounts(connection).keys(of: app).first { $0.hint.hasPrefix(hint) }?.id.text
    }
  }

  @Test("Who only looks sees of a webhook's URL the host, on its page and in the audit log")
  func webhookURL() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server, .edit)
      let list = Self.path(server, "webhooks")
      _ = try await ana.send(
        list,
        [
          "action": "create", "url": "https://hooks.example/T0/B0/secret?key=opensesame",
          "facts": "signup", "form": "native",
        ])
      let reader = try await TestOperator.signedIn(server, .read, name: "Ben")
      for page in [list, "/dashboard/audit"] {
        #expect(try await ana.get(page).text.contains("T0/B0/secret"), "\(page)")
        let shown = try await reader.get(page).text
        #expect(shown.contains("https://hooks.example/…"), "\(page)")
        #expect(!shown.contains("B0") && !shown.contains("opensesame"), "\(page)")
      }
    }
  }

  @Test("A webhook is made with its secret shown once, stopped, told anew, and its log read")
  func webhooks() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server, .edit)
      let list = Self.path(server, "webhooks")
      let made = try await ana.send(
        list,
        [
          "action": "create", "url": "http://127.0.0.1:1/told", "facts": "signup\r\nreward\r\n",
          "form": "native",
        ])
      #expect(Self.secret("whsec_", made) != nil, "\(made.text)")
      let id = try #require(
        try await server.app.get("/v1/webhooks").list("webhooks").first?["id"]?.string)
      let path = list + "/" + id
      #expect(try await ana.send(path, ["action": "ping"]).status == 303)
      try await server.wait(minutes: 1)
      let page = try await ana.get(path).text
      #expect(page.contains("ping") && page.contains("Send once more"), "\(page)")
      #expect(try await ana.get(path + "?file=deliveries").text.contains("ping"))
      let delivery = try #require(
        try await server.app.get("/v1/webhooks/\(id)/deliveries").list("deliveries").first?["id"]?
          .string)
      #expect(try await ana.send(path, ["action": "replay", "delivery": delivery]).status == 303)
      #expect(try await ana.send(path, ["action": "pause"]).status == 303)
      #expect(try await server.app.get("/v1/webhooks/\(id)").string("state") == "disabled")
      #expect(try await ana.send(path, ["action": "resume"]).status == 303)
      let renewed = try await ana.send(path, ["action": "renew-secret"])
      #expect(Self.secret("whsec_", renewed) != nil)
      let wrong = try await ana.send(
        path, ["action": "change", "url": "http://127.0.0.1:1/told", "facts": "sign-up"])
      #expect(wrong.status == 422 && wrong.text.contains("signup"))
      #expect(try await ana.send(path, ["action": "delete"]).status == 303)
      #expect(try await ana.get(list).text.contains("Nobody is told of anything"))
    }
  }
}
