import BeckonModel
import Foundation
import Testing

/// docs/MISTAKES.md: what integrators do wrong, each with the answer that helps. The table there is
/// what the server says; `BECKON_GOLDEN=write` writes it anew.
@Suite struct MistakeTests {
  private static let document = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../docs/MISTAKES.md").standardized
  private static let head = "| what was done | request | answer |\n|---|---|---|\n"

  @Test("Each mistake is answered as the document says, and none with a 5xx")
  func table() async throws {
    #expect(Mistake.all.count >= 40)
    var rows: [String] = []
    try await TestServer.run { server in
      let names = try await Self.prepare(server.app)
      for mistake in Mistake.all {
        func real(_ text: String) -> String {
          names.reduce(text) { $0.replacing("{\($1.name)}", with: $1.value) }
        }
        let answer = try await server.app.call(
          mistake.method, real(mistake.path), body: Array(real(mistake.body).utf8),
          as: mistake.key, headers: mistake.headers.map { ($0.0, real($0.1)) })
        #expect(answer.status < 500, "\(mistake.title): \(answer.text)")
        let hasHelp =
          mistake.help.map { answer.value($0) != nil } ?? (answer.string("detail") != nil)
        #expect(hasHelp, "\(mistake.title): \(answer.status) \(answer.text)")
        let row = mistake.row(answer)
        rows.append(names.reduce(row) { $0.replacing($1.value, with: "{\($1.name)}") })
      }
    }
    try Self.expect(rows)
  }

  /// What the mistakes are made with.
  private static func prepare(_ app: TestApp) async throws -> [(name: String, value: String)] {
    try await app.set(["link_domains": ["links.example.com"]])
    let filter: JSON = ["total": ["gte": 20]]
    let campaign = try await app.campaign(rules: [rule(["event": "buy", "filter": filter])])
    let ana = try await app.signUp("ana")
    _ = try await app.post(
      "/v1/people", ["user_id": "first"], headers: [("Idempotency-Key", "once")])
    return [
      ("campaign", campaign.id), ("ana", ana.id), ("ana-code", try #require(ana.code)),
      ("pk", app.publishable),
    ]
  }

  private static func expect(_ rows: [String]) throws {
    let text = try String(contentsOf: document, encoding: .utf8)
    let start = try #require(text.range(of: head)?.upperBound, "the table's head is gone")
    let table = rows.joined(separator: "\n") + "\n"
    guard text[start...] != table else { return }
    if ProcessInfo.processInfo.environment["BECKON_GOLDEN"] == "write" {
      return try (text[..<start] + table).write(to: document, atomically: true, encoding: .utf8)
    }
    let stored = text[start...].split(separator: "\n").map(String.init)
    let place = zip(stored, rows).prefix { $0 == $1 }.count
    Issue.record(
      """
      docs/MISTAKES.md has
      \(place < stored.count ? stored[place] : "nothing more")
      and the server answers
      \(place < rows.count ? rows[place] : "nothing more")
      If that is meant, run the test with BECKON_GOLDEN=write.
      """)
  }
}
