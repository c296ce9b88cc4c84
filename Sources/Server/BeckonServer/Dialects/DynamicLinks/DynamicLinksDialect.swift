import BeckonContract
import BeckonContractDynamicLinks
import BeckonHTTP
import BeckonModel
import BeckonStore

extension Dialect {
  /// This vendor's clients: the key is `key` in the query, or a header's; an error is one object
  /// (docs/PROTOCOLS/dynamiclinks.md, Credentials and Errors).
  static let dynamicLinks = Dialect(
    vendor: .dynamicLinks, read: { request, _ in try Credentials(dynamicLinks: request) },
    verify: { _, _, _, _ in },
    refusal: { problem, _ in .dynamicLinks(problem.dynamicLinks) })

  /// The same for the one question that a client asks but once in its life: whatever fails here, an
  /// error would read as "no link" to it and be written down as the server's fault besides.
  static let dynamicLinksInstall = Dialect(
    vendor: .dynamicLinks, read: dynamicLinks.read, verify: dynamicLinks.verify,
    refusal: { problem, _ in
      guard problem.code.status >= 500 else { return .dynamicLinks(problem.dynamicLinks) }
      return .json(["matchMessage": "The server could not look for a link just now."])
    })
}

extension Dialect.Credentials {
  /// What a request shows: `?key=`, `X-Goog-Api-Key` or `Authorization: Bearer`.
  /// - Throws: `Problem` when there is no key.
  init(dynamicLinks request: HTTPRequest) throws {
    let named = request.query.first { $0.name == "key" }?.value
    let header = request.headers["X-Goog-Api-Key"]
    let authorization = request.headers[HeaderName.authorization]?.split(on: " ", maxSplits: 1)
    let bearer = authorization.flatMap { parts in
      parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : nil
    }
    // A secret key in the header goes before the app's own in the query.
    guard let key = [bearer, named, header].lazy.compactMap({ $0 }).first(where: { !$0.isEmpty })
    else {
      throw Problem(
        .unauthorized,
        "Send the app's key as '?key=': pk_…, or the API key that the app has. "
          + Problem.howKeysAreRegistered)
    }
    self.init(key: key)
  }
}

extension Problem {
  fileprivate static let howKeysAreRegistered =
    "The server knows an API key once 'beckon app alias --vendor dynamiclinks --key AIza… --as "
    + "publishable' has registered it."

  /// As this vendor's clients read it: what is wrong with a field is 400 there.
  fileprivate var dynamicLinks: DynamicLinksFailure {
    let status = code.status == 422 ? 400 : code.status
    return DynamicLinksFailure(
      status: status, message: field == nil ? detail + hint : "Invalid value: " + detail)
  }

  /// What to do about a key that this server does not know.
  private var hint: String {
    guard code == .unauthorized, !detail.has(text: Self.howKeysAreRegistered) else { return "" }
    return " " + Self.howKeysAreRegistered
  }

  /// An error of this vendor's own words.
  init(_ failure: DynamicLinksFailure) {
    self.init(failure.code == 404 ? .notFound : .malformedRequest, failure.message)
  }
}

extension Reply {
  /// An error as this vendor's clients read it.
  static func dynamicLinks(_ failure: DynamicLinksFailure) -> Reply {
    .json(failure.json, status: Int(failure.code))
  }
}
