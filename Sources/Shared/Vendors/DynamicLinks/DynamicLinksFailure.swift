import BeckonModel

/// An error as this vendor's clients read it: `{"error": {"code", "message", "status"}}`
/// (docs/PROTOCOLS/dynamiclinks.md, Errors).
public struct DynamicLinksFailure: Error, Hashable, Sendable {
  /// The HTTP status.
  public let code: Int64
  /// For people; clients hand it on to the app.
  public let message: String
  /// One word of a closed set, in capitals.
  public let status: String

  /// Makes an error.
  public init(code: Int64, message: String, status: String) {
    self.code = code
    self.message = message
    self.status = status
  }

  /// An error by its HTTP status, with the vendor's word for it.
  public init(status: Int, message: String) {
    let word =
      switch status {
      case 401: "UNAUTHENTICATED"
      case 403: "PERMISSION_DENIED"
      case 404: "NOT_FOUND"
      case 409: "ABORTED"
      case 429: "RESOURCE_EXHAUSTED"
      case 500: "INTERNAL"
      case 503, 504: "UNAVAILABLE"
      default: "INVALID_ARGUMENT"
      }
    self.init(code: Int64(status), message: message, status: word)
  }

  /// Reads an answer; `nil` when it is no error.
  public init?(json: JSON) {
    guard let error = json["error"] else { return nil }
    self.init(
      code: error["code"]?.integer ?? 0, message: error["message"]?.string ?? "",
      status: error["status"]?.string ?? "")
  }

  /// The body.
  public var json: JSON {
    [
      "error": [
        "code": .integer(code), "message": .string(message), "status": .string(status),
      ]
    ]
  }
}

extension DynamicLinksFailure {
  private static func invalid(_ message: String) -> DynamicLinksFailure {
    DynamicLinksFailure(status: 400, message: message)
  }

  /// The prefix is none of the app's.
  public static func foreignPrefix(_ prefix: String) -> DynamicLinksFailure {
    let url = prefix.hasPrefix("http") ? prefix : "https://" + prefix
    return invalid(
      "Your project does not own Dynamic Links domain: \(url) [if the domain leads to this server, "
        + "add it to the app's link_domains: PATCH /v1/app]")
  }

  /// There is no prefix, or there are two.
  static func onePrefix(_ domain: String, _ prefix: String) -> DynamicLinksFailure {
    invalid(
      "Invalid Dynamic Link domain: '\(domain)' or Domain Uri Prefix: '\(prefix)'. Expecting exactly "
        + "one. [send 'domainUriPrefix', one of the app's link_domains]")
  }

  /// A target is none that clients may link to.
  public static func forbidden(_ parameter: DynamicLinkParameter) -> DynamicLinksFailure {
    let remedy =
      switch parameter {
      case .appStoreID: "set ios.app_store_id of the app, if it is the app's own"
      case .androidPackage: "set android.package of the app, if it is the app's own"
      default: "add a pattern to the app's allowed_targets"
      }
    return invalid(
      "400: We could not match param '\(parameter.rawValue)' with allowed URL patterns in your "
        + "project. [\(remedy): PATCH /v1/app]")
  }

  /// A target is no URL that a link may have.
  public static func unfit(
    _ parameter: DynamicLinkParameter, _ remedy: String
  ) -> DynamicLinksFailure {
    invalid("Invalid param '\(parameter.rawValue)': \(remedy).")
  }

  /// There is no deep link.
  static let linkMissing = invalid("The 'link' parameter is missing: it is where the app goes.")

  /// Neither, or both.
  static let exactlyOne = invalid(
    "Expecting exactly one of 'longDynamicLink' and 'dynamicLinkInfo'.")

  /// What should be a long link is none.
  static let notLong = invalid(
    "Long Dynamic Link is not parseable: it must be a URL of at most "
      + "\(LongDynamicLink.bytesMax) bytes, percent-encoded, such as "
      + "https://go.example/?link=https%3A%2F%2F…")
}
