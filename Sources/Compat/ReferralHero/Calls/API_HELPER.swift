// The vendor's names stay as apps write them, capital letters too.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BeckonModel
import BeckonSDK
import Foundation

/// The vendor's SDK, by its shorter name.
public let RH = API_HELPER.shared

/// Is told what comes of the calls of `API_HELPER`.
@MainActor public protocol RHDelegate: AnyObject {
  /// The server has answered. An answer may tell of an error too: then its `status` is `error`, and
  /// `code` says which.
  func didReceiveAPIResponse(_ response: [String: Any], _ endPoint: String)
  /// There is no answer, or one that the call does not stand.
  func didFailWithError(_ error: any Error, _ endPoint: String)
}

/// The vendor's SDK: each method asks the server, and its delegate hears what came of it, with the
/// label of the call. They are sent one after the other. Beside each stands one that returns a
/// typed value, in `API_HELPER+Values.swift`.
public final class API_HELPER: Sendable {
  /// The one instance.
  public static let shared = API_HELPER(.shared)

  /// Who is told what comes of the calls.
  @MainActor public weak var delegate: (any RHDelegate)?

  let session: ReferralHeroSession

  init(_ session: ReferralHeroSession) { self.session = session }

  /// Joins the campaign. Label: `Create new subscriber`.
  public func formSubmit(param: RHSubscriber) { send { $0.add(param) } }

  /// Reads the member who uses the app. Label: `SubscriberDetail`.
  public func getSubscriberDetail() { send { $0.read() } }

  /// Leaves the campaign. Label: `DeleteReferral`.
  public func DeleteSubscriber() { send { $0.delete() } }

  /// Changes the member. Label: `UpdateSubscriber`.
  public func UpdateSubscriber(param: RHSubscriber) { send { $0.update(param) } }

  /// Says that the member has shared their link, and where. Label: `clickCapture`.
  public func clickCapture(social: String) { send { $0.share(social) } }

  /// Lists whom the member has referred. Label: `getMyReferrals`.
  public func getMyReferrals() { send { $0.referrals() } }

  /// Lists the members with most referrals. Label: `getLeaderboard`.
  public func getLeaderboard() { send { $0.leaders() } }

  /// Says that somebody has reached the second conversion event. Label: `TrackReferral`.
  public func trackReferral(param: RHTrackReferral) { send { $0.track(param) } }

  /// Says that the member has reached the third. Label: `Confirm referral`.
  public func ConfirmReferral() { send { $0.confirm() } }

  /// Says that somebody has reached the second, referred or not. Label: `Organic Track Referral`.
  public func OrganicTrackReferral(param: RHOrganicReferral) { send { $0.trackOrganic(param) } }

  /// Joins the campaign only if referred. Label: `Create Pending Referral`.
  public func CreatePendingReferral(param: RHReferral) { send { $0.pending(param) } }

  /// Lists what the campaign has given the member. Label: `Rewards List`.
  public func RewardsList() { send { $0.rewards() } }

  /// Asks who referred the holder of this device, as the SDK describes it. Label: `Referrer List`.
  public func ReferrerList() { send { $0.referrer(describesDevice: true) } }

  /// Asks the same by what the connection shows. Label: `Get Referrer`.
  public func GetReferrer() { send { $0.referrer(describesDevice: false) } }

  /// Forgets the member on this device. The server keeps them.
  public func Logout() {
    let session = session
    session.inOrder { session.memberFile.forget() }
  }

  private func send(
    _ make: @escaping @Sendable (ReferralHeroSession) -> ReferralHeroCall
  ) {
    let session = session
    session.inOrder { [weak self] in
      // Made when it is its turn: who has joined by the call before has an id then.
      let call = make(session)
      do throws(RHError) {
        let (_, json) = try await session.perform(call)
        await self?.tell { $0.didReceiveAPIResponse(json.foundationMembers, call.label) }
      } catch {
        await self?.tell { $0.didFailWithError(error.vendorError, call.label) }
      }
    }
  }

  @MainActor private func tell(_ news: @MainActor (any RHDelegate) -> Void) {
    if let delegate { news(delegate) }
  }
}
