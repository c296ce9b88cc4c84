import BeckonModel
import TestCertificates
import Testing

@testable import BeckonServer

/// An App Store of a test's own, and an app that it sells.
struct AppStore: Sendable {
  static let bundle = "com.example.pirates"
  /// The present of a test's server, in milliseconds: 2026-06-01T09:00:00Z.
  static let now: Int64 = 1_780_304_400_000

  let signer: TestStore
  let app: TestApp

  var path: String { "/v1/stores/apple/\(app.id.text)" }

  /// Runs a server that trusts the store's root, with an app of the store's.
  static func run(
    settings: JSON = ["ios": ["bundle_id": .string(bundle)]],
    _ body: (TestServer, AppStore) async throws -> Void
  ) async throws {
    let signer = try TestStore()
    try await TestServer.run(appStoreRoots: [signer.rootFingerprint]) { server in
      try await server.app.set(settings)
      try await body(server, AppStore(signer: signer, app: server.app))
    }
  }

  /// A transaction of 9.99 dollars; `more` takes the place of its fields.
  static func transaction(_ id: String, _ more: JSON = [:]) -> JSON {
    replacing(
      [
        "transactionId": .string(id), "originalTransactionId": .string(id),
        "bundleId": .string(bundle), "productId": "gold", "environment": "Production",
        "type": "Auto-Renewable Subscription", "transactionReason": "PURCHASE",
        "inAppOwnershipType": "PURCHASED", "price": 9_990, "currency": "USD",
        "purchaseDate": .integer(now - 60_000), "signedDate": .integer(now),
      ], more)
  }

  static func replacing(_ fields: JSON, _ more: JSON) -> JSON {
    let names = Set((more.members ?? []).map(\.name))
    let kept = (fields.members ?? []).filter { !names.contains($0.name) }
    return .object(kept + (more.members ?? []).filter { $0.value != .null })
  }

  /// A notification; `at` milliseconds after the present of the test.
  func payload(
    _ type: String, id: String? = nil, _ transaction: JSON?, at: Int64 = 0, data: JSON = [:],
    _ more: JSON = [:]
  ) throws -> JSON {
    let inner = JSON.object([
      "bundleId": .string(Self.bundle), "environment": "Production",
      "signedTransactionInfo": try transaction.map { .string(try signer.sign($0)) },
    ])
    return Self.replacing(
      [
        "notificationType": .string(type),
        "notificationUUID": .string(id ?? "\(Int.random(in: 1...Int.max))"),
        "version": "2.0", "signedDate": .integer(Self.now + at),
        "data": Self.replacing(inner, data),
      ], more)
  }

  /// Sends what the store has signed.
  func send(signed text: String) async throws -> HTTPAnswer {
    try await app.post(path, ["signedPayload": .string(text)], as: .none)
  }

  /// Signs and sends a notification.
  @discardableResult
  func send(
    _ type: String, id: String? = nil, _ transaction: JSON?, at: Int64 = 0, data: JSON = [:]
  ) async throws -> HTTPAnswer {
    let payload = try payload(type, id: id, transaction, at: at, data: data)
    let answer = try await send(signed: signer.sign(payload))
    return answer
  }

  /// The revenue of all days, as the report's one row: amount, trusted, client's, sandbox's.
  func revenue() async throws -> [Int64] {
    let rows = try await app.get("/v1/revenue").list("revenue")
    return ["amount", "trusted_amount", "client_amount", "sandbox_amount"].map { name in
      rows.reduce(0) { $0 + ($1[name]?.integer ?? 0) }
    }
  }
}
