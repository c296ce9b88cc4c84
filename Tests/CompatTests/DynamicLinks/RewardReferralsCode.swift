// The code of the vendor's guide "Reward referrals", as it stands there. Edits:
// * Statements that stand alone in the guide stand in methods here, and `email`, `password` and
//   `myView`, which the guide does not define, are theirs.
// * The guide puts an optional into the mail's address, which then reads `Optional("https://…")`:
//   `guard let invitationLink = …, else { return }` in place of `let invitationLink = …`.
// * `_ =` before `self.handleDynamicLink(dynamicLink)`, because here a warning is an error.
// * Lines over 100 columns are broken.
import BeckonCompatDynamicLinks
import Foundation

/// "Set up Firebase and the Dynamic Links SDK" and "Send the invitations"
final class InvitationController: UIViewController, MFMailComposeViewControllerDelegate {
  var invitationUrl: URL?
  let myView = UIViewController()

  func createInvitation() {
    guard let uid = Auth.auth().currentUser?.uid else { return }
    let link = URL(string: "https://mygame.example.com/?invitedby=\(uid)")
    // swift-format-ignore: NeverForceUnwrap
    let referralLink = DynamicLinkComponents(link: link!, domain: "example.page.link")

    referralLink.iOSParameters = DynamicLinkIOSParameters(bundleID: "com.example.ios")
    referralLink.iOSParameters?.minimumAppVersion = "1.0.1"
    referralLink.iOSParameters?.appStoreID = "123456789"

    referralLink.androidParameters = DynamicLinkAndroidParameters(
      packageName: "com.example.android")
    referralLink.androidParameters?.minimumVersion = 125

    referralLink.shorten { (shortURL, warnings, error) in
      if let error = error {
        print(error.localizedDescription)
        return
      }
      self.invitationUrl = shortURL
    }
  }

  func sendInvitation() {
    guard let referrerName = Auth.auth().currentUser?.displayName else { return }
    let subject = "\(referrerName) wants you to play MyExampleGame!"
    guard let invitationLink = invitationUrl?.absoluteString else { return }
    let msg =
      "<p>Let's play MyExampleGame together! Use my "
      + "<a href=\"\(invitationLink)\">referrer link</a>!</p>"
    if !MFMailComposeViewController.canSendMail() {
      // Device can't send email
      return
    }
    let mailer = MFMailComposeViewController()
    mailer.mailComposeDelegate = self
    mailer.setSubject(subject)
    mailer.setMessageBody(msg, isHTML: true)
    myView.present(mailer, animated: true, completion: nil)
  }
}

/// "Retrieve referral information in your app"
@MainActor final class AppDelegate {
  func application(
    _ app: UIApplication, open url: URL,
    options: [UIApplicationOpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    if let isDynamicLink = DynamicLinks.dynamicLinks()?.shouldHandleDynamicLink(
      fromCustomSchemeURL: url),
      isDynamicLink
    {
      let dynamicLink = DynamicLinks.dynamicLinks()?.dynamicLink(fromCustomSchemeURL: url)
      return handleDynamicLink(dynamicLink)
    }
    // Handle incoming URL with other methods as necessary
    // ...
    return false
  }

  @available(iOS 8.0, *)
  func application(
    _ application: UIApplication,
    continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([Any]?) -> Void
  ) -> Bool {
    guard let dynamicLinks = DynamicLinks.dynamicLinks() else { return false }
    // swift-format-ignore: NeverForceUnwrap
    let handled = dynamicLinks.handleUniversalLink(userActivity.webpageURL!) {
      (dynamicLink, error) in
      if (dynamicLink != nil) && !(error != nil) {
        _ = self.handleDynamicLink(dynamicLink)
      }
    }
    if !handled {
      // Handle incoming URL with other methods as necessary
      // ...
    }
    return handled
  }

  func handleDynamicLink(_ dynamicLink: DynamicLink?) -> Bool {
    guard let dynamicLink = dynamicLink else { return false }
    guard let deepLink = dynamicLink.url else { return false }
    let queryItems = URLComponents(url: deepLink, resolvingAgainstBaseURL: true)?.queryItems
    let invitedBy = queryItems?.filter({ (item) in item.name == "invitedby" }).first?.value
    let user = Auth.auth().currentUser
    // If the user isn't signed in and the app was opened via an invitation
    // link, sign in the user anonymously and record the referrer UID in the
    // user's RTDB record.
    if user == nil && invitedBy != nil {
      Auth.auth().signInAnonymously() { (user, error) in
        if let user = user {
          let userRecord = Database.database().reference().child("users").child(user.uid)
          userRecord.child("referred_by").setValue(invitedBy)
          if dynamicLink.matchConfidence == .weak {
            // If the Dynamic Link has a weak match confidence, it is possible
            // that the current device isn't the same device on which the invitation
            // link was originally opened. The way you handle this situation
            // depends on your app, but in general, you should avoid exposing
            // personal information, such as the referrer's email address, to
            // the user.
          }
        }
      }
    }
    return true
  }
}

/// The credential, the account that is linked with it, and what triggers the reward.
@MainActor func signUp(email: String, password: String) {
  let credential = EmailAuthProvider.credential(withEmail: email, password: password)

  if let user = Auth.auth().currentUser {
    user.link(with: credential) { (user, error) in
      // Complete any post sign-up tasks here.

      // Trigger the sign-up reward function by creating the "last_signin_at" field.
      // (If this is a value you want to track, you would also update this field in
      // the success listeners of your Firebase Authentication signIn calls.)
      if let user = user {
        let userRecord = Database.database().reference().child("users").child(user.uid)
        userRecord.child("last_signin_at").setValue(ServerValue.timestamp())
      }
    }
  }
}
