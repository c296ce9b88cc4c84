import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

extension Problem {
  /// What a caller is told of any error. Faults of the server are told without their cause, which
  /// stands in the log under the request's id.
  init(reporting error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let field as FieldError: self.init(field)
    case let refusal as RecordRefusal: self.init(refusal)
    case let limited as RateLimited:
      self.init(
        .rateLimited, "Wait \(limited.standing.resetSeconds) s before the next call.")
    case let database as DatabaseError: self.init(database)
    default: self.init(.internal, "Tell the operator the request id.")
    }
  }

  private init(_ refusal: RecordRefusal) {
    switch refusal {
    case .inventory(let name):
      self.init(
        .recordProtected,
        "'\(name)' shows the person's balance, which only rewards and redemptions change: "
          + "POST /v1/people/{person}/redemptions spends it. To use the name for something else, "
          + "PATCH /v1/app 'record_inventory'.", field: name)
    case .serverOnly(let path):
      self.init(
        .recordProtected,
        "'\(path)' is left to the app's server: use a secret key, or let clients write it by "
          + "PATCH /v1/app 'record_rules'.", field: path)
    case .wrongType(let path, let type):
      self.init(
        .invalidField, "'\(path)' must be of the type \(type.rawValue) ('record_rules').",
        field: path)
    }
  }

  private init(_ error: DatabaseError) {
    switch error {
    case .full: self.init(.storageFull, "Nothing was stored. Try again later.")
    case .unavailable, .closed:
      self.init(.unavailable, "Nothing was stored. Try again in a moment.")
    case .outcomeUnknown:
      self.init(
        .deadlineExceeded,
        "Whether it took effect is not known; repeat it with the same id or Idempotency-Key.")
    case .constraint, .corrupt, .newerSchema, .unreadable, .misuse:
      self.init(.internal, "Tell the operator the request id.")
    }
  }

  /// What a caller is told when no endpoint could answer.
  init(_ failure: HTTPFailure) {
    switch failure {
    case .badRequest:
      self.init(.malformedRequest, "The path or query is not percent-encoded UTF-8, or has NUL.")
    case .badHost:
      self.init(
        .malformedRequest,
        "'Host' must stand once and be a name or an address, with or without a port, of at most "
          + "255 bytes; write a name in other letters than ASCII in its xn-- form.")
    case .methodNotAllowed: self.init(.methodNotAllowed, "No path takes this method.")
    case .bodyTooLarge:
      self.init(.bodyTooLarge, "A body may have \(Limits.bodyBytes) bytes. Send smaller batches.")
    case .urlTooLong: self.init(.urlTooLong, "The URL is too long.")
    case .headersTooLarge: self.init(.headersTooLarge, "The headers are too large.")
    case .deadlineExceeded:
      self.init(
        .deadlineExceeded,
        "Whether it took effect is not known; repeat it with the same id or Idempotency-Key.")
    case .shuttingDown: self.init(.unavailable, "The server is stopping. Try again in a moment.")
    case .invalidResponse: self.init(.internal, "Tell the operator.")
    }
  }
}
