import BeckonEngine
import BeckonModel
import TestMail
import Testing

@testable import BeckonServer

/// What tests of messages have in common.
extension TestServer {
  /// Runs `body` with a server that has gateways, and an app that sends mails.
  static func run(
    mail gateways: [String], rates: RateLimits = RateLimits(),
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let gateways = try gateways.map { try MailGateway($0) }
    try await run(rates: rates, mailGateways: gateways) { server in
      try await server.app.set(["mail": ["from": "shop@example.com"]])
      try await body(server)
    }
  }

  /// Runs the loops that send, so often that gateways get up from their rest.
  func sendMails(seconds: Int = 1) async throws {
    for _ in 0..<seconds { try await wait(minutes: 1.0 / 60) }
  }
}

extension TestApp {
  /// Somebody with an address and a password.
  func member(_ email: String, password: String = "correct horse") async throws -> TestPerson {
    let person = try await signUpInApp(["install_id": .string("phone of " + email)])
    let body: JSON = ["email": .string(email), "password": .string(password)]
    let linked = try await post(
      person.path + "/password", body, as: .publishable, token: person.token)
    try #require(linked.status == 200, "\(linked.text)")
    return person
  }

  /// Asks for a mail by which another password is chosen.
  func forget(_ email: String, language: String? = nil) async throws -> HTTPAnswer {
    try await post(
      "/v1/password-resets/mail",
      .object(["email": .string(email), "language": language.map(JSON.string)]), as: .publishable)
  }

  /// The app's messages, newest first.
  func messages(_ query: String = "") async throws -> [JSON] {
    let answer = try await get("/v1/messages" + query)
    #expect(answer.status == 200, "\(answer.text)")
    return answer.list("messages")
  }

  /// How many messages stand in each state.
  func messageStates() async throws -> [String: Int] {
    try await messages("?limit=200").reduce(into: [:]) {
      $0[$1["state"]?.string ?? "", default: 0] += 1
    }
  }

  /// Opens the page of a mail's link, or sends its form.
  func page(
    _ link: String, _ method: String = "GET", form: String = "", language: String = "en"
  ) async throws -> HTTPAnswer {
    let path = "/" + link.split(separator: "/", maxSplits: 2)[1...].dropFirst().joined()
    return try await call(
      method, path, body: Array(form.utf8), as: .none,
      headers: [
        ("Accept-Language", language), ("Content-Type", "application/x-www-form-urlencoded"),
      ])
  }
}
