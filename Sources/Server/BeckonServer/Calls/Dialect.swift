import BeckonContract
import BeckonHTTP
import BeckonModel
import BeckonStore

/// How clients of one protocol show their key, and how they are told of an error. All else that
/// differs is the endpoints' business.
struct Dialect: Sendable {
  /// Whose aliases of keys count, besides the app's own keys.
  let vendor: Vendor?
  /// Whether `read` reads the whole body, when it is not yet known whose call it is.
  let readsBody: Bool
  /// Whether any page may read the answers, until the app lists an origin.
  let isForAnyPage: Bool
  /// Reads the key, and the body where the key stands in it.
  /// - Throws: `Problem`.
  let read: @Sendable (HTTPRequest, AppDirectory) async throws -> Credentials
  /// Checks what else proves that a request is the app's.
  /// - Throws: `Problem`.
  let verify: @Sendable (HTTPRequest, Credentials, Owner, Instant) throws -> Void
  /// An error in the form that the clients read.
  let refusal: @Sendable (Problem, _ requestID: String) -> Reply
  /// The install whose call it is, as a body says, by which calls are counted; `nil` when it says
  /// none.
  let install: @Sendable (JSON?) -> String?

  init(
    vendor: Vendor?, readsBody: Bool = false, isForAnyPage: Bool = false,
    read: @escaping @Sendable (HTTPRequest, AppDirectory) async throws -> Credentials,
    verify: @escaping @Sendable (HTTPRequest, Credentials, Owner, Instant) throws -> Void,
    refusal: @escaping @Sendable (Problem, _ requestID: String) -> Reply,
    install: @escaping @Sendable (JSON?) -> String? = { _ in nil }
  ) {
    self.vendor = vendor
    self.readsBody = readsBody
    self.isForAnyPage = isForAnyPage
    self.read = read
    self.verify = verify
    self.refusal = refusal
    self.install = install
  }

  /// What a request shows.
  struct Credentials: Sendable {
    let key: String
    /// The body, if it had to be read.
    var body: JSON?
    /// The number of the app whose key has opened the body, if it was sealed.
    var opener: Int64?
    /// The token of a person or an install, where clients have it elsewhere than in our header.
    var token: String?
  }

  /// Whose the key is.
  struct Owner: Sendable {
    let app: AppContext
    let key: KeyKind
  }

  /// The native API: a key in `Authorization`, errors as RFC 9457 has them.
  static let native = Dialect(
    vendor: nil,
    read: { request, _ in
      let header = request.headers[HeaderName.authorization] ?? ""
      let parts = header.split(on: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].utf8.count == 6, parts[0].lowercased() == "bearer" else {
        throw Problem(
          .unauthorized, "Send 'Authorization: Bearer ' and a key that begins with pk_ or sk_.")
      }
      return Credentials(key: parts[1])
    },
    verify: { request, _, owner, _ in
      let signing = owner.app.settings.requestSigning
      guard signing.isRequired, !signing.allowsUnsignedNative, owner.key == .publishable,
        request.method != .get, request.method != .head
      else { return }
      throw Problem(
        .secretKeyRequired,
        "This app takes signed requests only ('request_signing.required'), and Beckon's own API "
          + "signs none. If the app has Beckon's own SDK too, PATCH /v1/app "
          + "'request_signing.unsigned_native'."
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
