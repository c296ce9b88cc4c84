import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// Messages, texts and suppressions on the dashboard.
@Suite struct MessagesPageTests {
  private static let number = "+4915112345678"

  @Test("What became of an invitation is told, called off, and masked for who only looks")
  func messages() async throws {
    try await TestServer.run(texting: ["quiet_hours": false]) { server, _ in
      let path = "/dashboard/\(server.app.id.text)/messages"
      let inviter = try await server.app.inviter()
      let made = try await server.app.invite([Self.number], by: inviter)
      try #require(made.status == 201, "\(made.text)")
      let ana = try await TestOperator.signedIn(server, .edit)
      let list = try await ana.get(path).text
      for text in [Self.number, "invitation", "waits", "Invitations in 24 hours"] {
        #expect(list.contains(text), "\(text)")
      }
      #expect(try await ana.get(path + "?state=failed").text.contains("No message, or none"))
      let found = try await ana.get(path + "?recipient=%2B4915112345678").text
      #expect(found.contains(Self.number))
      let message = try #require(
        try await server.app.get("/v1/messages").list("messages").first?["message"]?.string)
      let reader = try await TestOperator.signedIn(server, .read, name: "Ben")
      for page in [path, path + "/" + message] {
        let shown = try await reader.get(page).text
        #expect(!shown.contains("12345678"), "\(page)")
        #expect(!shown.contains("value=\"suppress\""))
      }
      #expect(try await reader.get(path + "?csv=messages").status == 403)
      #expect(try await ana.send(path + "/" + message, ["action": "call-off"]).status == 303)
      #expect(try await ana.get(path + "/" + message).text.contains("called off"))
      let again = try await ana.send(path + "/" + message, ["action": "call-off"])
      #expect(again.status == 422, "\(again.text)")
    }
  }

  @Test("Somebody comes onto the list of those to whom nothing is sent, and off it")
  func suppressions() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let path = "/dashboard/\(server.app.id.text)/suppressions"
      let ana = try await TestOperator.signedIn(server, .edit)
      let added = try await ana.send(path, ["action": "add", "address": Self.number])
      #expect(added.status == 303, "\(added.text)")
      let list = try await ana.get(path).text
      #expect(list.contains("text message") && list.contains("by your word"), "\(list)")
      #expect(try await ana.send(path, ["action": "end", "address": Self.number]).status == 303)
      #expect(try await ana.get(path).text.contains("Nobody."))
      #expect(try await ana.send(path, ["action": "add", "address": "x"]).status == 422)
    }
  }

  @Test("Texts of invitations are made, changed and taken away by forms")
  func texts() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let path = "/dashboard/\(server.app.id.text)/texts"
      let ana = try await TestOperator.signedIn(server, .edit)
      let made = try await ana.send(
        path, ["action": "create", "text": "Come:\r\n{link}", "alias": "spring"])
      #expect(made.status == 303, "\(made.text)")
      let texts = try await server.app.get("/v1/messages/texts").list("texts")
      let text = try #require(texts.first { $0["alias"] == "spring" })
      #expect(text["text"] == "Come:\n{link}")
      let id = text["id"]?.string ?? ""
      let changed = try await ana.send(
        path, ["action": "change", "id": id, "text": "Try {link}", "alias": "spring"])
      #expect(changed.status == 303, "\(changed.text)")
      #expect(try await ana.get(path).text.contains("Try {link}"))
      let bare = try await ana.send(
        path, ["action": "change", "id": id, "text": "Try {link}", "alias": ""])
      #expect(bare.status == 303, "\(bare.text)")
      let kept = try await server.app.get("/v1/messages/texts/" + id)
      #expect(kept.status == 200 && kept.value("alias") == nil, "\(kept.text)")
      let refused = try await ana.send(path, ["action": "create", "text": "no {place} for {link}"])
      #expect(refused.status == 422 && refused.text.contains("no {place} for"), "\(refused.text)")
      #expect(try await ana.send(path, ["action": "delete", "id": id]).status == 303)
      #expect(try await !ana.get(path).text.contains("Try {link}"))
    }
  }
}
