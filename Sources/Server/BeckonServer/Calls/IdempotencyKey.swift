import BeckonBasics
import BeckonContract
import BeckonHTTP
import BeckonModel
import BeckonStore

/// The `Idempotency-Key` of a call. The answer is kept under it in the transaction of its effects,
/// so there is never one without the other.
struct IdempotencyKey: Sendable {
  /// Under which the answer is kept.
  let digest: Identifier
  /// The people whom the path names.
  let named: [PersonID]
  /// What makes two requests the same.
  private let fingerprint: Identifier
  /// Whether refusals are written as the native API writes them.
  private let isNative: Bool

  /// `nil` for a call without one.
  /// - Throws: `Problem` when it is too long, or empty.
  init?(_ call: Call) throws {
    guard let text = call.request.headers[HeaderName.idempotencyKey] else { return nil }
    guard (1...Limits.clientIDBytes).contains(text.utf8.count) else {
      throw Problem(
        .malformedRequest,
        "'\(HeaderName.idempotencyKey)' must be 1 to \(Limits.clientIDBytes) bytes long.")
    }
    isNative = call.vendor == nil
    // Who has only the publishable key cannot use up keys of the app's server, nor of who has a
    // token. A vendor's clients all show one key, so each install or visitor has keys of its own.
    let proof = call.proof
    digest = Identifier(
      hashing: "idempotency key", proof.key.rawValue,
      proof.key == .secret ? "" : proof.token ?? (call.vendor == nil ? "" : call.install ?? ""),
      text)
    named = call.parameters.compactMap { PersonID($0) }
    fingerprint = Identifier(
      hashing: call.request.method.rawValue, call.request.path, call.proof.key.rawValue,
      call.proof.token ?? "", String(decoding: call.request.body, as: UTF8.self))
  }

  /// An answer as it is kept.
  func kept(_ reply: Reply) -> Idempotency.Answer {
    Idempotency.Answer(
      fingerprint: fingerprint, status: reply.status,
      body: String(decoding: reply.body, as: UTF8.self))
  }

  /// The answer that was kept, once more.
  /// - Throws: `Problem` when it answered another request.
  func repeated(_ answer: Idempotency.Answer) throws -> Reply {
    guard answer.fingerprint == fingerprint else {
      throw Problem(
        .idempotencyConflict,
        "This '\(HeaderName.idempotencyKey)' was used for another request; make a new one.")
    }
    var reply = Reply.kept(answer.body, status: answer.status, isNative: isNative)
    reply.headers.append((HeaderName.idempotencyReplayed, "true"))
    return reply
  }
}
