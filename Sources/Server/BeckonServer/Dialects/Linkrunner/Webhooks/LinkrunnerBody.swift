import BeckonEngine
import BeckonModel
import BeckonStore

/// A body as Linkrunner's webhooks have it. A field of which nothing is known is null.
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
    var install: Install?
    var device: JSON?
    var decision: StoredDecision?

    func identity(_ kind: IdentityKind) -> String? {
      identities.first { $0.kind == kind }?.value
    }
  }

  /// The body of an install or a sign-up. An install tells nothing of the person.
  /// - Throws: `DatabaseError`.
  func make(_ payload: WebhookPayload) throws -> JSON {
    guard payload.topic != .ping else { return ["event_type": "ping"] }
    var known = Known()
    if payload.topic == .signUp {
      known.person = try payload.content["person"]?.string.flatMap { PersonID($0) }
        .flatMap(People(scope).present)
      known.identities = try known.person.map { try People(scope).identities(of: $0.id) } ?? []
    }
    let installs = Installs(scope)
    known.install =
      try payload.content["install"]?.string.flatMap { InstallID($0) }.flatMap(installs.find)
      ?? known.person.flatMap { try installs.first(of: $0.id) }
    known.device = try known.install.flatMap { try installs.device(of: $0.id) }
    known.decision = try known.install.flatMap { try Decisions(scope).find($0.id) }
    let origin = try InstallOrigin(
      known.decision, of: known.install?.id, device: known.device, scope)
    return Self.body(payload.topic, known, origin)
  }

  private static func body(
    _ topic: WebhookTopic, _ known: Known, _ origin: InstallOrigin
  ) -> JSON {
    let (link, said, attributes) = (origin.link, origin.parameters, known.person?.attributes)
    let network = said.network?.rawValue ?? said["utm_source"]
    return object([
      "event_type": .string(topic.type), "user_id": .orNull(known.identity(.userID)),
      "campaign_id": .orNull(link?.code ?? said["campaign_id", "utm_id"]),
      "campaign_name": .orNull(origin.name),
      "network_name": .orNull(network ?? (link == nil ? "ORGANIC" : nil)),
      "ad_channel": .orNull(network?.uppercased()),
      "attributed_on": time(known.decision?.at ?? known.install?.createdAt),
      "installed_at": time(known.install?.createdAt),
      "store_click_at": time(origin.clickedAt), "link": .orNull(link.map(url)),
      "app_version": known.device?["app_version"] ?? .null,
      "gaid": .orNull(known.device?.advertisingID("gaid")),
      "idfa": .orNull(known.device?.advertisingID("idfa")),
      "name": attributes?["name"] ?? .null,
      "phone": .orNull(known.identity(.phone) ?? attributes?["phone"]?.string),
      "email": .orNull(known.identity(.email) ?? attributes?["email"]?.string),
      "additional_data": attributes.map(additional) ?? .null,
      "meta_campaign_details": said.network == .meta ? meta(said, known.device) : .null,
      "google_campaign_details": said.network == .google ? google(said) : .null,
    ])
  }

  /// The campaign's link, where its host is known, in the vendor's form where that leads to it;
  /// else where it leads.
  private static func url(_ link: Link) -> String {
    guard !link.prefix.isEmpty else { return link.url }
    let name = link.prefix.has("/") ? "/" : "/?c="
    return "https://\(link.prefix)\(name)\(link.code)"
  }

  /// What is remembered of the person, with what the app gave as additional at the sign-up beside
  /// the rest.
  private static func additional(_ attributes: JSON) -> JSON {
    let more = attributes["additional_data"]?.members ?? []
    let names = Set(texts: more.map(\.name) + ["additional_data"])
    return .object((attributes.members ?? []).filter { !names.contains($0.name) } + more)
  }

  private static func meta(_ said: AdParameters, _ device: JSON?) -> JSON {
    let sealed = MetaCampaign(device?[AdParameters.metaMember])
    return object([
      "ad_creative_id": .orNull(said["ad_id"]), "ad_creative_name": .orNull(said["ad_name"]),
      "ad_set_id": .orNull(said["adset_id"]), "ad_set_name": .orNull(said["adset_name"]),
      "campaign_group_id": .orNull(said["campaign_id", "utm_id"]),
      "campaign_group_name": .orNull(said["campaign_name", "utm_campaign"]),
      "account_id": .orNull(sealed?["account_id"]),
      "ad_objective_name": .orNull(sealed?["ad_objective_name"]),
      "is_instagram": sealed?["is_instagram"].map { .bool($0 == "true") } ?? .null,
      "publisher_platform": .orNull(sealed?["publisher_platform"] ?? said["site_source"]),
      "platform_position": .orNull(sealed?["platform_position"] ?? said["placement"]),
    ])
  }

  private static func google(_ said: AdParameters) -> JSON {
    object([
      "gclid": .orNull(said["gclid"]), "gbraid": .orNull(said["gbraid"]),
      "ga_source": .orNull(said["gad_source"]), "ad_group_id": .orNull(said["ad_group_id"]),
      "ad_group_name": .orNull(said["ad_group_name"]),
    ])
  }

  private static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { JSON.Member($0.key, $0.value) })
  }

  private static func time(_ instant: Instant?) -> JSON { instant.map(JSON.instant) ?? .null }
}
