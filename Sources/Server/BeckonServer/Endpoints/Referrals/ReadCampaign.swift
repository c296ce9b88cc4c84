import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/campaigns/{campaign}`, by id or `list_uuid`.
enum ReadCampaign {
  static func prepare(_ call: Call) throws -> Work {
    .answer(.json(describe(try call.campaign(), to: call.proof)))
  }

  /// What a campaign pays may be told to its members; how much in total is the app's own business.
  static func describe(_ campaign: Campaign, to proof: Proof) -> JSON {
    .object([
      "id": .id(campaign.id), "list_uuid": .string(campaign.listUUID),
      "name": .string(campaign.name), "goal": .integer(campaign.goal),
      "kind": .string(campaign.kind.rawValue), "url": .string(campaign.url),
      "exclusive_group": campaign.exclusiveGroup.map(JSON.string),
      "rules": proof.key == .publishable
        ? nil
        : .array(
          campaign.rules.map { rule in
            .object([JSON.Member("id", .id(rule.id))] + (rule.rule.json.members ?? []))
          }),
    ])
  }
}

/// `GET /v1/campaigns`.
enum ListCampaigns {
  private static let columns = [
    "id", "list_uuid", "name", "goal", "kind", "url", "exclusive_group", "rules",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let campaigns = call.app.campaigns.map { ReadCampaign.describe($0, to: call.proof) }
    return try .list(call, "campaigns", columns: columns) { _, _, _ in
      Page(rows: campaigns, next: nil)
    }
  }
}
