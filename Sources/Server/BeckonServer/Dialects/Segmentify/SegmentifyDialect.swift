import BeckonContract
import BeckonContractSegmentify
import BeckonHTTP
import BeckonModel
import BeckonStore

extension Dialect {
  /// Segmentify's clients: the key is in the query, in a header or in the body; errors are words in
  /// an answer of HTTP status 200 (docs/PROTOCOLS/segmentify.md, Errors).
  static let segmentify = Dialect(
    vendor: .segmentify, readsBody: true, isForAnyPage: true,
    read: { request, _ in try Credentials(segmentify: request) },
    verify: { request, _, owner, _ in
      guard owner.key == .publishable else { return }
      try Segmentify.check(standing: owner.app.settings.status)
      try Segmentify.check(origin: request.headers[Segmentify.originHeader], owner.app.settings)
    },
    refusal: { problem, _ in
      let failure = Segmentify.Failure(problem)
      let status = problem.code.status
      // What may pass later must not look done to a client that keeps what it could not send.
      return .segmentify(
        Segmentify.Answer(failure, at: nil), status: failure.code.mayPass ? status : 200)
    }, install: { body in Segmentify.visitor(of: body) })
}

extension Dialect.Credentials {
  /// What a request shows: `?apiKey=`, else the header, else `apiKey` in the body or in the first
  /// of its events.
  /// - Throws: `Problem` when there is no key.
  init(segmentify request: HTTPRequest) throws {
    let body = try? request.json()
    let keys = [
      request.query.first { $0.name == Segmentify.keyName }?.value,
      request.headers[Segmentify.keyHeader], body?[Segmentify.keyName]?.string,
      body?[0]?[Segmentify.keyName]?.string,
    ]
    guard let key = keys.lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
      throw Problem(
        Segmentify.Failure(
          .noKey,
          "Send the app's key as '?\(Segmentify.keyName)=', or in '\(Segmentify.keyHeader)': pk_…, "
            + "or the key that the app has once 'beckon app alias --vendor segmentify --as "
            + "publishable' has registered it."))
    }
    self.init(key: key, body: body)
  }
}

extension Segmentify {
  /// The visitor whose call it is, by whom calls are counted.
  static func visitor(of body: JSON?) -> String? {
    let event = body?.elements?.first ?? body
    guard let event, let fields = try? Fields(event) else { return nil }
    return (try? fields.looseText("userId", max: Visit.idBytes)) ?? nil
  }

  /// Refuses an app that its operator has not released, or has taken out of service.
  /// - Throws: `Problem`.
  static func check(standing: String?) throws {
    switch (standing ?? "active").prefix(bytes: Limits.wordBytes).lowercased() {
    case "active", "verified": return
    case "unverified":
      throw Problem(
        Failure(
          .unverifiedAccount,
          "The app's 'status' is 'unverified'; PATCH /v1/app 'status' makes it 'active'."))
    default:
      throw Problem(
        Failure(
          .failedAccount,
          "The app's 'status' is not 'active'; PATCH /v1/app 'status' makes it so."))
    }
  }

  /// Refuses a shop's domain that is none of the app's, if the app says which are.
  /// - Throws: `Problem`.
  static func check(origin: String?, _ settings: AppSettings) throws {
    guard let origin, !settings.origins.isEmpty else { return }
    let domains = (settings.origins + settings.linkDomains).map(ShopDomain.init)
    let shop = ShopDomain(origin)
    guard !domains.contains(where: shop.isWithin) else { return }
    throw Problem(
      Failure(
        .domainMismatch,
        "'\(shop.host.prefix(bytes: Limits.wordBytes))' is none of the app's domains: PATCH /v1/app "
          + "'origins' lists them, as in https://www.example.com."))
  }
}

/// The domain of a shop, as a browser or as a client's `subDomain` names it.
struct ShopDomain: Sendable {
  /// In lower case, without scheme, `www.`, port and path.
  let host: String

  /// Reads an origin, a URL or a bare domain.
  init(_ text: String) {
    var rest = text.prefix(bytes: Limits.urlBytes).lowercased()
    if let parts = rest.parts(around: "://") { rest = parts.behind }
    rest = rest.upTo("/").upTo(":")
    if rest.hasPrefix("www.") { rest = String(rest.dropFirst(4)) }
    host = rest
  }

  /// Whether it is another shop's, or lies below it.
  func isWithin(_ other: ShopDomain) -> Bool {
    !other.host.isEmpty && (host == other.host || host.hasSuffix("." + other.host))
  }
}
