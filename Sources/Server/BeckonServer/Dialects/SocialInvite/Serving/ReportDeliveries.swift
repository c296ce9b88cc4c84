import BeckonContract
import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /1/smsmessaging/outbound/requests/{bulk}/deliveryInfos`. The bulk's id is 128 random bits:
/// who knows it may ask. Nobody is told more than natively with an app's key.
enum ReportDeliveries {
  static func prepare(_ call: Call) throws -> Work {
    let command = try SocialInviteCommand.read { () throws(SocialInviteFailure) in
      try SocialInviteCommand(.deliveries, call.parameters)
    }
    guard case .report(let bulk) = command, let id = InviteID(bulk) else {
      throw Problem(SocialInviteFailure.unknownBulk)
    }
    return .read { scope in
      let rows = try InviteAddresses(scope).all(of: id)
      guard !rows.isEmpty else { throw Problem(SocialInviteFailure.unknownBulk) }
      let told = rows.map { row in
        ToldInvitation(
          address: row.address, message: row.id.text,
          status: row.message?.clientStatus(at: call.now) ?? .impossible)
      }
      return .json(
        SocialInvite.DeliveryAnswer(told, bulk: bulk, base: call.publicURL).json)
    }
  }
}
