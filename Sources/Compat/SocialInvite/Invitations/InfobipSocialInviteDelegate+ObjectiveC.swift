import Foundation

#if canImport(ObjectiveC)
  /// Is told what comes of the library's calls, on the main queue, beside the blocks of the call.
  /// Every method may be left out. Of an error two are called: the vendor's guide names the first,
  /// its library the second. Write the one or the other.
  @MainActor @objc public protocol InfobipSocialInviteDelegate: AnyObject, Sendable {
    /// Invitations were taken.
    @objc optional func sendInviteDidReceiveSuccessfulResponse(_ response: SendSmsResponse)
    /// No invitation was sent.
    @objc optional func sendInviteDidReceiveErrorResponse(_ error: NSError)
    /// No invitation was sent.
    @objc optional func sendInviteDidReceiveResponseWithError(_ error: NSError)
    /// How far invitations have come.
    @objc optional func getDeliveryInfoDidReceiveSuccessfulResponse(
      _ response: SocialInviteDelivery)
    /// It is not known how far invitations have come.
    @objc optional func getDeliveryInfoDidReceiveErrorResponse(_ error: NSError)
    /// It is not known how far invitations have come.
    @objc optional func getDeliveryInfoDidReceiveResponseWithError(_ error: NSError)
    /// A message was made.
    @objc optional func createMessageDidReceiveSuccessfulResponse(
      _ response: ClientMobileApplicationMessageResponse)
    /// No message was made.
    @objc optional func createMessageDidReceiveErrorResponse(_ error: NSError)
    /// No message was made.
    @objc optional func createMessageDidReceiveResponseWithError(_ error: NSError)
    /// A message was read.
    @objc optional func getMessageDidReceiveSuccessfulResponse(
      _ response: ClientMobileApplicationMessageResponse)
    /// No message was read.
    @objc optional func getMessageDidReceiveErrorResponse(_ error: NSError)
    /// No message was read.
    @objc optional func getMessageDidReceiveResponseWithError(_ error: NSError)
    /// A message was changed.
    @objc optional func updateMessageDidReceiveSuccessfulResponse(
      _ response: ClientMobileApplicationMessageResponse)
    /// No message was changed.
    @objc optional func updateMessageDidReceiveErrorResponse(_ error: NSError)
    /// No message was changed.
    @objc optional func updateMessageDidReceiveResponseWithError(_ error: NSError)
  }

  extension InviteNews {
    /// Calls the methods that are about this.
    @MainActor func tell(_ delegate: any InfobipSocialInviteDelegate) {
      switch self {
      case .sent(.success(let response)):
        delegate.sendInviteDidReceiveSuccessfulResponse?(response)
      case .sent(.failure(let error)):
        delegate.sendInviteDidReceiveErrorResponse?(error.vendorError)
        delegate.sendInviteDidReceiveResponseWithError?(error.vendorError)
      case .delivered(.success(let response)):
        delegate.getDeliveryInfoDidReceiveSuccessfulResponse?(response)
      case .delivered(.failure(let error)):
        delegate.getDeliveryInfoDidReceiveErrorResponse?(error.vendorError)
        delegate.getDeliveryInfoDidReceiveResponseWithError?(error.vendorError)
      case .created(.success(let response)):
        delegate.createMessageDidReceiveSuccessfulResponse?(response)
      case .created(.failure(let error)):
        delegate.createMessageDidReceiveErrorResponse?(error.vendorError)
        delegate.createMessageDidReceiveResponseWithError?(error.vendorError)
      case .read(.success(let response)):
        delegate.getMessageDidReceiveSuccessfulResponse?(response)
      case .read(.failure(let error)):
        delegate.getMessageDidReceiveErrorResponse?(error.vendorError)
        delegate.getMessageDidReceiveResponseWithError?(error.vendorError)
      case .updated(.success(let response)):
        delegate.updateMessageDidReceiveSuccessfulResponse?(response)
      case .updated(.failure(let error)):
        delegate.updateMessageDidReceiveErrorResponse?(error.vendorError)
        delegate.updateMessageDidReceiveResponseWithError?(error.vendorError)
      }
    }
  }
#endif
