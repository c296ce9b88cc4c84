import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/campaigns/{campaign}/promotions` `{person}`: a member has won the campaign, or need
/// not wait any more. Rules on `promoted` pay for it, each once; a rule that has come since pays
/// when the member is promoted once more.
enum PromoteMember {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    let fields = try call.fields()
    try fields.allow(only: ["person"])
    let id = try fields.require("person", fields.id("person", PersonID.self))
    return .write { scope in
      guard let person = try People(scope).present(id) else {
        throw FieldError("person", "is nobody in this app")
      }
      let members = Members(scope)
      guard let member = try members.find(person.id, in: campaign.id), member.takesPart
      else { throw FieldError("person", "is no member of the campaign") }
      let promotions = Promotions(scope)
      let promoted = try promotions.promote(member)
      let paid = try promotions.unlock(promoted, in: campaign)
      let unpaid = try promotions.unpaid(promoted, in: campaign).map { missing -> JSON in
        [
          "rule": .id(missing.rule.id), "rule_name": .string(missing.rule.rule.name),
          "reason": .string(missing.reason),
        ]
      }
      return .json(
        [
          "person": .id(person.id), "campaign": .id(campaign.id),
          "promoted_at": .instant(promoted.promotedAt ?? scope.now),
          "paid": Paid.describe(paid, of: person.id, to: call.proof),
          "unpaid": .array(unpaid),
        ], status: member.promotedAt == nil ? 201 : 200)
    }
  }
}
