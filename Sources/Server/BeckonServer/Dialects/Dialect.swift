import BeckonContract
import BeckonHTTP
import BeckonModel

/// How clients of one protocol show their key, and how they are told of an error. All else that
/// differs is the endpoints' business.
struct Dialect: Sendable {
  /// Whose aliases of keys count, besides the app's own keys.
  let vendor: Vendor?
  /// Reads the key, and the body where the key stands in it.
  /// - Throws: `Problem`.
  let read: @Sendable (HTTPRequest) throws -> Credentials
  /// Checks what else proves that a request is the app's.
  /// - Throws: `Problem`.
  let verify: @Sendable (HTTPRequest, AppSettings, KeyKind, Instant) throws -> Void
  /// An error in the form that the clients read.
  let refusal: @Sendable (Problem, _ requestID: String) -> Reply

  /// What a request shows.
  struct Credentials: Sendable {
    let key: String
    /// The body, if it had to be read.
    var body: JSON?
    /// What must be opened before anything is shown.
    var envelope: LinkrunnerEnvelope?
  }

  /// The protocol of a route.
  static func of(_ route: Route) -> Dialect {
    switch route.vendor {
    case .linkrunner where [.linkrunnerWebIngest, .linkrunnerWebCollect].contains(route):
      .linkrunnerWeb
    case .linkrunner: route.access == .secretKey ? .linkrunnerServer : .linkrunner
    default: .native
    }
  }

  /// The native API: a key in `Authorization`, errors as RFC 9457 has them.
  static let native = Dialect(
    vendor: nil,
    read: { request in
      let header = request.headers[HeaderName.authorization] ?? ""
      let parts = header.split(on: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].utf8.count == 6, parts[0].lowercased() == "bearer" else {
        throw Problem(
          .unauthorized, "Send 'Authorization: Bearer ' and a key that begins with pk_ or sk_.")
      }
      return Credentials(key: parts[1])
    },
    verify: { request, settings, key, _ in
      let signing = settings.requestSigning
      guard signing.isRequired, !signing.allowsUnsignedNative, key == .publishable,
        request.method != .get, request.method != .head
      else { return }
      throw Problem(
        .secretKeyRequired,
        "This app takes signed requests of Linkrunner's clients only, and here nothing is signed. "
          + "If it has Beckon's own SDK too, PATCH /v1/app 'request_signing.unsigned_native'."
      )
    },
    refusal: { .problem($0, requestID: $1) })
}

extension HTTPRequest {
  /// The body as JSON.
  /// - Throws: `Problem`.
  func json() throws -> JSON { try Self.json(body) }

  /// A body as JSON.
  /// - Throws: `Problem`.
  static func json(_ body: [UInt8]) throws -> JSON {
    do throws(JSONError) {
      return try JSONReader.read(body)
    } catch {
      throw Problem(
        .malformedJSON, "Not JSON at byte \(error.offset): \(error.reason).")
    }
  }
}
