#if canImport(MessageUI) && canImport(UIKit)
  import BeckonModel
  import MessageUI
  import UIKit

  extension IBSIComposer {
    /// Whether this phone can send text messages.
    @MainActor public static var canSendText: Bool { MFMessageComposeViewController.canSendText() }

    /// The phone's own screen with the message, for the app to present. When the user has sent or
    /// closed it, it goes away by itself, and the last step is recorded.
    /// - Parameter completion: called then, on the main queue.
    @MainActor public func viewController(
      for invite: ComposedInvite, completion: (@MainActor (IBSIComposerResult) -> Void)? = nil
    ) -> MFMessageComposeViewController {
      let listener = ComposerListener(self, completion)
      let controller = ListeningComposeViewController()
      controller.listener = listener
      controller.messageComposeDelegate = listener
      controller.recipients = invite.recipients
      controller.body = invite.text
      return controller
    }
  }

  /// The phone's own screen, which keeps whoever listens to it, because it does not do so itself.
  private final class ListeningComposeViewController: MFMessageComposeViewController {
    var listener: ComposerListener?
  }

  /// Hears what the user did with the message.
  private final class ComposerListener: NSObject, MFMessageComposeViewControllerDelegate {
    private let composer: IBSIComposer
    private let completion: (@MainActor (IBSIComposerResult) -> Void)?

    init(_ composer: IBSIComposer, _ completion: (@MainActor (IBSIComposerResult) -> Void)?) {
      self.composer = composer
      self.completion = completion
    }

    func messageComposeViewController(
      _ controller: MFMessageComposeViewController, didFinishWith result: MessageComposeResult
    ) {
      let told: IBSIComposerResult =
        switch result {
        case .sent: .sent
        case .cancelled: .cancelled
        default: .failed
        }
      composer.finish(told)
      controller.dismiss(animated: true, completion: nil)
      completion?(told)
    }
  }
#endif
