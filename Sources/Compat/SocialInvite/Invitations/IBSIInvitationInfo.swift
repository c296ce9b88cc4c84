import BeckonBasics
import BeckonContractSocialInvite
import BeckonModel
import Foundation

/// What is known of the invitation of one of a person's numbers.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class IBSIInvitationInfo: NSObject, Sendable {
  private struct State {
    var msisdn: String
    var personId: Int
    var bulkId: String?
    var status: IBSIDeliveryStatus
  }

  private let state: Locked<State>
  let session: SocialInviteSession

  /// The phone number, as it stands in the address book.
  public var msisdn: String {
    get { state.withLock { $0.msisdn } }
    set { state.withLock { $0.msisdn = newValue } }
  }

  /// Whose number it is.
  public var personId: Int {
    get { state.withLock { $0.personId } }
    set { state.withLock { $0.personId = newValue } }
  }

  /// How far the invitation has come, as of the last `updateDeliveryStatus`.
  public var deliveryStatus: IBSIDeliveryStatus {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  /// The bulk with which it was sent; `nil` when none was taken by the server.
  public var bulkId: String? {
    get { state.withLock { $0.bulkId } }
    set { state.withLock { $0.bulkId = newValue } }
  }

  /// What is known of a number that nobody has invited.
  public convenience init(msisdn: String, personId: Int) {
    self.init(msisdn: msisdn, personId: personId, bulkId: nil, deliveryStatus: nil)
  }

  /// What is known of a number: `deliveryStatus` is a word of the protocol, `nil` for a number that
  /// nobody has invited.
  public convenience init(
    msisdn: String, personId: Int, bulkId: String?, deliveryStatus status: String?
  ) {
    self.init(
      msisdn: msisdn, personId: personId, bulkId: bulkId, status: status, session: .shared)
  }

  init(
    msisdn: String, personId: Int, bulkId: String? = nil, status: String? = nil,
    session: SocialInviteSession
  ) {
    state = Locked(
      State(
        msisdn: msisdn, personId: personId, bulkId: bulkId,
        status: IBSIDeliveryStatus(word: status)))
    self.session = session
    super.init()
  }

  /// The number's digits, without what stands for "abroad". A number without a country's code stays
  /// without: the server knows the app's region, and the world's plans of numbers.
  public func formattedMsisdn() -> String { number.digits }

  /// The same, as the vendor's guide spells it.
  public func formatedMsisdn() -> String { formattedMsisdn() }

  var number: PhoneText { PhoneText(msisdn) }

  var draft: InviteDraft {
    let name = session.addressBook.knownPerson(withId: personId)?.name
    return InviteDraft(number: number, personID: personId, name: name)
  }

  // MARK: Inviting

  /// Sends an invitation to the number.
  /// - Parameters:
  ///   - deliveryDelegate: an `IBSIDeliveryReportDelegate`, which is then told how far it has come.
  ///   - messageId: which message; the default one when it is `nil`.
  public func sendInvite(withDeliveryDelegate deliveryDelegate: AnyObject?, messageId: String?) {
    let person = session.addressBook.knownPerson(withId: personId)
    session.invite([draft], messageId, person, deliveryDelegate)
  }

  /// Asks how far it has come, up to ten times every eight seconds.
  /// - Parameter delegate: an `IBSIDeliveryReportDelegate`.
  public func requestDeliveryStatusInSeparateThread(withDelegate delegate: AnyObject?) {
    requestDeliveryStatusInSeparateThread(withDelegate: delegate, atIndexPath: nil)
  }

  /// The same, with the place where the app shows it.
  public func requestDeliveryStatusInSeparateThread(
    withDelegate delegate: AnyObject?, atIndexPath indexPath: IndexPath?
  ) {
    guard !inTerminalState() else { return }
    session.addressBook.knownPerson(withId: personId)?
      .requestDeliveryStatusInSeparateThread(withDelegate: delegate, atIndexPath: indexPath)
  }

  /// Reads what this phone knows of the number.
  public func updateDeliveryStatus() {
    let row = (try? session.invitationFile)?.row(of: number)
    state.withLock { state in
      state.status = IBSIDeliveryStatus(word: row?.status)
      state.bulkId = row?.bulkID
    }
  }

  // MARK: States

  /// Whether nothing more is to be heard of it.
  public func inTerminalState() -> Bool { !deliveryStatus.isPending }

  /// Whether it was sent, and may have arrived.
  public func isInvited() -> Bool { deliveryStatus.isInvited }

  /// Whether it waits to be delivered.
  public func isPending() -> Bool { deliveryStatus.isPending }

  /// Whether it cannot arrive.
  public func isInImpossibleState() -> Bool { deliveryStatus.isImpossible }
}
