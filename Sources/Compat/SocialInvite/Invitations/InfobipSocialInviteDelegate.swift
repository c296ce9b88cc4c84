import Foundation

#if !canImport(ObjectiveC)
  /// Is told what comes of the library's calls, on the main queue, beside the blocks of the call.
  /// Every method may be left out. Of an error two are called: the vendor's guide names the first,
  /// its library the second. Write the one or the other.
  @MainActor public protocol InfobipSocialInviteDelegate: AnyObject, Sendable {
    /// Invitations were taken.
    func sendInviteDidReceiveSuccessfulResponse(_ response: SendSmsResponse)
    /// No invitation was sent.
    func sendInviteDidReceiveErrorResponse(_ error: NSError)
    /// No invitation was sent.
    func sendInviteDidReceiveResponseWithError(_ error: NSError)
    /// How far invitations have come.
    func getDeliveryInfoDidReceiveSuccessfulResponse(_ response: SocialInviteDelivery)
    /// It is not known how far invitations have come.
    func getDeliveryInfoDidReceiveErrorResponse(_ error: NSError)
    /// It is not known how far invitations have come.
    func getDeliveryInfoDidReceiveResponseWithError(_ error: NSError)
    /// A message was made.
    func createMessageDidReceiveSuccessfulResponse(
      _ response: ClientMobileApplicationMessageResponse)
    /// No message was made.
    func createMessageDidReceiveErrorResponse(_ error: NSError)
    /// No message was made.
    func createMessageDidReceiveResponseWithError(_ error: NSError)
    /// A message was read.
    func getMessageDidReceiveSuccessfulResponse(_ response: ClientMobileApplicationMessageResponse)
    /// No message was read.
    func getMessageDidReceiveErrorResponse(_ error: NSError)
    /// No message was read.
    func getMessageDidReceiveResponseWithError(_ error: NSError)
    /// A message was changed.
    func updateMessageDidReceiveSuccessfulResponse(
      _ response: ClientMobileApplicationMessageResponse)
    /// No message was changed.
    func updateMessageDidReceiveErrorResponse(_ error: NSError)
    /// No message was changed.
    func updateMessageDidReceiveResponseWithError(_ error: NSError)
  }

  extension InfobipSocialInviteDelegate {
    /// Hears nothing, where it is left out.
    public func sendInviteDidReceiveSuccessfulResponse(_ response: SendSmsResponse) {}
    /// Hears nothing, where it is left out.
    public func sendInviteDidReceiveErrorResponse(_ error: NSError) {}
    /// Hears nothing, where it is left out.
    public func sendInviteDidReceiveResponseWithError(_ error: NSError) {}
    /// Hears nothing, where it is left out.
    public func getDeliveryInfoDidReceiveSuccessfulResponse(_ response: SocialInviteDelivery) {}
    /// Hears nothing, where it is left out.
    public func getDeliveryInfoDidReceiveErrorResponse(_ error: NSError) {}
    /// Hears nothing, where it is left out.
    public func getDeliveryInfoDidReceiveResponseWithError(_ error: NSError) {}
    /// Hears nothing, where it is left out.
    public func createMessageDidReceiveSuccessfulResponse(
      _ response: ClientMobileApplicationMessageResponse
    ) {}
    /// Hears nothing, where it is left out.
    public func createMessageDidReceiveErrorResponse(_ error: NSError) {}
    /// Hears nothing, where it is left out.
    public func createMessageDidReceiveResponseWithError(_ error: NSError) {}
    /// Hears nothing, where it is left out.
    public func getMessageDidReceiveSuccessfulResponse(
      _ response: ClientMobileApplicationMessageResponse
    ) {}
    /// Hears nothing, where it is left out.
    public func getMessageDidReceiveErrorResponse(_ error: NSError) {}
    /// Hears nothing, where it is left out.
    public func getMessageDidReceiveResponseWithError(_ error: NSError) {}
    /// Hears nothing, where it is left out.
    public func updateMessageDidReceiveSuccessfulResponse(
      _ response: ClientMobileApplicationMessageResponse
    ) {}
    /// Hears nothing, where it is left out.
    public func updateMessageDidReceiveErrorResponse(_ error: NSError) {}
    /// Hears nothing, where it is left out.
    public func updateMessageDidReceiveResponseWithError(_ error: NSError) {}
  }

  extension InviteNews {
    /// Calls the methods that are about this.
    @MainActor func tell(_ delegate: any InfobipSocialInviteDelegate) {
      switch self {
      case .sent(.success(let response)):
        delegate.sendInviteDidReceiveSuccessfulResponse(response)
      case .sent(.failure(let error)):
        delegate.sendInviteDidReceiveErrorResponse(error.vendorError)
        delegate.sendInviteDidReceiveResponseWithError(error.vendorError)
      case .delivered(.success(let response)):
        delegate.getDeliveryInfoDidReceiveSuccessfulResponse(response)
      case .delivered(.failure(let error)):
        delegate.getDeliveryInfoDidReceiveErrorResponse(error.vendorError)
        delegate.getDeliveryInfoDidReceiveResponseWithError(error.vendorError)
      case .created(.success(let response)):
        delegate.createMessageDidReceiveSuccessfulResponse(response)
      case .created(.failure(let error)):
        delegate.createMessageDidReceiveErrorResponse(error.vendorError)
        delegate.createMessageDidReceiveResponseWithError(error.vendorError)
      case .read(.success(let response)):
        delegate.getMessageDidReceiveSuccessfulResponse(response)
      case .read(.failure(let error)):
        delegate.getMessageDidReceiveErrorResponse(error.vendorError)
        delegate.getMessageDidReceiveResponseWithError(error.vendorError)
      case .updated(.success(let response)):
        delegate.updateMessageDidReceiveSuccessfulResponse(response)
      case .updated(.failure(let error)):
        delegate.updateMessageDidReceiveErrorResponse(error.vendorError)
        delegate.updateMessageDidReceiveResponseWithError(error.vendorError)
      }
    }
  }
#endif
