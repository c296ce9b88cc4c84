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
    var shown = try dialect.read(request)
    var opener: Int64?
    if let envelope = shown.envelope { (shown, opener) = try await open(envelope) }
    guard let owner = try await owner(of: shown.key, dialect.vendor),
      let app = try await directory.app(owner.app)
    else {
      throw Problem(.unauthorized, "The key is unknown or revoked; is it of this server?")
    }
    guard opener == nil || opener == owner.app else {
      throw LinkrunnerEnvelope.Fault.notTheApps.problem
    }
    try dialect.verify(request, app.settings, owner.kind, ambient.now())
    let proof = Proof(key: owner.kind, token: request.headers[HeaderName.token])
    return (Call.Caller(app: app, proof: proof, key: shown.key), shown)
  }

  /// The app's own keys serve in every protocol; those that a shipped app sends are its aliases.
  /// What reads like a key of ours is looked for among those first: what is not found is not
  /// remembered, so it would be asked for with each call.
  private func owner(of key: String, _ vendor: Vendor?) async throws -> AppDirectory.KeyOwner? {
    guard let vendor else { return try await directory.owner(of: key) }
    let isOurs = key.hasPrefix("pk_") || key.hasPrefix("sk_")
    for vendor in isOurs ? [nil, vendor] : [vendor, nil] {
      if let owner = try await directory.owner(of: key, vendor: vendor) { return owner }
    }
    return nil
  }

  /// Takes the call from the caller's bounds; a secret key has none.
  func limit(_ call: Call) throws -> RateLimiter.Standing? {
    guard call.proof.key == .publishable else { return nil }
    let key = call.caller.key
    let now = MonotonicClock.nanoseconds()
    let rates = configuration.rates
    if let network = call.address.countedNetwork {
      _ = try allowed(
        limiter.take(
          "bytes " + network, perMinute: rates.bytesPerAddress, count: call.request.body.count,
          at: now))
    }
    switch call.route.rate {
    case .ordinary:
      return try allowed(limiter.take("key " + key, perMinute: rates.ordinaryPerKey, at: now))
    case .guarded: return try takeGuarded(call, at: now)
    case .install:
      guard let install = LinkrunnerRequest.installID(in: call.body) else {
        return try takeGuarded(call, at: now)
      }
      let name = "install " + key + " " + install
      if !limiter.knows(name) { _ = try takeGuarded(call, at: now) }
      return try allowed(limiter.take(name, perMinute: rates.perInstall, at: now))
    }
  }

  /// The address comes first: what it may not do must not use up what the key may, or one address
  /// could shut out all others.
  private func takeGuarded(_ call: Call, at now: UInt64) throws -> RateLimiter.Standing {
    let (rates, names) = (configuration.rates, Self.guardedNames(call))
    let byAddress = try names.address.map { name in
      try allowed(limiter.take(name, perMinute: rates.guardedPerAddress, at: now))
    }
    let byKey = try allowed(limiter.take(names.key, perMinute: rates.guardedPerKey, at: now))
    return byAddress ?? byKey
  }

  private static func guardedNames(_ call: Call) -> (address: String?, key: String) {
    (call.address.countedNetwork.map { "address " + $0 }, "guarded key " + call.caller.key)
  }

  /// Takes a guarded call for something that may be made.
  /// - Returns: why there is none to be had; a secret key always has one.
  func reserve(_ call: Call) -> RateLimited? {
    guard call.proof.key == .publishable else { return nil }
    do {
      _ = try takeGuarded(call, at: MonotonicClock.nanoseconds())
      return nil
    } catch {
      return error as? RateLimited
    }
  }

  /// Gives back what `reserve` took.
  func giveBack(_ call: Call) {
    guard call.proof.key == .publishable else { return }
    let names = Self.guardedNames(call)
    if let address = names.address { limiter.giveBack(address) }
    limiter.giveBack(names.key)
  }

  /// Takes a call without a key from the bounds of its address.
  /// - Parameter factor: how many times as often as usual; for those who all come from few.
  func limit(_ name: String, _ address: ClientAddress, times factor: Int = 1) throws {
    guard let network = address.countedNetwork else { return }
    _ = try allowed(
      limiter.take(
        name + " " + network,
        perMinute: configuration.rates.guardedPerAddress * factor,
        at: MonotonicClock.nanoseconds()))
  }

  private func allowed(_ standing: RateLimiter.Standing) throws -> RateLimiter.Standing {
    guard standing.isAllowed else { throw RateLimited(standing: standing) }
    return standing
  }
}
