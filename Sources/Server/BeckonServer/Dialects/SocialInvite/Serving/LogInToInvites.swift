import BeckonBasics
import BeckonContract
import BeckonContractSocialInvite
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `POST /1/customerProfile/login`: the app's server shows its secret key as password, with any
/// name, and gets it back as the cookie of later requests. So nothing is stored for a log-in, and
/// it ends when the key does.
enum LogInToInvites {
  static func answer(_ call: OpenCall) async throws -> Reply {
    try call.services[CallLimits.self].take("invites log-in", from: call.address)
    let request: SocialInvite.LoginRequest
    do throws(FieldError) {
      request = try SocialInvite.LoginRequest(form: call.request.body)
    } catch {
      throw Problem(SocialInviteFailure(error))
    }
    let directory = call.services[AppDirectory.self]
    let now = call.ambient.now()
    for vendor in [nil, Vendor.socialInvite] {
      let owner = try await directory.owner(of: request.password, vendor: vendor, at: now)
      guard owner?.kind == .secret else { continue }
      return .json(SocialInvite.LoginAnswer(cookie: request.password).json)
    }
    throw Problem(
      SocialInviteFailure(
        .authenticationFailed,
        "The password is no secret key of an app: sk_…, or one that the server knows as such."))
  }
}
