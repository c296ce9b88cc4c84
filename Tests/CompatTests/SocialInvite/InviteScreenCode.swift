// The code of the vendor's guide for iOS, call for call. The guide is written in Objective-C; here
// it is Swift, which the vendor's names take on as Swift's own importer names them. Edits:
// * Blocks that stand alone in the guide stand in methods here, in the guide's order, and what
//   differs between apps (keys, numbers, ids) are the methods' parameters.
// * `NSLog` is followed by a line that keeps what was logged. A set is logged as its elements.
// * `String senderId = [InfobipSocialInvite senderId];` names a type of another language; it is a
//   text here.
// * The recipients are an empty `NSMutableArray` in the guide, to be filled by the app.
// * The block of the delivery status lacks its last `];`, and `ABRecordID` is a number.
// * `YourClassName` conforms to the delegate's protocol and defines all of its methods in the forms
//   of the guide; the forms of the vendor's library are left out.
import BeckonCompatSocialInvite
import Foundation

@MainActor final class InviteScreen {
  /// What was logged, in order.
  private(set) var lines: [String] = []

  private func log(_ line: String) {
    NSLog("%@", line)
    lines.append(line)
  }

  // MARK: Initialisation

  func initialise(applicationKey: String, messageID: String) {
    InfobipSocialInvite.initWithSecretKey(applicationKey, defaultMessageId: messageID)
  }

  // MARK: Sender ID

  func numericSender() {
    //numeric sender id
    InfobipSocialInvite.setSenderId("15550001111")  // "your_phone_number"
  }

  func alphanumericSender() {
    //alphanumeric sender id
    InfobipSocialInvite.setSenderId("your_name")
  }

  func sender() -> String? {
    let senderId = InfobipSocialInvite.senderId()
    return senderId
  }

  // MARK: Invitation message

  func createMessage() {
    InfobipSocialInvite.createMessage(
      withText: "New message text <>", placeholder: "<>",
      successBlock: { messageResponse in
        self.log(
          "Created new message with text \(messageResponse.text ?? "") and message ID"
            + "\(messageResponse.key ?? "")")
      },
      failureBlock: { error in
        self.log("Error: \(error.localizedDescription)")
      })
  }

  func getMessage() {
    InfobipSocialInvite.getMessage(
      byMessageId: InfobipSocialInvite.customMessageId(),
      withSuccessBlock: { messageResponse in
        self.log("Message text with placeholder: \(messageResponse.text ?? "")")
      },
      failureBlock: { error in
        self.log("Error: \(error.localizedDescription)")
      })
  }

  func updateMessage(_ messageId: String) {
    InfobipSocialInvite.updateMessage(
      byMessageId: messageId, withText: "Other text <>", placeholder: "<>",
      withSuccessBlock: { messageResponse in
        self.log("Updated: \(messageResponse.text ?? "")")
      },
      failureBlock: { error in
        self.log("Error: \(error.localizedDescription)")
      })
  }

  // MARK: Sending invitations

  func send(_ numbers: [String], messageId: String?) {
    var recipients: [Any] = []
    recipients += numbers

    InfobipSocialInvite.sendSocialInvite(
      toRecipients: recipients,
      withMessageId: messageId,
      successBlock: { result in
        self.log("bulkId: \(result.bulkId ?? "")")
        self.log("deliveryInfo: \(result.deliveryInfoUrl ?? "")")
      },
      failureBlock: { error in
        self.log("Error: \(error.localizedDescription)")
      })
  }

  // MARK: Message resending

  func allowResending() { InfobipSocialInvite.setSocialInviteResending(true) }

  func forbidResending() { InfobipSocialInvite.setSocialInviteResending(false) }

  // MARK: Address Book

  func authorise() {
    if IBSIAddressBook.authorizationStatus() == .notDetermined {
      InfobipSocialInvite.addressBook().requestAuthorization { granted, error in
        if granted {
          // First time access has been granted, add the contact
          self.log("Access to address book has been granted!")
        } else {
          self.log("User denied access!")
        }
      }
    } else if IBSIAddressBook.authorizationStatus() == .authorized {
      // The user has previously given access, add the contact
      log("authorised")
    } else {
      // The user has previously denied access
      log("denied")
    }
  }

  func invite(buttonId: Int, delegate: YourClassName) {
    let person = InfobipSocialInvite.addressBook().person(withId: buttonId)
    if InfobipSocialInvite.customMessageId() == nil {
      person?.sendInvite(
        withDeliveryDelegate: delegate, messageId: InfobipSocialInvite.defaultMessageId())
    } else {
      person?.sendInvite(
        withDeliveryDelegate: delegate, messageId: InfobipSocialInvite.customMessageId())
    }
  }

  // MARK: Delivery status

  func deliveryInfo(_ bulkId: String) {
    InfobipSocialInvite.getDeliveryInfo(
      byBulkId: bulkId,
      withSuccessBlock: { deliveryResponse in
        let statuses = deliveryResponse.deliveryInfo.map { $0.deliveryStatus ?? "" }
        self.log("Delivery info: \(statuses)")
        self.log("Resource URL: \(deliveryResponse.resourceURL ?? "")")
      },
      failureBlock: { error in
        self.log("ERROR: \(error.localizedDescription)")
      })
  }

  func deliveryStatus() -> String? {
    let status = InfobipSocialInvite.deliveryStatus(forMsisdn: "5551234")
    return status
  }

  // MARK: Models

  func model() {
    let messageResponse = ClientMobileApplicationMessageResponse()
    log("Message text with placeholder: \(messageResponse.text ?? "(null)")")
    log("Message key: \(messageResponse.key ?? "(null)")")
  }
}

// MARK: InfobipSocialInviteDelegate

final class YourClassName: InfobipSocialInviteDelegate, IBSIDeliveryReportDelegate {
  /// What it was told, in order.
  private(set) var calls: [String] = []

  func sendInviteDidReceiveErrorResponse(_ error: NSError) {
    calls.append("sendInvite error \(error.localizedDescription)")
  }

  func sendInviteDidReceiveSuccessfulResponse(_ response: SendSmsResponse) {
    calls.append("sendInvite \(response.bulkId ?? "")")
  }

  func getDeliveryInfoDidReceiveErrorResponse(_ error: NSError) {
    calls.append("getDeliveryInfo error \(error.localizedDescription)")
  }

  func getDeliveryInfoDidReceiveSuccessfulResponse(_ response: SocialInviteDelivery) {
    calls.append("getDeliveryInfo \(response.deliveryInfo.count)")
  }

  func createMessageDidReceiveErrorResponse(_ error: NSError) {
    calls.append("createMessage error \(error.localizedDescription)")
  }

  func getMessageDidReceiveErrorResponse(_ error: NSError) {
    calls.append("getMessage error \(error.localizedDescription)")
  }

  func updateMessageDidReceiveErrorResponse(_ error: NSError) {
    calls.append("updateMessage error \(error.localizedDescription)")
  }

  func createMessageDidReceiveSuccessfulResponse(
    _ response: ClientMobileApplicationMessageResponse
  ) {
    calls.append("createMessage \(response.text ?? "")")
  }

  func getMessageDidReceiveSuccessfulResponse(
    _ response: ClientMobileApplicationMessageResponse
  ) {
    calls.append("getMessage \(response.text ?? "")")
  }

  func updateMessageDidReceiveSuccessfulResponse(
    _ response: ClientMobileApplicationMessageResponse
  ) {
    calls.append("updateMessage \(response.text ?? "")")
  }

  // The rest of what the guide says of a delegate: that of reports.

  func deliveryFetchDidFinish(_ deliveryReport: IBSIDeliveryReportOperation) {
    calls.append("end \(deliveryReport.person.name)")
  }

  func deliveryStatusDidChanged(_ deliveryReport: IBSIDeliveryReportOperation) {
    calls.append("change \(deliveryReport.person.deliveryStatus().rawValue)")
  }
}
