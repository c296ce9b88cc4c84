import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// One request on its way to an endpoint: decoded, authenticated, with what the endpoint may use.
struct Call: Sendable {
  let request: HTTPRequest
  let route: Route
  /// Whose protocol it is of; `nil` for the native API.
  let vendor: Vendor?
  /// Values of the path's parameters, in order, decoded.
  let parameters: [String]
  private(set) var caller: Caller
  let address: ClientAddress
  let now: Instant
  let ambient: Ambient
  let publicURL: String
  /// The body, where it was read for the key.
  let body: JSON?
  /// The install whose call it is, as far as its protocol says that in each call.
  let install: String?
  /// State of the process.
  let services: Services

  /// The app, and what the caller shows for being who they say.
  struct Caller: Sendable {
    let app: AppContext
    var proof: Proof
    /// The key, by which calls are counted.
    var key = ""
    /// The operator who makes the call by the dashboard; `nil` for a call with a key.
    var author: AuditLog.Author?
  }

  var app: AppContext { caller.app }
  var proof: Proof { caller.proof }

  /// The same call with its app as it is now.
  func with(_ app: AppContext) -> Call {
    var call = self
    call.caller = Caller(app: app, proof: proof, key: caller.key, author: caller.author)
    return call
  }

  /// The same call as one that shows a token which it has just been given.
  func showing(_ token: String) -> Call {
    var call = self
    call.caller.proof = Proof(key: proof.key, token: token)
    return call
  }

  func scope(_ connection: any Connection) -> Scope {
    Scope(
      connection: connection, app: app, now: now, ambient: ambient,
      publicURL: publicURL)
  }

  /// The fields of the JSON body. What a native call asks for is read strictly.
  func fields() throws -> Fields {
    try Fields(try body ?? request.json(), isStrict: vendor == nil)
  }

  /// A path parameter as an id.
  /// - Throws: `Problem` 404 when it is none: there is no such thing.
  func id<Kind>(_ index: Int = 0, _: ID<Kind>.Type = ID<Kind>.self) throws -> ID<Kind> {
    guard parameters.indices.contains(index), let id = ID<Kind>(parameters[index]) else {
      throw Problem.notFound(ID<Kind>.noun)
    }
    return id
  }

  /// The campaign that the path names by id or `list_uuid`.
  func campaign() throws -> Campaign {
    guard let name = parameters.first, let campaign = app.campaign(named: name) else {
      throw Problem.notFound("campaign")
    }
    return campaign
  }

  /// Refuses query parameters that the route does not have, or that come twice, in the native API:
  /// a filter that is dropped shows other people's rows.
  func refuseUnknownQuery() throws {
    guard vendor == nil, !request.query.isEmpty else { return }
    let known = Set(texts: route.query)
    var seen: Set<TextKey> = []
    let single = known.subtracting(route.repeatable.map { TextKey($0) })
    for name in request.query.map(\.name) where single.contains(TextKey(name)) {
      guard seen.insert(TextKey(name)).inserted else {
        throw FieldError(name, "is there twice; send it once")
      }
    }
    guard let unknown = request.query.first(where: { !known.contains(TextKey($0.name)) }) else {
      return
    }
    let meant = Self.otherNames[TextKey(unknown.name)].flatMap {
      known.contains(TextKey($0)) ? $0 : nil
    }
    throw FieldError(
      NameSuggestion.shown(unknown.name),
      meant.map { "is not known. Did you mean '\($0)'?" }
        ?? NameSuggestion.refusal(of: unknown.name, route.query))
  }

  /// What other services call some query parameters, which no spelling would tell.
  private static let otherNames: [TextKey: String] = [
    "to": "until", "end": "until", "end_date": "until", "before": "until",
    "since": "from", "start": "from", "start_date": "from", "after": "from",
    "group_by": "by", "page": "cursor", "per_page": "limit", "page_size": "limit",
  ]

  /// The value of a query parameter.
  func query(_ name: String) -> String? { request.query.first { $0.name == name }?.value }

  /// By whom changes are made: the operator, or the beginning of the key, as the list of keys shows
  /// it.
  var changedBy: String { caller.author?.name ?? caller.key.prefix(bytes: 8) + "…" }

  /// The whole URL of a link.
  func shortURL(_ link: Link) -> String { link.shortURL(publicURL: publicURL) }

  /// The address in the form in which it is compared, and what kind of network it is of.
  func network(given: String? = nil) -> (text: String, class: NetworkClass) {
    // An address that the client sends is believed of the app's own server only.
    let believed = proof.key == .secret ? given : nil
    let isForwardingIgnored = believed == nil && address.isForwardingIgnored
    guard let parsed = NetworkAddress(believed ?? address.text) else {
      return (address.text, .hiddenByProxy)
    }
    return (
      parsed.networkText,
      NetworkRanges.builtIn.classify(parsed, isForwardingIgnored: isForwardingIgnored)
    )
  }

  /// Who reports on products: a keyed hash of the caller's network, so that nobody agrees with
  /// themself as two visitors or installs.
  var reporter: Identifier { app.digest(ofNetwork: network().text) }
}

extension NetworkRanges {
  static let builtIn = NetworkRanges()
}

extension Link {
  /// As people pass it on; a link without a code of its own is its long link.
  func shortURL(publicURL: String) -> String {
    if isLong, let longLink { return longLink }
    return (prefix.isEmpty ? publicURL : "https://" + prefix) + "/" + Route.percentEncoded(code)
  }

  /// Its path on its host.
  var path: String {
    let path = LinkPrefix(prefix)?.path ?? []
    return (path + [Route.percentEncoded(code)]).map { "/" + $0 }.joined()
  }
}

extension ID {
  /// What it is an id of, in a word.
  static var noun: String { String(describing: Kind.self).lowercased() }
}

extension Problem {
  /// There is no such thing in the caller's app.
  static func notFound(_ noun: String) -> Problem {
    Problem(.notFound, "Not found: no such \(noun) in this app.")
  }
  /// Nothing is answered there.
  static let noSuchPath = Problem(
    .notFound,
    "Not found: there is no such path. Those of the API begin with /v1/; GET /v1/openapi.yaml has "
      + "them all.")
  /// The caller has not shown that they are this person.
  static let tokenRequired = Problem(
    .tokenRequired,
    "Send the token of this person in '\(HeaderName.token)', or use a secret key.")
  /// The same, for who has shown a token.
  static func tokenRequired(_ proof: Proof) -> Problem {
    guard proof.token != nil else { return .tokenRequired }
    return Problem(
      .tokenRequired,
      "The token in '\(HeaderName.token)' is not one of this person's: it is somebody else's, or it "
        + "was ended by a sign-out, by another password, or by your server, which named this "
        + "person with a secret key for the first time. Sign in again for a new one, or use a "
        + "secret key.")
  }
}
