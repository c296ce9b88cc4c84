import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/campaigns/{campaign}/conversions`.
enum ConvertEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    let fields = try call.fields()
    let body = try Convert.Request(fields)
    guard body.step <= campaign.goal else {
      throw fields.error("step", "is above the campaign's goal of \(campaign.goal)")
    }
    let conversion = Conversion(
      step: body.step, of: body.person, in: campaign, clientID: body.id, trust: call.proof.trust)
    return .conversion(conversion, of: call) { try reply(to: conversion, $0, call.proof) }
  }

  /// - Throws: `Problem` when nothing is kept under the conversion's id.
  private static func reply(
    to conversion: Conversion, _ outcome: Conversions.Outcome, _ proof: Proof
  ) throws -> Reply {
    switch outcome {
    case .unknown: throw Problem(.notFound, "Not found: no such person in this campaign.")
    case .conflict:
      throw Problem(
        .idempotencyConflict, "This id belongs to another conversion.", field: "id")
    // The app's server may have asked first, and may know more.
    case .answered(let status, let text):
      return .kept(Paid.describe(text, of: conversion.person, to: proof), status: status)
    case .early(let missing, let referral):
      return .problem(problem(missing, conversion.step, referral), requestID: nil)
    case .recorded(let referral, let paid):
      return .json([
        "referral": .id(referral.id), "state": .string(referral.state.rawValue),
        "paid": Paid.describe(paid, of: referral.person, to: proof),
      ])
    }
  }

  private static func problem(_ missing: Int, _ step: Int, _ referral: Referral) -> Problem {
    Problem(
      .stepOutOfOrder,
      missing == step
        ? "Step \(step) is the person's sign-up, by POST /v1/people with an identity."
        : "Step \(missing) is missing. Step \(step) is kept and counts when the gap closes.",
      more: [
        JSON.Member("referral", .id(referral.id)),
        JSON.Member("state", .string(referral.state.rawValue)),
        JSON.Member("missing_step", .integer(missing)),
      ])
  }
}
