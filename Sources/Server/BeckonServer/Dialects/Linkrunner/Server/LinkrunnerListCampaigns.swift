import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /api/v1/campaigns`.
enum LinkrunnerListCampaigns {
  static func prepare(_ call: Call) throws -> Work {
    try LinkrunnerUnprocessable.answered {
      let page = try LinkrunnerPage(call, limit: 100, max: 1_000)
      let choice = try choice(call)
      return .read { scope in
        if let code = choice.code {
          let found = try Links(scope).find(code: code)
          guard found?.deletedAt == nil, found != nil else {
            throw FieldError("link", "leads to no campaign")
          }
        }
        let links = CampaignLinks(scope, choice)
        var newest = CampaignOrder()
        newest.measure = .createdAt
        let found = try links.page(by: newest, after: page.offset, limit: page.limit)
        let total = try links.count()
        return .linkrunner(
          "Campaigns fetched successfully!",
          data: [
            "total_campaigns": .integer(found.count), "pagination": page.json(total: total),
            "campaigns": .array(
              try found.map { try LinkrunnerCampaignRow($0, call).listed(scope) }),
          ])
      }
    }
  }

  private static func choice(_ call: Call) throws -> CampaignChoice {
    var choice = CampaignChoice()
    switch call.query("filter")?.uppercased() ?? "ALL" {
    case "ACTIVE": choice.isAlive = true
    case "INACTIVE": choice.isAlive = false
    case "ALL": break
    default: throw FieldError("filter", "must be ACTIVE, INACTIVE or ALL")
    }
    choice.sources = sources(call.query("channel"))
    if let domain = call.query("domain"), !domain.isEmpty {
      choice.prefix = try LinkrunnerCampaigns.linkPrefix(domain, call)
    }
    choice.code = try call.query("link").map { link in
      guard let code = OpenedLink(link)?.code else {
        throw FieldError("link", "is no link to a campaign")
      }
      return code
    }
    return choice
  }

  /// What `utm_source` may be of a channel's campaigns; `nil` when none is asked for. Scripts write
  /// underscores for the spaces in a partner's name.
  static func sources(_ channel: String?) -> [String]? {
    guard let channel = channel?.lowercased(), !channel.isEmpty else { return nil }
    return AdNetwork(source: channel)?.sources ?? [channel, channel.substituting("_", by: " ")]
  }
}
