import BeckonBasics
import BeckonContract
import BeckonHTTP
import BeckonModel
import BeckonStore

/// Finds out whose app a request is for, and what its caller may do.
struct Authentication: Sendable {
  let directory: AppDirectory
  let now: @Sendable () -> Instant

  /// The app and kind of the key that the request shows, and the body where it stood in it.
  /// - Throws: `Problem`.
  func caller(
    of request: HTTPRequest, by dialect: Dialect
  ) async throws -> (caller: Call.Caller, body: JSON?) {
    let shown = try await dialect.read(request, directory)
    guard let owner = try await owner(of: shown.key, dialect.vendor),
      let app = try await directory.app(owner.app)
    else {
      throw Problem.unknownKey
    }
    try dialect.verify(request, shown, Dialect.Owner(app: app, key: owner.kind), now())
    let proof = Proof(key: owner.kind, token: request.headers[HeaderName.token] ?? shown.token)
    return (Call.Caller(app: app, proof: proof, key: shown.key), shown.body)
  }

  /// The app's own keys serve in every protocol; those that a shipped app sends are its aliases.
  /// What reads like a key of ours is looked for among those first: what is not found is not
  /// remembered, so it would be asked for with each call.
  private func owner(of key: String, _ vendor: Vendor?) async throws -> AppDirectory.KeyOwner? {
    let now = now()
    guard let vendor else { return try await directory.owner(of: key, at: now) }
    let isOurs = key.hasPrefix("pk_") || key.hasPrefix("sk_")
    for vendor in isOurs ? [nil, vendor] : [vendor, nil] {
      if let owner = try await directory.owner(of: key, vendor: vendor, at: now) { return owner }
    }
    return nil
  }
}

extension Problem {
  /// Nobody has the key.
  static let unknownKey = Problem(
    .unauthorized, "The key is unknown or revoked; is it of this server?")
}
