// The code of the vendor's guide "Public Methods", as it stands there. Edits:
// * Curly quotes are straight ones, and commas and parentheses too many at the end of a list are
//   gone.
// * Calls that stand alone in the guide stand in methods here. A parameter list that stands alone
//   (`param: RHSubscriber(…)`) is that of the call above it.
// * Values that differ between people (`email`, `referrer`) are the methods' parameters, and
//   `domain` is the test campaign's host, as the guide's comment asks; what was said there stands
//   behind as a comment.
// * `print` is followed by a line that keeps what was printed.
import BeckonCompatReferralHero
import Foundation

final class CreateAccount: UIViewController {
  /// What came, in its order.
  private(set) var answers: [(label: String, response: [String: Any])] = []
  private(set) var errors: [(label: String, error: any Error)] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    RH.delegate = self
  }

  // MARK: 1. Add Subscriber

  func formSubmit(email: String, referrer: String) {
    RH.formSubmit(
      param: RHSubscriber(
        email: email,  // "xyz@gmail.com" — required value, capture this from user
        domain: "shop.example",  // "www.abc.com"
        name: "ABC",  // Optional but recommended, capture this from user
        referrer: referrer,  // "53f8acf7"
        IPAddress: "201.202.203.205",
        device: "iPhone",
        screen_size: "370.0 x 480.0",
        os_type: "iOS",
        status: "custom_event_pending"  // set the referral status to pending
      ))
  }

  func formSubmitMinimum(email: String) {
    RH.formSubmit(
      param: RHSubscriber(
        email: email,  // "xyz@gmail.com"
        domain: "shop.example"))  // "www.abc.com"
  }

  // MARK: 2. Add Pending Referral

  func createPendingReferral(email: String, referrer: String) {
    RH.CreatePendingReferral(
      param: RHReferral(
        email: email,
        domain: "shop.example",
        name: "ABC",
        referrer: referrer,
        IPAddress: "201.202.203.205",
        device: "iPhone",
        screen_size: "370.0 x 480.0",
        os_type: "iOS",
        status: "custom_event_pending"))
  }

  func createPendingReferralMinimum(email: String, referrer: String) {
    RH.CreatePendingReferral(
      param: RHReferral(
        email: email,
        referrer: referrer))  // "M12345fc2"
  }

  func createPendingReferralByDevice(email: String) {
    RH.CreatePendingReferral(
      param: RHReferral(
        email: email,
        IPAddress: "201.202.203.205",
        device: "iPhone",
        screen_size: "370.0 x 480.0",
        os_type: "iOS"))
  }

  // MARK: 3. Track Referral

  func trackReferral(email: String, referrer: String) {
    RH.trackReferral(
      param: RHTrackReferral(
        email: email,
        name: "ABC",
        referrer: referrer,  // "52f7acf8"
        IPAddress: "201.202.203.205",
        device: "iPhone",
        screen_size: "370.0 x 480.0",
        os_type: "iOS"
      ))
  }

  func trackReferralMinimum(email: String) {
    RH.trackReferral(
      param: RHTrackReferral(
        email: email
      ))
  }

  // MARK: 4 to 13

  func confirm() { RH.ConfirmReferral() }

  func organic() {
    RH.OrganicTrackReferral(param: RHOrganicReferral(email: "abc@gmail.com", name: "ABC"))
  }

  func update(email: String) {
    RH.UpdateSubscriber(
      param: RHSubscriber(email: email, domain: "shop.example", name: "abc"))
  }

  func detail() { RH.getSubscriberDetail() }

  func delete() { RH.DeleteSubscriber() }

  func share() { RH.clickCapture(social: "facebook") }

  func myReferrals() { RH.getMyReferrals() }

  func leaderboard() { RH.getLeaderboard() }

  func referrer() { RH.GetReferrer() }

  func rewards() { RH.RewardsList() }
}

extension CreateAccount: RHDelegate {
  func didReceiveAPIResponse(_ response: [String: Any], _ endPoint: String) {
    print("\(endPoint) \n + \(response)")
    answers.append((endPoint, response))
  }

  func didFailWithError(_ error: Error, _ endPoint: String) {
    print("\(endPoint) \n + \(error)")
    errors.append((endPoint, error))
  }
}
