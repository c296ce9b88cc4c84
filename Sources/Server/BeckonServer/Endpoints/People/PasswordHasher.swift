import BeckonBasics
import BeckonContract
import BeckonHTTP
import BeckonModel
import BeckonStore
import Foundation

/// Hashes passwords, few at a time: each takes 32 MiB and as long as a processor can be made to
/// take. Each has a thread of its own meanwhile, so that no event, read or write waits for it.
final class PasswordHasher: Sendable {
  /// Hashed at the same time, and waiting for their turn.
  static let (parallelMax, waitingMax) = (2, 64)

  private struct State {
    var running = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// The hash of a password that somebody chooses.
  /// - Throws: `Problem` when too many wait.
  func hash(_ password: String, _ ambient: Ambient) async throws -> PasswordHash {
    let salt = Self.salt(ambient)
    let hash = try await inTurn { PasswordHash(Self.normal(password), salt: salt) }
    guard let hash else { throw Problem(.unavailable, "There is no memory left. Try again.") }
    return hash
  }

  /// Whether a password is the stored one. Without a stored one it takes as long, so that the time
  /// does not tell whether there is one.
  /// - Throws: `Problem` when too many wait.
  func matches(
    _ password: String, _ stored: PasswordHash?, _ ambient: Ambient
  ) async throws -> Bool {
    let salt = Self.salt(ambient)
    return try await inTurn {
      guard let stored else {
        _ = PasswordHash(Self.normal(password), salt: salt)
        return false
      }
      return stored.matches(Self.normal(password))
    }
  }

  /// One keyboard writes é as one character, another as two, so passwords are compared in Unicode's
  /// composed normal form. They are short, so hostile text costs nothing.
  private static func normal(_ password: String) -> String {
    password.precomposedStringWithCanonicalMapping
  }

  private static func salt(_ ambient: Ambient) -> [UInt8] {
    (0..<PasswordHash.saltBytes / 8).flatMap { _ in
      withUnsafeBytes(of: ambient.random()) { Array($0) }
    }
  }

  private func inTurn<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async throws -> Value {
    try await enter()
    defer { leave() }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  private func enter() async throws {
    let isFull = state.withLock {
      $0.running >= Self.parallelMax && $0.waiting.count >= Self.waitingMax
    }
    guard !isFull else {
      throw Problem(.unavailable, "Too many are signing in at this moment. Try again.")
    }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.running < Self.parallelMax else {
          state.waiting.append(continuation)
          return false
        }
        state.running += 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives the place to who has waited longest.
  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    next?.resume()
  }
}

extension Call {
  /// Refuses what no call with a password can take: a hash of its body would be kept under the key,
  /// and that is far quicker to guess from than the password's own.
  func refuseIdempotencyKey() throws {
    guard request.headers[HeaderName.idempotencyKey] == nil else {
      throw Problem(
        .malformedRequest,
        "A call with a password takes no '\(HeaderName.idempotencyKey)', because a hash of its "
          + "body would be kept. Leave it out and send the call again.")
    }
  }

  /// Takes a password that is tried from the caller's bounds.
  func takePassword(of person: String) throws {
    guard let limited else { return }
    try services[CallLimits.self].take(passwordOf: person, in: app.number, limited)
  }
}

extension Problem {
  /// The same for a wrong password, an address that nobody has, and one without a password.
  static let wrongCredentials = Problem(
    .wrongCredentials,
    "No person signs in with this e-mail address and password. Check both; who has forgotten the "
      + "password chooses another (POST /v1/people/{person}/password-reset).")

  /// The password that is to be changed is another.
  static let wrongOldPassword = Problem(
    .wrongCredentials,
    "'old_password' is not this person's password. Check it; who has forgotten it chooses another "
      + "(POST /v1/people/{person}/password-reset).", field: "old_password")
}
