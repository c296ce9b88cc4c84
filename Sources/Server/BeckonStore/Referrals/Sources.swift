import BeckonEngine
import BeckonModel

/// Finds out who brought a person, from what the caller and the install know.
struct Sources {
  let scope: Scope

  /// What could name the referrer, best first: the caller's word, a click, the install's match.
  struct Hints {
    let referrer: String?
    let click: ClickID?
    let install: InstallID?
    /// The person who signs up; `nil` for a new one.
    let person: PersonID?
    /// How far the caller can be trusted.
    let trust: Trust
    /// Whether a referrer who is only declared is as sure as a match of one of the person's
    /// installs with a link of that referrer.
    var heedsInstalls = false
  }

  /// The first hint that leads to a person or a campaign.
  func find(_ hints: Hints) throws -> ReferralSource? {
    if let text = hints.referrer, let source = try named(text, hints.trust) {
      return hints.heedsInstalls ? try supported(source, by: hints.person) : source
    }
    if let click = hints.click, let source = try clicked(click) { return source }
    return try hints.install.flatMap { try installed($0, hints.person) }
  }

  /// Who becomes the referrer of all to whom hints lead, where the campaign does not take the
  /// first hint that leads to somebody.
  /// - Parameters:
  ///   - strongest: whom `find` has found.
  ///   - usual: the campaign of a source that names none.
  func choose(
    _ strongest: ReferralSource?, _ hints: Hints, usual: Campaign?
  ) throws -> ReferralSource? {
    guard let strongest, strongest.referrer != nil,
      let campaign = strongest.campaign.flatMap(scope.app.campaign) ?? usual,
      campaign.referrerChoice != .strongest
    else { return strongest }
    let candidates = try candidates(hints).filter {
      $0.source.referrer != nil && $0.source.referrer != hints.person
        && $0.source.campaign ?? campaign.id == campaign.id
    }
    return campaign.referrerChoice.choose(among: candidates) ?? strongest
  }

  /// Whoever a hint leads to, in the order of the hints.
  private func candidates(_ hints: Hints) throws -> [ReferrerCandidate] {
    func clickedAt(_ click: ClickID?) throws -> Instant? {
      try click.flatMap(Clicks(scope).find)?.at
    }
    let decision = try hints.install.flatMap(Decisions(scope).find)
    let found: [(ReferralSource?, Instant?)] = [
      (try hints.referrer.flatMap { try named($0, hints.trust) }, scope.now),
      (try hints.click.flatMap { try clicked($0) }, try clickedAt(hints.click)),
      (
        try hints.install.flatMap { try installed($0, hints.person) },
        try clickedAt(decision?.click) ?? decision?.at
      ),
    ]
    return found.compactMap { source, at in
      source.map { ReferrerCandidate(source: $0, at: at ?? scope.now) }
    }
  }

  /// A person's id, a referral code, or a link. Codes and links are handed on by whose they are; a
  /// person's id stands in many answers, so a client that names one only declares it.
  private func named(_ text: String, _ trust: Trust) throws -> ReferralSource? {
    let evidence = JSON.object([JSON.Member("given", .string(kind(of: text)))])
    if let id = PersonID(text) {
      guard let person = try People(scope).present(id) else { return nil }
      return ReferralSource(
        referrer: person.id, campaign: nil, method: ReferralSource.named,
        match: trust == .server ? .unique : .declared, evidence: evidence)
    }
    guard let link = try link(text) else { return nil }
    return try source(of: link, method: ReferralSource.named, match: .unique, evidence: evidence)
  }

  private func link(_ text: String) throws -> Link? {
    let links = Links(scope)
    let opened = OpenedLink(text, forms: scope.app.forms.links)
    return try opened.map(links.find(opened:)) ?? links.find(code: text)
  }

  /// Whether what was named as the referrer is a link, by itself or by its code, that is nobody's.
  func isNobodys(_ text: String) throws -> Bool {
    guard PersonID(text) == nil, let link = try link(text) else { return false }
    return try link.referrer.flatMap(People(scope).present) == nil
  }

  /// The surest that the person's installs tell of the same referrer, or the source itself.
  private func supported(
    _ source: ReferralSource, by person: PersonID?
  ) throws -> ReferralSource {
    guard let person, source.match == .declared else { return source }
    let told = try Installs(scope).used(by: person).prefix(Self.installsMax)
      .compactMap { try installed($0, person) }
      .filter { $0.referrer == source.referrer && $0.match > source.match }
    return told.max { $0.match < $1.match } ?? source
  }

  /// Most installs of a person that are asked for a match.
  private static let installsMax = 20

  private func kind(of text: String) -> String {
    if PersonID(text) != nil { return "person" }
    return OpenedLink(text) == nil ? "code" : "link"
  }

  private func clicked(_ click: ClickID) throws -> ReferralSource? {
    guard let link = try Clicks(scope).find(click)?.link,
      let found = try Links(scope).find(link, clicked: click)
    else { return nil }
    return try source(
      of: found, method: "click_id", match: .unique, evidence: ["click": .id(click)])
  }

  /// An install brings one person: whoever signs up on it later was not sent by its link.
  private func installed(
    _ install: InstallID, _ person: PersonID?
  ) throws -> ReferralSource? {
    guard try !Installs(scope).wasUsed(install, byOtherThan: person),
      let decision = try Decisions(scope).find(install), decision.type > .none,
      let link = try Links(scope).find(of: decision)
    else { return nil }
    return try source(
      of: link, method: "install", match: decision.type,
      evidence: .object([
        "decision": .id(decision.id), "reason": .string(decision.reason),
        "click": decision.click.map(JSON.id),
      ]))
  }

  private func source(
    of link: Link, method: String, match: MatchType, evidence: JSON
  ) throws -> ReferralSource? {
    let referrer = try LongLinks(scope).withReferrer(link).referrer
      .flatMap { try People(scope).present($0)?.id }
    guard referrer != nil || link.campaign != nil else { return nil }
    return ReferralSource(
      referrer: referrer, campaign: link.campaign, method: method, match: match,
      evidence: .object((evidence.members ?? []) + [JSON.Member("link", .id(link.id))]))
  }
}
