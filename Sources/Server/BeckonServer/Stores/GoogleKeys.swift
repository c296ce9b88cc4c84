import BeckonBasics
import BeckonEngine
import BeckonModel

/// Google's keys (JSON Web Key Set, RFC 7517), by which the tokens of its notifications are
/// verified. They change every few weeks, so they are fetched when one is asked for that is not
/// known, but not more often than every ten seconds, whoever asks.
final class GoogleKeys: Sendable {
  /// Milliseconds after which keys are fetched anew: one that is withdrawn must not count for ever.
  private static let freshMilliseconds = Span.hourMilliseconds
  private static let pauseMilliseconds = 10 * Span.secondMilliseconds
  private static let keysMax = 100

  private struct State {
    var keys: [TextKey: RSAPublicKey] = [:]
    var fetchedAt: Instant?
    var triedAt: Instant?
  }

  private let url: String
  private let web: StoreWeb
  private let now: @Sendable () -> Instant
  private let state = Locked(State())

  init(url: String, web: StoreWeb, now: @escaping @Sendable () -> Instant) {
    self.url = url
    self.web = web
    self.now = now
  }

  /// What is known of a key.
  enum Answer {
    case key(RSAPublicKey)
    /// Google has no such key.
    case unknown
    /// Google could not be asked.
    case unavailable
  }

  /// The key of this id.
  func key(_ id: String) async -> Answer {
    let time = now()
    if let key = fresh(id, at: time) { return .key(key) }
    let mayTry = state.withLock { state in
      if let last = state.triedAt, time.milliseconds(since: last) < Self.pauseMilliseconds {
        return false
      }
      state.triedAt = time
      return true
    }
    if mayTry, let keys = await fetch() {
      state.withLock { state in
        state.keys = keys
        state.fetchedAt = time
      }
    }
    if let key = fresh(id, at: time) { return .key(key) }
    let isKnown = state.withLock { state in
      state.fetchedAt.map { time.milliseconds(since: $0) < Self.pauseMilliseconds } ?? false
    }
    return isKnown ? .unknown : .unavailable
  }

  private func fresh(_ id: String, at time: Instant) -> RSAPublicKey? {
    state.withLock { state in
      guard let at = state.fetchedAt, time.milliseconds(since: at) < Self.freshMilliseconds else {
        return nil
      }
      return state.keys[id]
    }
  }

  private func fetch() async -> [TextKey: RSAPublicKey]? {
    let answer = await web.send(url, nil, nil)
    guard answer.status == 200, let json = try? JSONReader.read(answer.body),
      let list = json["keys"]?.elements
    else { return nil }
    var keys: [TextKey: RSAPublicKey] = [:]
    for each in list.prefix(Self.keysMax) where each["kty"] == "RSA" {
      guard let id = each["kid"]?.string,
        let modulus = each["n"]?.string.flatMap(Base64.url.decode),
        let exponent = each["e"]?.string.flatMap(Base64.url.decode)
      else { continue }
      keys[id] = RSAPublicKey(modulus: modulus, exponent: exponent)
    }
    return keys
  }
}
