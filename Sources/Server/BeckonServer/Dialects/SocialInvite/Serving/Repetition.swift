import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// An invitation that comes once more because its answer was lost. Clients of this protocol send no
/// `Idempotency-Key`, and that for Android repeats a request after 1 s and 2 s. A second bulk would
/// hold nothing but numbers that are invited already, of which nobody would ever hear anything. So
/// the same body from the same address gets the answer of the first, for one minute at least.
struct Repetition {
  private let call: Call
  private let kept: Idempotency
  private let fingerprint: Identifier

  /// `nil` for a call with a key of its own.
  init?(_ call: Call, _ scope: Scope) {
    guard call.request.headers[HeaderName.idempotencyKey] == nil else { return nil }
    self.call = call
    kept = Idempotency(scope)
    fingerprint = Identifier(
      hashing: "repeated invitation", call.caller.key, call.proof.token ?? "", call.reporter.text,
      String(decoding: call.request.body, as: UTF8.self))
  }

  /// What the same request was answered in this minute or the one before.
  /// - Throws: `DatabaseError`.
  func answer() throws -> Reply? {
    for minute in [minute, minute - 1] {
      guard let answer = try kept.find(name(minute)) else { continue }
      return .kept(answer.body, status: answer.status, isNative: false)
    }
    return nil
  }

  /// Keeps an answer.
  /// - Throws: `DatabaseError`.
  func keep(_ reply: Reply) throws {
    let answer = Idempotency.Answer(
      fingerprint: fingerprint, status: reply.status,
      body: String(decoding: reply.body, as: UTF8.self))
    try kept.keep(answer, under: name(minute), naming: [])
  }

  private var minute: Int64 { call.now.milliseconds / Span.minuteMilliseconds }

  private func name(_ minute: Int64) -> Identifier {
    Identifier(hashing: "repeated invitation", fingerprint.text, String(minute))
  }
}
