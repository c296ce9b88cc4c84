import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

extension Subscriber {
  /// What the caller may know of the member. Who has only the app's key learns the id, the code and
  /// link, counts and state, all of which others see anyway, and of the rest what this very call
  /// has said.
  /// - Parameter said: what the call said.
  /// - Throws: `DatabaseError`.
  func answer(_ call: Call, said: SubscriberRequest? = nil) throws -> SubscriberAnswer {
    let referral = member.referral
    var answer = SubscriberAnswer()
    answer.id = referral.id.subscriber
    answer.counts = try counts()
    answer.points = try Points(scope).of(referral.person, in: campaign.id)
    let place = try QueuePlaces(scope).standing(of: referral.person, in: campaign)
    answer.peopleAhead = place?.peopleAhead
    // Who was promoted waits no more.
    let isServed = campaign.kind == .waitlist && member.promotedAt != nil
    answer.position = try isServed ? 0 : place?.position ?? position(answer)
    answer.state = referral.referrer == nil ? nil : referral.state
    answer.createdAt = referral.joinedAt
    answer.updatedAt = member.updatedAt ?? referral.joinedAt
    answer.verifiedAt = try verifiedAt()
    answer.promotedAt = member.promotedAt
    let link = try referral.link.flatMap(Links(scope).find)
    answer.code = link?.code ?? ""
    try tell(&answer.texts, call, said)
    tellLinks(&answer.texts, answer.code, call)
    if isOwn {
      answer.tags = member.details["tags"]?.elements?.compactMap(\.string) ?? []
      answer.riskLevel = Int64(
        ReferralRisk.Level.allCases.firstIndex(of: referral.standingRisk.level) ?? 0)
      answer.referredBy = try referrer(call)
      answer.conversionAmount = member.detail(ConversionAmount.detail) ?? "0.0"
    } else if referral.referrer(to: call.proof.key) != nil {
      answer.referredBy = .unnamed
    }
    return answer
  }

  /// Where the campaign asks for an address, when it was shown to be the member's; else, or when
  /// the app's server has named them, when they joined.
  private func verifiedAt() throws -> Instant? {
    let referral = member.referral
    guard campaign.asksForOptIn else { return referral.joinedAt }
    guard !referral.state.isWaiting else { return nil }
    let shown = try People(scope).verified(of: referral.person).map(\.at).min()
    return max(shown ?? referral.joinedAt, referral.joinedAt)
  }

  private func counts() throws -> SubscriberAnswer.Counts {
    let person = member.referral.person
    var counts = SubscriberAnswer.Counts()
    guard let place = try Leaders(scope, of: campaign.id).place(of: person) else { return counts }
    (counts.confirmed, counts.unconfirmed, counts.pending) =
      (place.confirmed, place.unconfirmed, place.pending)
    (counts.secondLevel, counts.thirdLevel) =
      try ReferralCounts(scope).furtherLevels(of: person, in: campaign.id)
    return counts
  }

  /// The rank in the order of the campaign's kind.
  private func position(_ answer: SubscriberAnswer) throws -> Int64 {
    switch campaign.kind.leaderboardOrder {
    case .confirmed:
      try Ranks(scope, of: campaign.id).standing(at: answer.counts.confirmed).rank
    case .points:
      try Ranks(scope, of: campaign.id, on: .points).standing(at: answer.points).rank
    }
  }

  // MARK: Texts

  private func tell(
    _ texts: inout [TextKey: String], _ call: Call, _ said: SubscriberRequest?
  ) throws {
    for member in said?.details ?? [] { texts[TextKey(member.name)] = member.value.string }
    for identity in said?.identities ?? [] {
      texts[TextKey(identity.kind.referralHeroName)] = identity.value
    }
    texts[TextKey("name")] = said?.name
    guard isOwn else { return }
    for detail in member.details.members ?? [] { texts[TextKey(detail.name)] = detail.value.string }
    let people = People(scope)
    for identity in try people.identities(of: member.referral.person).reversed() {
      texts[TextKey(identity.kind.referralHeroName)] = identity.value
    }
    let person = try people.present(member.referral.person)
    texts[TextKey("name")] = person?.attributes["name"]?.string ?? said?.name
  }

  private func tellLinks(_ texts: inout [TextKey: String], _ code: String, _ call: Call) {
    texts[TextKey("host")] = member.host(in: campaign)
    texts[TextKey("referral_link")] = member.referralLink(in: campaign, code: code)
    texts[TextKey("universal_link")] =
      call.publicURL + "/" + Route.percentEncoded(campaign.listUUID) + "/universal_link?"
      + CampaignMember.parameter(code)
  }

  // MARK: The referrer

  private func referrer(_ call: Call) throws -> SubscriberAnswer.Referrer? {
    guard let person = member.referral.referrer(to: call.proof.key),
      let part = try Referrals(scope).find(person, in: campaign.id)
    else { return nil }
    let people = People(scope)
    // Another person's address is masked, unless the app's server asks.
    let isShown = call.proof.key == .secret
    let identities = try people.identities(of: person)
    func text(_ kind: IdentityKind) -> String {
      let identity = identities.first { $0.kind == kind }
      return (isShown ? identity?.value : identity?.masked) ?? ""
    }
    return SubscriberAnswer.Referrer(
      id: part.id.subscriber,
      name: try people.present(person).map { $0.shownName(to: call.proof.key) } ?? "",
      email: text(.email), phone: text(.phone),
      peopleReferred: try Leaders(scope, of: campaign.id).place(of: person)?.confirmed ?? 0,
      points: try Points(scope).of(person, in: campaign.id))
  }
}

extension CampaignMember {
  fileprivate static func parameter(_ code: String) -> String {
    ReferralHero.referrerParameter + "=" + Route.percentEncoded(code)
  }

  /// The page to which the member's link leads.
  fileprivate func host(in campaign: Campaign) -> String {
    let own = URLText(campaign.url)?.hostAndPort?.host
    // The campaign's own host has the campaign's page.
    return detail("host").flatMap { $0 == own ? nil : "https://" + $0 } ?? campaign.url
  }

  /// The link by which the member refers others on the customer's own site.
  func referralLink(in campaign: Campaign, code: String) -> String {
    let host = host(in: campaign)
    return URLText(host).map { url in
      let query = url.query.map { Array(url.bytes[$0]) + [UInt8(ascii: "&")] } ?? []
      return url.replacing(query: query + Array(Self.parameter(code).utf8))
    } ?? host
  }
}

extension SubscriberAnswer.Referrer {
  /// Somebody of whom the caller may only know that there is one.
  fileprivate static let unnamed = SubscriberAnswer.Referrer(
    id: "", name: "", email: "", phone: "", peopleReferred: 0, points: 0)
}

extension Person {
  /// What the person is called, to the app's server; to others no more than the first letter.
  func shownName(to key: KeyKind) -> String {
    let name = attributes["name"]?.string ?? ""
    return key == .secret || name.isEmpty ? name : String(name.prefix(1)) + "***"
  }
}

extension IdentityKind {
  /// The name in this vendor's protocol.
  var referralHeroName: String {
    switch self {
    case .email: "email"
    case .phone: "phone_number"
    case .wallet: "crypto_wallet_address"
    case .otherID: "other_identifier_value"
    case .userID: "user_id"
    }
  }
}
