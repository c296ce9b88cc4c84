import BeckonModel
import Foundation

extension InfobipSocialInvite {
  private static var session: SocialInviteSession { .shared }

  // MARK: Messages

  /// Makes a message.
  /// - Parameters:
  ///   - text: what it says, with the placeholder in it.
  ///   - placeholder: what gives way to the link; where it is not in the text, the link comes
  ///     behind.
  ///   - success: called with what the server says.
  ///   - failure: called with why it did not work.
  public static func createMessage(
    withText text: String, placeholder: String?,
    successBlock success: IBSIMessageResponseSuccess?, failureBlock failure: IBSIResponseFailure?
  ) {
    perform(
      { session throws(InviteError) in try await session.createMessage(text, placeholder) },
      { .created($0) }, success, failure)
  }

  /// Reads a message.
  public static func getMessage(
    byMessageId messageId: String?, withSuccessBlock success: IBSIMessageResponseSuccess?,
    failureBlock failure: IBSIResponseFailure?
  ) {
    perform(
      { session throws(InviteError) in try await session.message(messageId) }, { .read($0) },
      success, failure)
  }

  /// Changes what a message says.
  public static func updateMessage(
    byMessageId messageId: String?, withText text: String, placeholder: String?,
    withSuccessBlock success: IBSIMessageResponseSuccess?,
    failureBlock failure: IBSIResponseFailure?
  ) {
    perform(
      { session throws(InviteError) in
        try await session.updateMessage(messageId, text, placeholder)
      }, { .updated($0) }, success, failure)
  }

  // MARK: Invitations

  /// Sends an invitation to phone numbers.
  /// - Parameters:
  ///   - recipients: numbers, as text; people and their numbers (`IBSIPerson`,
  ///     `IBSIInvitationInfo`) too. Each number gets one, however often it is named.
  ///   - messageId: which message; the default one when it is `nil`.
  ///   - success: called with what the server says.
  ///   - failure: called with why it did not work.
  public static func sendSocialInvite(
    toRecipients recipients: [Any], withMessageId messageId: String?,
    successBlock success: IBSIResponseSuccess?, failureBlock failure: IBSIResponseFailure?
  ) {
    sendSocialInvite(
      toRecipients: recipients, withMessageId: messageId, clientData: nil, successBlock: success,
      failureBlock: failure)
  }

  /// Sends an invitation to phone numbers, with words for the message's placeholders.
  /// `clientData` takes the places of those words of `clientListForPlaceholders` that the library
  /// does not fill in.
  public static func sendSocialInvite(
    toRecipients recipients: [Any], withMessageId messageId: String?, clientData: [String]?,
    successBlock success: IBSIResponseSuccess?, failureBlock failure: IBSIResponseFailure?
  ) {
    let drafts = session.drafts(of: recipients)
    let order = InviteOrder(drafts: drafts, messageID: messageId, words: clientData ?? [])
    perform(
      { session throws(InviteError) in try await session.send(order) }, { .sent($0) }, success,
      failure)
  }

  // MARK: Reports

  /// Asks how far invitations have come, and keeps what the server says.
  public static func getDeliveryInfo(
    byBulkId bulkId: String?, withSuccessBlock success: IBSIDeliveryResponseSuccess?,
    failureBlock failure: IBSIResponseFailure?
  ) {
    perform(
      { session throws(InviteError) in try await session.deliveries(bulkId ?? "") },
      { .delivered($0) }, success, failure)
  }

  /// How far the invitation of a number has come, as far as this phone knows; `nil` when it has
  /// sent none. One of the five words, or `DeliveryUnknown` before the server has answered and
  /// `DeliveryUndefined` when it does not know the invitation any more.
  public static func deliveryStatus(forMsisdn msisdn: String) -> String? {
    (try? session.invitationFile)?.row(of: PhoneText(msisdn))?.status
  }

  // MARK: Calling back

  private static func perform<Answer: Sendable>(
    _ call: @escaping @Sendable (SocialInviteSession) async throws(InviteError) -> Answer,
    _ news: @escaping @Sendable (Result<Answer, InviteError>) -> InviteNews,
    _ success: (@MainActor (Answer) -> Void)?, _ failure: IBSIResponseFailure?
  ) {
    let session = session
    Task {
      let result: Result<Answer, InviteError>
      do throws(InviteError) {
        result = .success(try await call(session))
      } catch {
        result = .failure(error)
      }
      await session.tell(news(result))
      await callBack(result, success, failure)
    }
  }

  @MainActor private static func callBack<Answer: Sendable>(
    _ result: Result<Answer, InviteError>, _ success: (@MainActor (Answer) -> Void)?,
    _ failure: IBSIResponseFailure?
  ) {
    switch result {
    case .success(let answer): success?(answer)
    case .failure(let error): failure?(error.vendorError)
    }
  }
}
