import BeckonBasics
import BeckonContract
import BeckonEngine

/// A caller has called too often.
struct RateLimited: Error {
  let standing: RateLimiter.Standing
}

/// How often callers may call, by the key and address from which they do.
struct CallLimits: Sendable {
  private let rates: RateLimits
  private let nanoseconds: @Sendable () -> UInt64
  private let limiter = RateLimiter()

  /// - Parameter nanoseconds: a clock that nobody sets, by which buckets fill.
  init(
    _ rates: RateLimits,
    nanoseconds: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds() }
  ) {
    self.rates = rates
    self.nanoseconds = nanoseconds
  }

  /// From where a call with a publishable key comes.
  struct Caller: Sendable {
    let key: String
    let address: ClientAddress
    /// The install whose call it is, as far as the call says.
    let install: String?
  }

  /// Takes the bytes of a body from the bounds of its address.
  /// - Throws: `RateLimited`.
  func take(bytes: Int, from address: ClientAddress) throws {
    guard let network = address.countedNetwork else { return }
    _ = try allowed(
      limiter.take(
        "bytes " + network, perMinute: rates.bytesPerAddress, count: bytes, at: nanoseconds()))
  }

  /// Takes a call from the caller's bounds.
  /// - Throws: `RateLimited`.
  func take(_ rate: RateClass, of caller: Caller) throws -> RateLimiter.Standing? {
    let now = nanoseconds()
    switch rate {
    case .ordinary:
      return try allowed(
        limiter.take("key " + caller.key, perMinute: rates.ordinaryPerKey, at: now))
    case .guarded: return try takeGuarded(caller, at: now)
    case .install:
      guard let install = caller.install else { return try takeGuarded(caller, at: now) }
      let name = "install " + caller.key + " " + install
      if !limiter.knows(name) { _ = try takeGuarded(caller, at: now) }
      return try allowed(limiter.take(name, perMinute: rates.perInstall, at: now))
    }
  }

  /// The address comes first: what it may not do must not use up what the key may, or one address
  /// could shut out all others.
  private func takeGuarded(_ caller: Caller, at now: UInt64) throws -> RateLimiter.Standing {
    let names = caller.guardedNames
    let byAddress = try names.address.map { name in
      try allowed(limiter.take(name, perMinute: rates.guardedPerAddress, at: now))
    }
    let byKey = try allowed(limiter.take(names.key, perMinute: rates.guardedPerKey, at: now))
    return byAddress ?? byKey
  }

  /// Takes a guarded call for something that may be made.
  /// - Returns: why there is none to be had.
  func reserve(_ caller: Caller) -> RateLimited? {
    do {
      _ = try takeGuarded(caller, at: nanoseconds())
      return nil
    } catch {
      return error as? RateLimited
    }
  }

  /// Gives back what `reserve` took.
  func giveBack(_ caller: Caller) {
    let names = caller.guardedNames
    if let address = names.address { limiter.giveBack(address) }
    limiter.giveBack(names.key)
  }

  /// Whether an app may be read from the database once more for whoever has a key: twice a second,
  /// on the average of a minute. What strangers use up with the key that every phone has must not
  /// be missing to the app's own server.
  func mayReadAnew(_ key: String) -> Bool {
    limiter.take("read anew " + key, perMinute: 120, at: nanoseconds()).isAllowed
  }

  /// Takes a call from the bounds of its address alone, whatever key it has.
  /// - Parameters:
  ///   - name: what is called.
  ///   - factor: how many times as often as usual; for those who all come from few.
  /// - Throws: `RateLimited`.
  func take(_ name: String, from address: ClientAddress, times factor: Int = 1) throws {
    guard let network = address.countedNetwork else { return }
    _ = try allowed(
      limiter.take(
        name + " " + network, perMinute: rates.guardedPerAddress * factor, at: nanoseconds()))
  }

  /// Takes a link or a cookie of the dashboard that is tried from the bounds of its address.
  /// - Throws: `RateLimited`.
  func take(signInFrom address: ClientAddress) throws {
    guard let network = address.countedNetwork else { return }
    _ = try allowed(
      limiter.take(
        "operator from " + network, perMinute: rates.passwordsPerAddress, at: nanoseconds()))
  }

  /// Takes a password that is tried from the bounds of its address, of whose it is said to be, and
  /// of the app, in this order: what is refused by one uses up none of those behind it.
  /// - Parameter person: a word that stands for the person or the e-mail address, in this app.
  /// - Throws: `RateLimited`.
  func take(passwordOf person: String, in app: Int64, _ caller: Caller) throws {
    let now = nanoseconds()
    if let network = caller.address.countedNetwork {
      _ = try allowed(
        limiter.take("password from " + network, perMinute: rates.passwordsPerAddress, at: now))
    }
    _ = try allowed(
      limiter.take(
        "password of \(app) " + person, perMinute: rates.passwordsPerPerson, at: now))
    _ = try allowed(
      limiter.take("passwords of \(app)", perMinute: rates.passwordsPerApp, at: now))
  }

  private func allowed(_ standing: RateLimiter.Standing) throws -> RateLimiter.Standing {
    guard standing.isAllowed else { throw RateLimited(standing: standing) }
    return standing
  }
}

extension CallLimits.Caller {
  fileprivate var guardedNames: (address: String?, key: String) {
    (address.countedNetwork.map { "address " + $0 }, "guarded key " + key)
  }
}
