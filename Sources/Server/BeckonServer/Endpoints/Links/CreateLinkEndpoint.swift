import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/links`.
enum CreateLinkEndpoint {
  /// Short codes may be taken; so many are tried.
  private static let triesMax = 8

  static func prepare(_ call: Call) throws -> Work {
    let request = try CreateLink.Request(try call.fields())
    try check(request, call)
    return .write { scope in
      let owner = try owner(request, call, scope)
      let links = Links(scope)
      let prefix = try prefix(request, scope) ?? links.defaultPrefix
      // Under another prefix, too: a code alone does not say under which it is.
      if call.proof.key == .publishable, let code = request.code, try links.find(code: code) != nil
      {
        throw codeTaken
      }
      for _ in 0..<(request.code == nil ? triesMax : 1) {
        let link = link(request, code: request.code ?? code(request, call), owner, prefix, call)
        guard try links.insert(link) else { continue }
        let response = CreateLink.Response(
          id: link.id, code: link.code, shortURL: call.shortURL(link), url: link.url)
        return .json(response.json, status: 201)
      }
      throw codeTaken
    }
  }

  private static let codeTaken = Problem(
    .codeTaken, "The code is in use, or was; a code is never used twice.", field: "code")

  private static func check(_ request: CreateLink.Request, _ call: Call) throws {
    try checkTargets(of: request, call) { _ in true }
    if let code = request.code {
      do {
        try call.services[TakenNames.self].check(custom: code)
        let prefixes = call.app.settings.linkDomains
        try Code.check(
          code, under: request.domain ?? prefixes.first ?? "", among: prefixes)
      } catch {
        throw FieldError("code", error.remedy)
      }
    }
  }

  /// Refuses targets that a browser may not be sent to, or not with this key, and a campaign that
  /// there is not.
  /// - Parameter isNew: whether a member is to be looked at.
  static func checkTargets(
    of request: CreateLink.Request, _ call: Call, isNew: (String) -> Bool
  ) throws {
    if let scheme = request.platforms.iosScheme, isNew("ios"), !Target.isOwn(scheme + "://open") {
      throw FieldError("ios.scheme", "must be an app's own scheme, such as com.example.shop")
    }
    for (name, url) in LinkAddresses.of(request) where isNew(name.upTo(".")) {
      do {
        try Target.check(url, schemes: name == "url" ? .web : .deepLink)
      } catch {
        throw FieldError(name, error.remedy)
      }
      guard call.proof.key == .secret || allows(call.app, url) else {
        throw Problem(
          .targetNotAllowed,
          "Add a pattern to the app's allowed_targets, or make the link with a secret key.",
          field: name)
      }
    }
    if let campaign = request.campaign, isNew("campaign"), call.app.campaign(campaign) == nil {
      throw FieldError("campaign", "is none of this app's")
    }
  }

  private static func allows(_ app: AppContext, _ url: String) -> Bool {
    // Where the app's own package leads is the app's own page.
    if url == app.settings.playPage { return true }
    let patterns = app.settings.allowedTargets.compactMap { TargetPattern($0) }
    return TargetPattern.anyMatches(patterns, url)
  }

  private static func owner(
    _ request: CreateLink.Request, _ call: Call, _ scope: Scope
  ) throws -> PersonID? {
    guard let referrer = request.referrer else { return nil }
    guard let person = try People(scope).present(referrer) else {
      throw FieldError("referrer", "is nobody in this app")
    }
    guard try Tokens(scope).prove(call.proof, person.id) else { throw Problem.tokenRequired }
    return person.id
  }

  private static func prefix(_ request: CreateLink.Request, _ scope: Scope) throws -> String? {
    guard let domain = request.domain else { return nil }
    guard let own = scope.app.settings.linkDomains.first(where: { $0 == domain }) else {
      throw FieldError("domain", "is none of the app's link_domains")
    }
    return own
  }

  private static func code(_ request: CreateLink.Request, _ call: Call) -> String {
    request.short
      ? Code.short(random: call.ambient.random())
      : Code.unguessable(random: (call.ambient.random(), call.ambient.random()))
  }

  private static func link(
    _ request: CreateLink.Request, code: String, _ owner: PersonID?, _ prefix: String, _ call: Call
  ) -> Link {
    Link(
      id: call.ambient.id(), app: call.app.number, prefix: prefix, code: code,
      url: request.url, campaign: request.campaign, referrer: owner,
      options: LinkOptions(request), createdAt: call.now, expiresAt: request.expiresAt,
      isCodeByClient: request.code != nil && call.proof.key != .secret)
  }
}

extension LinkOptions {
  /// What a request says of a link besides its target.
  init(_ request: CreateLink.Request) {
    self.init(
      ios: request.ios, android: request.android, social: request.social?.json,
      utm: request.utm.isEmpty ? nil : .object(request.utm), name: request.name,
      deepLink: request.deepLink, storeVisitors: request.storeVisitors,
      passParameters: request.passParameters, platforms: request.platforms,
      pasteboard: request.pasteboard)
  }
}
