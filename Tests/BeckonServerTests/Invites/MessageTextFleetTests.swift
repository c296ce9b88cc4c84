import BeckonModel
import Testing

@testable import BeckonServer

/// Texts of messages where servers are several.
@Suite struct MessageTextFleetTests {
  private static let callers = 8

  /// What all of them are answered who call at once, on two servers.
  private static func answers(
    _ apps: [TestApp], _ call: @escaping @Sendable (TestApp, Int) async throws -> HTTPAnswer
  ) async throws -> [HTTPAnswer] {
    try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
      for number in 0..<callers {
        let app = apps[number % apps.count]
        group.addTask { try await call(app, number) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private static func expectOne(_ answers: [HTTPAnswer]) {
    #expect(answers.filter { $0.status < 300 }.count == 1, "\(answers.map(\.text))")
    for answer in answers where answer.status >= 300 {
      #expect(answer.code == "invalid_field" && answer.string("field") == "alias", "\(answer.text)")
    }
  }

  @Test("Of those who ask two servers for one alias at once one gets it, and the others are told")
  func alias() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      try await server.fleet(2) { apps in
        for round in 0..<4 {
          let alias = JSON.string("D\(round)")
          Self.expectOne(
            try await Self.answers(apps) { app, number in
              try await app.post(
                "/v1/messages/texts", ["text": .string("Come \(number)"), "alias": alias])
            })
        }
        var texts: [String] = []
        for number in 0..<Self.callers {
          let made = try await apps[0].post(
            "/v1/messages/texts", ["text": .string("Try \(number)")])
          texts.append(try #require(made.string("id"), "\(made.text)"))
        }
        Self.expectOne(
          try await Self.answers(apps) { [texts] app, number in
            try await app.send(
              "PUT", "/v1/messages/texts/" + texts[number], ["text": "Try", "alias": "E"])
          })
      }
    }
  }
}
