import BeckonBasics
import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /lists` `{name, website, type?}`: a campaign of one conversion event.
enum CreateList {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.subscriberFields()
    guard let name = try fields.text("name", max: Limits.nameBytes) else {
      throw Problem(ReferralHeroFailure(.noName, "Send 'name', what the campaign is called."))
    }
    let id: CampaignID = call.ambient.id()
    let campaign = Campaign(
      id: id, listUUID: uuid(call.ambient.identifier()), name: name, goal: 1,
      kind: try kind(fields), url: try website(fields), exclusiveGroup: nil, rules: [])
    return .reconfigure { scope in
      guard try Campaigns(scope).insert(campaign) else {
        throw Problem(ReferralHeroFailure(.listCreation, "The id was taken. Try again."))
      }
      return call.answered(try campaign.listed(scope), .listCreated)
    }
  }

  private static func website(_ fields: SubscriberFields) throws -> String {
    let website = try fields.text("website", max: Limits.urlBytes) ?? ""
    do {
      try CreateCampaignEndpoint.checkTarget(website)
    } catch let error as FieldError {
      throw Problem(ReferralHeroFailure(.listCreation, "'website' " + error.reason))
    }
    return website
  }

  private static func kind(_ fields: SubscriberFields) throws -> CampaignKind {
    guard let word = try fields.text("type") else { return .referral }
    guard let kind = CampaignKind(word: word) else {
      let known = CampaignKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(ReferralHeroFailure(.unknownListType, "'type' is one of \(known)."))
    }
    return kind
  }

  /// An id as the vendor's clients know them: `MF` and ten hexadecimal digits.
  private static func uuid(_ chance: Identifier) -> String {
    let digits = String(chance.low & 0xFF_FFFF_FFFF, radix: 16)
    return "MF" + String(repeating: "0", count: 10 - digits.utf8.count) + digits
  }
}

/// `GET /lists?page=`: the campaigns that are active, ten to a page.
enum ListCampaignsOfServer {
  static func prepare(_ call: Call) throws -> Work {
    let page = try SubscriberPage(call, rows: 10)
    return .read { scope in
      let active = call.app.campaigns.filter {
        $0.schedule.standing(at: call.now) == .active
      }
      let rows = try active.dropFirst(page.window.offset).prefix(page.rows).map {
        JSON.object(try $0.listed(scope))
      }
      return call.answered(
        [
          JSON.Member("lists", .array(rows)),
          JSON.Member("pagination", page.json(of: Int64(active.count))),
        ], .lists)
    }
  }
}

/// `GET …/bonuses`: what the campaign gives for what, a row for each rule.
enum ListBonuses {
  static func prepare(_ call: Call) throws -> Work {
    let rows = try call.list().rules.map { rule -> JSON in
      let pays = rule.rule
      var referrals: Int64 = 1
      if case .referrals(let count, _, _) = pays.trigger { referrals = count }
      return [
        "id": .id(rule.id), "title": .string(pays.name),
        "description": .string("\(pays.amount) \(pays.unit)"), "referrals": .integer(referrals),
        "category": .string(pays.couponPool == nil ? "credit" : "coupon"), "header": "",
        "image": "", "label": .string(pays.unit), "points": .integer(pays.amount),
        "signup_type": .string(pays.beneficiary.rawValue),
      ]
    }
    return .answer(call.answered(.array(rows)))
  }
}

extension Campaign {
  /// The campaign as the app's server reads it.
  fileprivate func listed(_ scope: Scope) throws -> [JSON.Member] {
    let told: JSON = [
      "uuid": .string(listUUID), "name": .string(name), "type": .string(kind.rawValue),
      "website": .string(url), "subscribers": .integer(try MemberLists(scope, of: id).count()),
      "created_at": try Campaigns(scope).madeAt(id).map { .integer($0.seconds) } ?? .null,
    ]
    return told.members ?? []
  }
}
