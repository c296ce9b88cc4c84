import BeckonModel

/// An app's own server that calls the vendor's API for servers.
struct LinkrunnerBackend: Sendable {
  let app: TestApp
  var key: String?

  func call(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> HTTPAnswer {
    try await app.call(
      method, "/api/v1/" + path, body: body?.bytes ?? [], as: .none,
      headers: [("linkrunner-key", key ?? app.secret)])
  }
}
