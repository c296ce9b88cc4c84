import BeckonBasics
import BeckonModel
import Foundation

#if canImport(UIKit)
  import UIKit
#endif

/// Somebody in the address book, with what is known of the invitations of their numbers.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class IBSIPerson: NSObject, Sendable {
  private struct State {
    var firstName: String
    var lastName: String
    var phoneNumbers: [String]
    var infos: [IBSIInvitationInfo]
  }

  /// Who it is, as long as the app runs.
  public let personId: Int
  /// Their picture, as a file of an image; `nil` when there is none.
  public let thumbnailData: Data?
  private let state: Locked<State>
  let session: SocialInviteSession

  /// First and last name.
  public var name: String {
    let names = state.withLock { [$0.firstName, $0.lastName] }
    return names.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The first name; empty when there is none.
  public var firstName: String {
    get { state.withLock { $0.firstName } }
    set { state.withLock { $0.firstName = newValue } }
  }

  /// The last name; empty when there is none.
  public var lastName: String {
    get { state.withLock { $0.lastName } }
    set { state.withLock { $0.lastName = newValue } }
  }

  /// The phone numbers, as they stand in the address book. Setting them makes `invitationInfos`
  /// anew.
  public var phoneNumbers: [String] {
    get { state.withLock { $0.phoneNumbers } }
    set {
      let infos = Self.infos(newValue, of: personId, session)
      state.withLock { state in
        state.phoneNumbers = newValue
        state.infos = infos
      }
    }
  }

  /// What is known of each number, in their order.
  public var invitationInfos: [IBSIInvitationInfo] {
    get { state.withLock { $0.infos } }
    set { state.withLock { $0.infos = newValue } }
  }

  /// Somebody of the app's own list. `personId` is any number that nobody else of the list has,
  /// `thumbnail` a picture, as a file of an image.
  public convenience init(
    personId: Int, firstName: String, lastName: String, phoneNumbers: [String],
    thumbnail: Data? = nil
  ) {
    self.init(
      Contact(
        id: personId, firstName: firstName, lastName: lastName, phoneNumbers: phoneNumbers,
        thumbnail: thumbnail), session: .shared)
  }

  init(_ contact: Contact, session: SocialInviteSession) {
    personId = contact.id
    thumbnailData = contact.thumbnail
    self.session = session
    state = Locked(
      State(
        firstName: contact.firstName, lastName: contact.lastName,
        phoneNumbers: contact.phoneNumbers,
        infos: Self.infos(contact.phoneNumbers, of: contact.id, session)))
    super.init()
  }

  private static func infos(
    _ numbers: [String], of person: Int, _ session: SocialInviteSession
  ) -> [IBSIInvitationInfo] {
    numbers.map { number in
      let info = IBSIInvitationInfo(msisdn: number, personId: person, session: session)
      info.updateDeliveryStatus()
      return info
    }
  }

  /// Whether there is a picture.
  public func hasImage() -> Bool { thumbnailData != nil }

  #if canImport(UIKit)
    /// The picture; `nil` when there is none.
    public func thumbnail() -> UIImage? { thumbnailData.flatMap { UIImage(data: $0) } }
  #endif

  // MARK: Inviting

  /// Sends an invitation to all numbers, each once.
  /// - Parameters:
  ///   - deliveryDelegate: an `IBSIDeliveryReportDelegate`, which is then told how far they have
  ///     come.
  ///   - messageId: which message; the default one when it is `nil`.
  public func sendInvite(withDeliveryDelegate deliveryDelegate: AnyObject?, messageId: String?) {
    session.invite(drafts, messageId, self, deliveryDelegate)
  }

  /// Asks how far the invitations have come, up to ten times every eight seconds.
  /// - Parameter delegate: an `IBSIDeliveryReportDelegate`.
  public func requestDeliveryStatusInSeparateThread(withDelegate delegate: AnyObject?) {
    requestDeliveryStatusInSeparateThread(withDelegate: delegate, atIndexPath: nil)
  }

  /// The same, with the place where the app shows the person.
  public func requestDeliveryStatusInSeparateThread(
    withDelegate delegate: AnyObject?, atIndexPath indexPath: IndexPath?
  ) {
    let operation = IBSIDeliveryReportOperation(
      person: self, atIndexPath: indexPath, delegate: session.deliveryDelegate(delegate))
    operation.numberOfRepeatings = PollingPlan.repetitions
    operation.start()
  }

  /// Reads what this phone knows of all numbers.
  public func updateDeliveryStatus() { for info in invitationInfos { info.updateDeliveryStatus() } }
}
