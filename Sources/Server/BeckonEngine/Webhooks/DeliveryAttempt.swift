import BeckonModel

/// One try to send a delivery, and what came of it.
public struct DeliveryAttempt: Hashable, Sendable {
  /// When it began.
  public let at: Instant
  /// How long it took.
  public let milliseconds: Int64
  /// The answer's status; `nil` when there was none.
  public let status: Int?
  /// Why there was no answer: `timeout`, `address_refused`, `connection_failed`, …
  public let failure: String?
  /// The beginning of the answer's body.
  public let answer: String
  /// For how long the receiver wants to be left alone.
  public let retryAfterSeconds: Int64?

  /// Makes an attempt.
  public init(
    at: Instant, milliseconds: Int64, status: Int? = nil, failure: String? = nil,
    answer: String = "", retryAfterSeconds: Int64? = nil
  ) {
    self.at = at
    self.milliseconds = milliseconds
    self.status = status
    self.failure = failure
    self.answer = answer
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// Whether the receiver has taken it. A redirect is not followed, so it is none.
  public var isSuccess: Bool { status.map { (200..<300).contains($0) } ?? false }

  /// As the log of a delivery holds it, and the API tells it.
  public var json: JSON {
    .object([
      "at": .instant(at), "milliseconds": .integer(milliseconds),
      "status": status.map(JSON.integer), "failure": failure.map(JSON.string),
      "answer": answer.isEmpty ? nil : .string(answer),
      "retry_after": retryAfterSeconds.map(JSON.integer),
    ])
  }
}
