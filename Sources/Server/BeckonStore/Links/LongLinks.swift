import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

extension LongLink {
  /// The id of a long link in its one written form.
  public static func id(of text: String) -> LinkID {
    let digest = digest(of: text)
    return LinkID(Identifier(at: Instant(milliseconds: 0), random: (digest.high, digest.low)))
  }

  /// By what a short link is found again that was made of a long one.
  public static func digest(of text: String) -> Identifier {
    Identifier(hashing: "long link", text)
  }
}

/// Long links, which lead somewhere without a row. One gets a row when something comes to rest on
/// it: an install or a sign-up that it has brought, an opening on an install.
struct LongLinks {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// A long link, if the app answers it: under one of its prefixes, to pages that it allows.
  func served(_ long: LongLink?) -> LongLink? {
    guard let long, scope.app.settings.linkDomains.contains(where: { $0 == long.prefix }),
      long.forbiddenPage(by: scope.app.settings) == nil
    else { return nil }
    return long
  }

  /// The row of a long link, made if there is none.
  /// - Throws: `DatabaseError`.
  func kept(_ long: LongLink) throws -> Link {
    if let known = try Links(scope).find(long.id) { return try withReferrer(known) }
    let link = long.link(
      of: scope.app.number, referrer: try referrer(of: long), at: scope.now)
    _ = try Links(scope).insert(link)
    return link
  }

  /// A link that was made of a long one, with its referrer as of now: who invites may have become
  /// known here only after the link, as everybody does who moves in, and a name that a client has
  /// claimed may have become another's.
  /// - Throws: `DatabaseError`.
  func withReferrer(_ link: Link) throws -> Link {
    guard let text = link.longLink, let long = scope.app.forms.links.long(text),
      let referrer = try referrer(of: long), referrer != link.referrer
    else { return link }
    try scope.connection.send(
      """
      UPDATE links SET referrer = \(.id(referrer))
      WHERE app = \(scope.tenant) AND id = \(.id(link.id))
      """)
    return link.with(referrer: referrer)
  }

  /// Whom the deep link of a long link names as the one who invites: by their id, the app's own
  /// id of them, or their code.
  /// - Throws: `DatabaseError`.
  func referrer(of long: LongLink) throws -> PersonID? {
    let name = scope.app.settings.inviteParameter
    guard !name.isEmpty,
      let value = OpenedLink.parameter(name, of: long.options.deepLink ?? long.url),
      (1...Limits.identityBytes).contains(value.utf8.count)
    else { return nil }
    let people = People(scope)
    if let id = PersonID(value) { return try people.present(id)?.id }
    if let user = try people.find(Identity(kind: .userID, value: value)).flatMap(people.present) {
      return user.id
    }
    return try Links(scope).find(code: value)?.referrer.flatMap(people.present)?.id
  }

  /// The row of the long link that was clicked on, made if there is none; `nil` for what is no long
  /// link, and when the click is not kept any more.
  /// - Throws: `DatabaseError`.
  func kept(clicked click: ClickID) throws -> Link? { try long(clicked: click).map(kept) }

  /// What that row would be; nothing is written.
  /// - Throws: `DatabaseError`.
  func shown(clicked click: ClickID) throws -> Link? {
    try long(clicked: click).map { long in
      long.link(of: scope.app.number, referrer: try referrer(of: long), at: scope.now)
    }
  }

  private func long(clicked click: ClickID) throws -> LongLink? {
    let at = click.identifier.instant
    let text = try scope.connection.first(
      """
      SELECT long_link FROM clicks
      WHERE app = $1 AND id = $2 AND at BETWEEN $3 AND $4 AND long_link IS NOT NULL
      """,
      [
        scope.tenant, .id(click), .instant(at.adding(milliseconds: -Span.dayMilliseconds)),
        .instant(at.adding(milliseconds: Span.dayMilliseconds)),
      ]
    ) { $0.text(0) }
    return text.flatMap(scope.app.forms.links.long)
  }

  /// Makes the row of the long link on which a decision rests, if it is one.
  /// - Parameter named: URLs that the app has named.
  /// - Throws: `DatabaseError`.
  func keep(of decision: StoredDecision, named: [String?]) throws {
    guard let link = decision.link, LongLink.isLong(link) else { return }
    if let click = decision.click, try kept(clicked: click) != nil { return }
    for url in named.compactMap({ $0 }) {
      let long = OpenedLink(url, forms: scope.app.forms.links)?.long
      if let long, long.id == link { _ = try kept(long) }
    }
  }
}
