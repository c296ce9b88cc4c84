import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

extension Pipeline {
  /// The app and kind of the key that the request shows.
  func authenticate(
    _ request: HTTPRequest, _ dialect: Dialect
  ) async throws -> (Call.Caller, Dialect.Credentials) {
    let shown = try dialect.read(request)
    guard let owner = try await owner(of: shown.key, dialect.vendor),
      let app = try await directory.app(owner.app)
    else {
      throw Problem(.unauthorized, "The key is unknown or revoked; is it of this server?")
    }
    try dialect.verify(request, app.settings, ambient.now())
    let proof = Proof(key: owner.kind, token: request.headers[HeaderName.token])
    return (Call.Caller(app: app, proof: proof), shown)
  }

  /// The app's own keys serve in every protocol; those that a shipped app sends are its aliases.
  private func owner(of key: String, _ vendor: Vendor?) async throws -> AppDirectory.KeyOwner? {
    if let vendor, let owner = try await directory.owner(of: key, vendor: vendor) { return owner }
    return try await directory.owner(of: key)
  }

  /// Takes the call from the caller's bounds; a secret key has none.
  func limit(_ call: Call, _ key: String) throws -> RateLimiter.Standing? {
    guard call.proof.key == .publishable else { return nil }
    let now = MonotonicClock.nanoseconds()
    let rates = configuration.rates
    guard call.route.rate == .guarded else {
      return try allowed(limiter.take("key " + key, perMinute: rates.ordinaryPerKey, at: now))
    }
    let network = call.network()
    let byKey = limiter.take("guarded key " + key, perMinute: rates.guardedPerKey, at: now)
    // Behind a private address, or a proxy nobody told us of, everyone looks alike.
    guard byKey.isAllowed, ![.privateRange, .hiddenByProxy].contains(network.class) else {
      return try allowed(byKey)
    }
    return try allowed(
      limiter.take("address " + network.text, perMinute: rates.guardedPerAddress, at: now))
  }

  /// Takes a call without a key from the bounds of its address.
  /// - Parameter factor: how many times as often as usual; for those who all come from few.
  func limit(_ name: String, _ address: ClientAddress, times factor: Int = 1) throws {
    guard let network = address.address, !address.isForwardingIgnored,
      NetworkRanges.builtIn.classify(network) != .privateRange
    else { return }
    _ = try allowed(
      limiter.take(
        name + " " + network.networkText,
        perMinute: configuration.rates.guardedPerAddress * factor,
        at: MonotonicClock.nanoseconds()))
  }

  private func allowed(_ standing: RateLimiter.Standing) throws -> RateLimiter.Standing {
    guard standing.isAllowed else { throw RateLimited(standing: standing) }
    return standing
  }
}
