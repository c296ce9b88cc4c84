/// Every error that the native API answers with. The set is closed; a code never changes its
/// meaning.
public enum ErrorCode: String, CaseIterable, Error, Sendable {
  /// The body is not JSON.
  case malformedJSON = "malformed_json"
  /// A path or query is not percent-encoded UTF-8, or a header makes no sense.
  case malformedRequest = "malformed_request"
  /// A field has the wrong type or a value out of bounds, or is missing.
  case invalidField = "invalid_field"
  /// There is no key, or it is unknown or revoked.
  case unauthorized = "unauthorized"
  /// The call needs a secret key.
  case secretKeyRequired = "secret_key_required"
  /// With a publishable key, this person's or install's token is needed.
  case tokenRequired = "token_required"
  /// The identity token is unknown, used, expired or not signed by a key of the app.
  case identityTokenInvalid = "identity_token_invalid"
  /// The e-mail address or the password is wrong.
  case wrongCredentials = "wrong_credentials"
  /// The app's rules leave this part of a record to its server, or nobody writes it.
  case recordProtected = "record_protected"
  /// A publishable key may link only to the app's `allowed_targets`.
  case targetNotAllowed = "target_not_allowed"
  /// There is no such thing in this app.
  case notFound = "not_found"
  /// The route exists, but not with this method.
  case methodNotAllowed = "method_not_allowed"
  /// The code is in use, or was.
  case codeTaken = "code_taken"
  /// A later step came before an earlier one; it is kept and applied when the gap closes.
  case stepOutOfOrder = "step_out_of_order"
  /// The balance is smaller than the redemption.
  case insufficientBalance = "insufficient_balance"
  /// The app's server has not said who the person is, only clients have.
  case personUnconfirmed = "person_unconfirmed"
  /// The e-mail address is another person's.
  case emailInUse = "email_in_use"
  /// The person has a password already; only who knows it may change it.
  case passwordSet = "password_set"
  /// The record has changed since it was read.
  case versionConflict = "version_conflict"
  /// The transfer is not in review.
  case notInReview = "not_in_review"
  /// The reward cannot be paid, because a cap is used up or no coupon is left; it stays in review.
  case rewardRefused = "reward_refused"
  /// The webhook is disabled, so nothing is sent to it.
  case webhookDisabled = "webhook_disabled"
  /// The server has no mail gateway, or the app has not said who its mails are from.
  case mailNotSetUp = "mail_not_set_up"
  /// The server has no gateway for text messages, or the app has not said who they are from.
  case smsNotSetUp = "sms_not_set_up"
  /// The message was sent, or waits to be; only one that failed is sent again.
  case messageNotFailed = "message_not_failed"
  /// The message does not wait any more; only one that does is called off.
  case messageNotQueued = "message_not_queued"
  /// The `Idempotency-Key` was used for another request.
  case idempotencyConflict = "idempotency_conflict"
  /// The thing was there and has been deleted, or has expired.
  case gone = "gone"
  /// The body is larger than allowed.
  case bodyTooLarge = "body_too_large"
  /// The URL is longer than allowed.
  case urlTooLong = "url_too_long"
  /// The headers are larger than allowed.
  case headersTooLarge = "headers_too_large"
  /// Too many requests; `Retry-After` tells when to go on.
  case rateLimited = "rate_limited"
  /// A fault of the server. The request id finds it in the log.
  case `internal` = "internal"
  /// The disk is full; nothing was stored.
  case storageFull = "storage_full"
  /// The server is too busy, stopping, or cannot reach its database; nothing was stored.
  case unavailable = "unavailable"
  /// The answer took too long. Whether the request took effect is not known: repeat it with the
  /// same id or `Idempotency-Key`.
  case deadlineExceeded = "deadline_exceeded"

  /// The HTTP status that goes with the code.
  public var status: Int {
    switch self {
    case .malformedJSON, .malformedRequest: 400
    case .unauthorized, .wrongCredentials: 401
    case .recordProtected, .secretKeyRequired, .tokenRequired, .identityTokenInvalid,
      .targetNotAllowed:
      403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .emailInUse, .passwordSet, .codeTaken, .stepOutOfOrder, .insufficientBalance,
      .personUnconfirmed, .notInReview,
      .rewardRefused,
      .webhookDisabled, .mailNotSetUp, .smsNotSetUp, .messageNotFailed,
      .messageNotQueued:
      409
    case .gone: 410
    case .versionConflict: 412
    case .bodyTooLarge: 413
    case .urlTooLong: 414
    case .invalidField, .idempotencyConflict: 422
    case .rateLimited: 429
    case .headersTooLarge: 431
    case .internal: 500
    case .storageFull, .unavailable, .deadlineExceeded: 503
    }
  }

  /// What the code means, the same for every occurrence (RFC 9457 `title`).
  public var title: String {
    switch self {
    case .malformedJSON: "The body is not valid JSON"
    case .malformedRequest: "The request is not well formed"
    case .invalidField: "A field is missing or not acceptable"
    case .unauthorized: "The key is missing, unknown or revoked"
    case .secretKeyRequired: "This call needs a secret key"
    case .tokenRequired: "This call needs the person's or install's token"
    case .identityTokenInvalid: "The identity token does not sign anybody in"
    case .wrongCredentials: "The e-mail address or the password is wrong"
    case .recordProtected: "This part of the record may not be written"
    case .targetNotAllowed: "The target is not among the app's allowed targets"
    case .notFound: "There is no such thing in this app"
    case .methodNotAllowed: "The route does not take this method"
    case .codeTaken: "The code is taken"
    case .stepOutOfOrder: "An earlier step is missing"
    case .insufficientBalance: "The balance is too small"
    case .personUnconfirmed: "Only clients have said who the person is"
    case .emailInUse: "The e-mail address is another person's"
    case .passwordSet: "The person has a password already"
    case .versionConflict: "It has changed meanwhile"
    case .notInReview: "The transfer is not in review"
    case .rewardRefused: "The reward cannot be paid"
    case .webhookDisabled: "The webhook is disabled"
    case .mailNotSetUp: "No mail can be sent"
    case .smsNotSetUp: "No text message can be sent"
    case .messageNotFailed: "The message has not failed"
    case .messageNotQueued: "The message does not wait any more"
    case .idempotencyConflict: "The idempotency key belongs to another request"
    case .gone: "It was deleted or has expired"
    case .bodyTooLarge: "The body is too large"
    case .urlTooLong: "The URL is too long"
    case .headersTooLarge: "The headers are too large"
    case .rateLimited: "Too many requests"
    case .internal: "A fault of the server"
    case .storageFull: "The server's storage is full"
    case .unavailable: "The server is not available"
    case .deadlineExceeded: "The answer took too long"
    }
  }
}
