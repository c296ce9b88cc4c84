import BeckonModel
import Testing

@testable import BeckonServer

/// A proxy of the operator's own network that `--trusted-proxy` does not name.
@Suite struct UnnamedProxyTests {
  @Test("Health says that there is one, once it was seen")
  func health() async throws {
    try await TestServer.run(trustedProxies: []) { server in
      func isSeen() async throws -> JSON? {
        try await server.app.get("/health", as: .none).value("unnamed_proxy")
      }
      #expect(try await isSeen() == false)
      _ = try await server.app.phone(at: "203.0.113.7").open("/unknown")
      #expect(try await isSeen() == true)
    }
  }

  @Test("One that is named is none")
  func named() async throws {
    try await TestServer.run { server in
      _ = try await server.app.phone(at: "203.0.113.7").open("/unknown")
      #expect(try await server.app.get("/health", as: .none).value("unnamed_proxy") == false)
    }
  }
}
