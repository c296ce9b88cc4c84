import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// What a campaign's rules have given: `GET …/subscribers/‹id›/rewards` to a member, and, for the
/// app's server, `GET …/rewards` to everybody.
enum ListSubscriberRewards {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    return try work(call, campaign) { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      try subscriber.requireOwn()
      return subscriber.member.referral.person
    }
  }

  static func prepareAll(_ call: Call) throws -> Work {
    try work(call, try call.list()) { _ in nil }
  }

  private static func work(
    _ call: Call, _ campaign: Campaign,
    _ person: @escaping @Sendable (Scope) throws -> PersonID?
  ) throws -> Work {
    let page = try SubscriberPage(call, by: "status")
    let standing = try standing(call)
    return .read { scope in
      let person = try person(scope)
      let rewards = CampaignRewards(scope, of: campaign.id)
      let rules = try rewards.rules()
      let rows = try rewards.page(of: person, standing, page.window).map { reward in
        JSON.object(
          try SubscriberReward(reward, rules, in: campaign, scope)
            .members(to: call, namesReceiver: person == nil))
      }
      let total = try rewards.count(of: person, standing)
      return call.answered(
        [
          JSON.Member("subscribers", []), JSON.Member("rewards", .array(rows)),
          JSON.Member("pagination", page.json(of: total)),
        ], .rewards)
    }
  }

  private static func standing(_ call: Call) throws -> CampaignRewards.Standing? {
    guard let word = call.query("status"), !word.isEmpty, word != "all" else { return nil }
    guard let standing = CampaignRewards.Standing(word: word) else {
      let known = CampaignRewards.Standing.allCases.map(\.rawValue).joined(separator: ", ")
      throw FieldError("status", "must be one of \(known)")
    }
    return standing
  }
}
