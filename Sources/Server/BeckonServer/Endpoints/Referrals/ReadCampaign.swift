import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/campaigns/{campaign}`, by id or `list_uuid`; to a secret key with what was changed of
/// it lately.
enum ReadCampaign {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    let described = describe(campaign, of: call.app, to: call)
    guard call.proof.key == .secret else { return .answer(.json(described)) }
    return .read { scope in
      let changes = try Changes(scope).latest(of: campaign.id.identifier).map(\.json)
      return .json(
        .object((described.members ?? []) + [JSON.Member("history", .array(changes))]))
    }
  }

  /// A campaign as it is now.
  static func describe(_ campaign: Campaign, of app: AppContext, to call: Call) -> JSON {
    let isDefault = app.defaultCampaign(at: call.now)?.id == campaign.id
    let standing = campaign.schedule.standing(at: call.now)
    return .object(
      (configuration(of: campaign, to: call.proof.key).members ?? []) + [
        JSON.Member("standing", .string(standing.rawValue)),
        JSON.Member("default", .bool(isDefault)),
      ])
  }

  /// Warns of an end that was given to a campaign and is past.
  static func warnings(ofEnd end: Instant?, at now: Instant) -> [FactWarning] {
    guard let end, end <= now else { return [] }
    return [
      FactWarning(
        .endsAtOnce,
        "'ends_at' is past, \(end.text): the campaign has ended, and takes nobody any more.")
    ]
  }

  /// Warns of rules that wait for an attribute which the app's settings spell otherwise.
  static func warnings(of rules: [RewardRule], _ settings: AppSettings) -> [FactWarning] {
    rules.enumerated().compactMap { index, rule in
      guard let name = rule.trigger.attribute,
        let meant = AttributeSpelling.meant(by: name, settings)
      else { return nil }
      return FactWarning(
        .unknownAttribute,
        "'rules[\(index)].when.attribute' is '\(NameSuggestion.shown(name))', which the app's "
          + "settings spell otherwise. Did you mean '\(NameSuggestion.shown(meant))'?")
    }
  }

  /// What its operator has set. What a campaign pays may be told to its members; how much in total
  /// is the app's own business.
  static func configuration(of campaign: Campaign, to key: KeyKind) -> JSON {
    .object([
      "id": .id(campaign.id), "list_uuid": .string(campaign.listUUID),
      "name": .string(campaign.name), "goal": .integer(campaign.goal),
      "kind": .string(campaign.kind.rawValue), "url": .string(campaign.url),
      "exclusive_group": campaign.exclusiveGroup.map(JSON.string),
      "state": .string(campaign.schedule.state.rawValue),
      "starts_at": campaign.schedule.startsAt.map(JSON.instant),
      "ends_at": campaign.schedule.endsAt.map(JSON.instant),
      "pays_after_end": .bool(campaign.schedule.paysAfterEnd),
      "double_opt_in": .bool(campaign.asksForOptIn),
      "terms": .string(campaign.terms.rawValue),
      "referrer_choice": .string(campaign.referrerChoice.rawValue),
      "rules": key == .publishable
        ? nil
        : .array(
          campaign.rules.map { rule in
            .object([JSON.Member("id", .id(rule.id))] + (rule.rule.json.members ?? []))
          }),
    ])
  }
}

/// `GET /v1/campaigns`: those that are not archived, unless it is asked for all with
/// `?archived=true`.
enum ListCampaigns {
  private static let columns = [
    "id", "list_uuid", "name", "goal", "kind", "url", "exclusive_group", "state", "starts_at",
    "ends_at", "pays_after_end", "double_opt_in", "terms", "referrer_choice", "standing", "default",
    "rules",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let showsArchived: Bool
    switch call.query("archived") {
    case nil, "false": showsArchived = false
    case "true": showsArchived = true
    default: throw FieldError("archived", "must be true or false")
    }
    let campaigns = call.app.campaigns.filter { showsArchived || $0.schedule.state != .archived }
    let shown = campaigns.map { ReadCampaign.describe($0, of: call.app, to: call) }
    return try .list(call, "campaigns", columns: columns) { _, _, _ in
      Page(rows: shown, next: nil)
    }
  }
}
