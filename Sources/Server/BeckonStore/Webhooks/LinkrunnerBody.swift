import BeckonModel

/// A body as Linkrunner's webhooks have it. A field of which nothing is known is null; so are the
/// campaign details that only Meta and Google could tell.
struct LinkrunnerBody {
  private let scope: Scope

  /// Works in this scope.
  init(_ scope: Scope) {
    self.scope = scope
  }

  /// What is known of an install and who uses it.
  private struct Known {
    var person: Person?
    var identities: [Identity] = []
    var install: (id: InstallID, device: JSON, at: Instant)?
    var decision: StoredDecision?
    var link: Link?
    var clickedAt: Instant?
  }

  /// The body of an install or a sign-up. An install tells nothing of the person.
  /// - Throws: `DatabaseError`.
  func make(_ told: DeliveryBody.Told) throws -> JSON {
    var known = Known()
    if told.topic == .signUp {
      known.person = try told.fact["person"]?.string.flatMap { PersonID($0) }
        .flatMap(People(scope).present)
      known.identities = try known.person.map { try People(scope).identities(of: $0.id) } ?? []
    }
    let install =
      try told.fact["install"]?.string.flatMap { InstallID($0) }
      ?? known.person.flatMap { try Installs(scope).installs(of: $0.id).first?.id }
    if let install {
      known.install = try Installs(scope).description(of: install)
      known.decision = try Decisions(scope).find(install)
    }
    known.link = try known.decision?.link.flatMap(Links(scope).find)
    known.clickedAt = try known.decision?.click.flatMap { try Clicks(scope).find($0)?.at }
    return body(told.topic, known)
  }

  private func body(_ topic: WebhookTopic, _ known: Known) -> JSON {
    func identity(_ kind: IdentityKind) -> JSON {
      text(known.identities.first { $0.kind == kind }?.value)
    }
    let campaign = known.link?.campaign.flatMap(scope.app.campaign)
    let source = known.link?.options.utm
    let attributes = known.person?.attributes
    let members: KeyValuePairs<String, JSON> = [
      "event_type": .string(topic.type), "user_id": identity(.userID),
      "campaign_id": text(campaign?.id.text), "campaign_name": text(campaign?.name),
      "network_name": source?["source"] ?? .null, "ad_channel": source?["medium"] ?? .null,
      "attributed_on": time(known.link == nil ? nil : known.decision?.at),
      "installed_at": time(known.install?.at), "store_click_at": time(known.clickedAt),
      "link": text(known.link?.url),
      "app_version": known.install?.device["app_version"] ?? .null, "gaid": .null, "idfa": .null,
      "name": attributes?["name"] ?? .null, "phone": identity(.phone), "email": identity(.email),
      "additional_data": attributes ?? .null, "meta_campaign_details": .null,
      "google_campaign_details": .null,
    ]
    return .object(members.map { JSON.Member($0.key, $0.value) })
  }

  private func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
  private func time(_ instant: Instant?) -> JSON { instant.map(JSON.instant) ?? .null }
}
