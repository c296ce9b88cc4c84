// Stands for Apple's MessageUI, as far as Beckon uses it. Shapes, optionality and isolation from
// Apple's documentation.
import UIKit

public enum MessageComposeResult: Int, Sendable { case cancelled, sent, failed }

@MainActor public protocol MFMessageComposeViewControllerDelegate: NSObjectProtocol {
  func messageComposeViewController(
    _ controller: MFMessageComposeViewController, didFinishWith result: MessageComposeResult)
}

@MainActor open class MFMessageComposeViewController: UINavigationController {
  open class func canSendText() -> Bool { false }
  open weak var messageComposeDelegate: (any MFMessageComposeViewControllerDelegate)?
  open var recipients: [String]?
  open var body: String?
}
