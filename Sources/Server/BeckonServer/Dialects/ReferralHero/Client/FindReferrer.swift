import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `GET …/subscribers/referrer`: who has referred the person who holds this device, as far as a
/// click tells? With the app's key alone, the address is the connection's, whatever the call says;
/// without a description of the device, it is known by its agent. Nothing is written.
enum FindReferrer {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let request = try SubscriberRequest(call, campaign)
    let address = try request.fields.text("ip_address", max: Limits.wordBytes)
    let network = call.network(given: address)
    let device = request.device ?? agent(call)
    return .read { scope in
      guard let found = try DeviceQuestion(scope, device, on: network).ask(),
        found.match > .weak || call.proof.key == .secret,
        let person = try found.link.referrer.flatMap(People(scope).present),
        let member = try Members(scope).find(person.id, in: campaign.id), member.leftAt == nil
      else {
        throw Problem(
          ReferralHeroFailure(
            .referrerInvalid, "The referrer is invalid or not present: no click fits this device."))
      }
      let subscriber = try Subscriber(member, in: campaign, call, scope)
      return .subscriber(try subscriber.answer(call), .retrieved, call)
    }
  }

  private static func agent(_ call: Call) -> DeviceDescription {
    let described = UserAgent.describe(call.request.headers["User-Agent"] ?? "")
    return DeviceDescription(
      platform: described.platform, osVersion: described.osVersion,
      deviceModel: described.deviceModel)
  }
}
