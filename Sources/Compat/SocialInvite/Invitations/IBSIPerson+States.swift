import BeckonContractSocialInvite
import BeckonModel

extension IBSIPerson {
  /// How many of the numbers have no invitation that was sent and may have arrived.
  public func numberOfNonInvitedMsisdns() -> Int {
    invitationInfos.count { !$0.isInvited() }
  }

  /// The bulks with which the numbers were invited.
  public func allBulkIds() -> Set<String> { Set(invitationInfos.compactMap(\.bulkId)) }

  /// How far the invitations have come, as one word: of several the first of waiting, with the
  /// phone, with the network, unknown to all, impossible.
  public func deliveryStatus() -> IBSIDeliveryStatus {
    let order: [IBSIDeliveryStatus] = [
      .messageWaiting, .unknown, .deliveredToTerminal, .deleveredToNetwork, .deliveryUncertain,
      .deliveryImpossible, .undefined,
    ]
    let statuses = Set(statuses)
    return order.first(where: statuses.contains) ?? .notSet
  }

  /// Whether nothing more is to be heard of any number.
  public func inTerminalState() -> Bool { invitationInfos.allSatisfy { $0.inTerminalState() } }

  /// Whether an invitation waits to be delivered.
  public func isInPendingState() -> Bool { invitationInfos.contains { $0.isPending() } }

  /// Whether an invitation was sent, and may have arrived.
  public func isInvited() -> Bool { invitationInfos.contains { $0.isInvited() } }

  /// How far each number's invitation has come.
  var statuses: [IBSIDeliveryStatus] { invitationInfos.map(\.deliveryStatus) }

  /// The bulks of which something is to be heard, in order.
  var pendingBulkIDs: [String] {
    Set(invitationInfos.filter { $0.isPending() }.compactMap(\.bulkId)).sorted()
  }

  /// All numbers, as recipients.
  var drafts: [InviteDraft] {
    invitationInfos.map { InviteDraft(number: $0.number, personID: personId, name: name) }
  }
}

/// How a person's invitations are asked for.
enum PollingPlan {
  /// How often at most.
  static let repetitions = SocialInvite.Polling.repetitions
}

extension SocialInviteSession {
  /// Sends invitations, and then has it asked how far they have come.
  func invite(
    _ drafts: [InviteDraft], _ messageID: String?, _ person: IBSIPerson?, _ delegate: AnyObject?
  ) {
    let listener = deliveryDelegate(delegate)
    let order = InviteOrder(drafts: drafts, messageID: messageID)
    Task {
      let result: Result<SendSmsResponse, InviteError>
      do throws(InviteError) {
        result = .success(try await send(order))
      } catch {
        result = .failure(error)
      }
      person?.updateDeliveryStatus()
      await tell(.sent(result))
      guard case .success = result, settings.reports else { return }
      person?.requestDeliveryStatusInSeparateThread(withDelegate: listener)
    }
  }

  /// What an app hands over as `id` in Objective-C, if it can be told of reports.
  func deliveryDelegate(_ delegate: AnyObject?) -> (any IBSIDeliveryReportDelegate)? {
    guard let delegate else { return nil }
    if let listener = delegate as? any IBSIDeliveryReportDelegate { return listener }
    log("\(type(of: delegate)) is no IBSIDeliveryReportDelegate, so it hears of no report.")
    return nil
  }
}
