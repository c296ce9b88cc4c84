import BeckonContract
import BeckonContractDynamicLinks
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/shortLinks`, and `POST /v1/managedShortLinks:create`, which gives a link a name and
/// perhaps a code of one's own.
enum ShortenDynamicLink {
  static func prepare(_ call: Call) throws -> Work {
    let (request, long) = try read(call, isManaged: false)
    return .write { scope in
      .json(answer(request, try make(request, long, scope, call), call).json)
    }
  }

  static func prepareManaged(_ call: Call) throws -> Work {
    let (request, long) = try read(call, isManaged: true)
    if case .custom(let code) = request.suffix { try check(code, under: long.prefix, call) }
    return .write { scope in
      let link = try make(request, long, scope, call)
      let answer = answer(request, link, call)
      return .json(
        .object([
          "managedShortLink": .object([
            "link": .string(answer.shortLink), "linkName": request.name.map(JSON.string),
            "creationTime": .instant(link.createdAt), "visibility": "UNARCHIVED",
            "info": ["link": .string(request.link.link)],
          ]),
          "previewLink": .string(answer.previewLink),
          "warning": answer.warnings.isEmpty ? nil : .array(answer.warnings.map(\.json)),
        ]))
    }
  }

  private static func make(
    _ request: ShortDynamicLinkRequest, _ long: LongLink, _ scope: Scope, _ call: Call
  ) throws -> Link {
    let isOwn = call.app.settings.linkDomains.contains { $0 == long.prefix }
    let taken = call.services[TakenNames.self]
    let link = try ShortenedLinks(scope).make(
      long, under: isOwn ? long.prefix : "", code: request.codeKind, name: request.name
    ) { (try? taken.check(custom: $0)) != nil }
    guard let link else {
      throw Problem(
        .codeTaken, "The code is in use, or was; a code is never used twice. Choose another.")
    }
    return link
  }

  private static func check(_ code: String, under prefix: String, _ call: Call) throws {
    do {
      try call.services[TakenNames.self].check(custom: code)
      try Code.check(code, under: prefix, among: call.app.settings.linkDomains)
    } catch {
      throw FieldError("suffix.customSuffix", error.remedy)
    }
  }

  private static func answer(
    _ request: ShortDynamicLinkRequest, _ link: Link, _ call: Call
  ) -> ShortDynamicLinkAnswer {
    ShortDynamicLinkAnswer(
      shortLink: call.shortURL(link),
      warnings: DynamicLinkWarnings.all(request.link, call.app.settings))
  }

  private static func read(
    _ call: Call, isManaged: Bool
  ) throws -> (ShortDynamicLinkRequest, LongLink) {
    do {
      let request = try ShortDynamicLinkRequest(try call.request.json(), isManaged: isManaged)
      return (request, try checked(request.link, call))
    } catch let failure as DynamicLinksFailure {
      throw Problem(failure)
    }
  }

  /// The link as it is kept, if the caller may make it.
  private static func checked(_ link: LongDynamicLink, _ call: Call) throws -> LongLink {
    let settings = call.app.settings
    guard settings.linkDomains.contains(where: { $0 == link.prefix }) || isPublic(link, call) else {
      throw DynamicLinksFailure.foreignPrefix(link.prefix)
    }
    guard let long = LongLink(link) else {
      throw DynamicLinksFailure.unfit(.link, link.fault(of: .link)?.remedy ?? "is no URL")
    }
    if let page = long.ownPage(of: settings) {
      throw DynamicLinksFailure.unfit(
        DynamicLinkParameter(word: page.name) ?? .link, "leads to a link of this app's")
    }
    if call.proof.key == .publishable, let page = long.forbiddenPage(by: settings) {
      throw DynamicLinksFailure.forbidden(DynamicLinkParameter(word: page.name) ?? .link)
    }
    return long
  }

  /// Whether a link is to stand on the host that all apps share.
  private static func isPublic(_ link: LongDynamicLink, _ call: Call) -> Bool {
    guard let url = URLText(call.publicURL), let (host, port) = url.hostAndPort else {
      return false
    }
    return link.prefix == host || link.prefix == port.map { host + ":" + $0 }
  }
}

extension ShortDynamicLinkRequest {
  fileprivate var codeKind: ShortenedLinks.CodeKind {
    switch suffix {
    case .short: .short
    case .unguessable: .unguessable
    case .custom(let code): .custom(code)
    }
  }
}
