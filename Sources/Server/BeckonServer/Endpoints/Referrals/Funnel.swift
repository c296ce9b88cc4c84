import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/campaigns/{campaign}/funnel`: how many members are in each state, referred or not.
enum Funnel {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    return .read { scope in
      let rows = try ReferralCounts(scope).funnel(of: campaign.id)
      return .json([
        "campaign": .id(campaign.id),
        "states": .array(
          rows.map { row in
            [
              "state": .string(row.state.rawValue), "referred": .integer(row.referred),
              "organic": .integer(row.organic),
            ]
          }),
      ])
    }
  }
}
