import Foundation

// What stands for UIKit's and MessageUI's names in the guide's code.

@MainActor class UIApplication {
  struct OpenURLOptionsKey: Hashable {}
}

/// As the guide, written for Swift 4, calls it.
typealias UIApplicationOpenURLOptionsKey = UIApplication.OpenURLOptionsKey

final class NSUserActivity {
  let webpageURL: URL?

  init(webpageURL: URL?) { self.webpageURL = webpageURL }
}

@MainActor class UIViewController {
  private(set) var presented: UIViewController?

  func viewDidLoad() {}

  func present(
    _ controller: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    presented = controller
  }
}

@MainActor protocol MFMailComposeViewControllerDelegate: AnyObject {}

final class MFMailComposeViewController: UIViewController {
  weak var mailComposeDelegate: (any MFMailComposeViewControllerDelegate)?
  private(set) var subject = ""
  private(set) var body = ""

  class func canSendMail() -> Bool { true }

  func setSubject(_ subject: String) { self.subject = subject }

  func setMessageBody(_ body: String, isHTML: Bool) { if isHTML { self.body = body } }
}
