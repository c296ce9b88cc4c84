import BeckonBasics
import BeckonContract
import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK

extension SocialInviteSession {
  /// Sends invitations. Their rows are on the disk before the request, without a bulk; the answer
  /// gives them one, and a refusal takes them away again.
  /// - Throws: `InviteError`.
  func send(_ order: InviteOrder) async throws(InviteError) -> SendSmsResponse {
    let settings = settings
    guard settings.isComplete else { throw .notInitialized }
    guard settings.isEnabled else { throw .invitesDisabled }
    if let fault = settings[text: .senderId].flatMap(SocialInvite.senderFault) {
      throw .stopped(.invalidInput, fault)
    }
    let recipients = try claim(try order.recipients())
    defer { underWay.withLock { $0.subtract(recipients.map(\.number.digits)) } }
    guard recipients.count <= SocialInvite.recipientsMax else {
      throw .stopped(
        .invalidInput, "\(SocialInvite.recipientsMax) numbers are the most at once.")
    }
    return try await exchange(order, recipients)
  }

  private func exchange(
    _ order: InviteOrder, _ recipients: [InviteDraft]
  ) async throws(InviteError) -> SendSmsResponse {
    let before = try begin(recipients)
    do throws(InviteError) {
      let request = request(order, recipients)
      let json = try await ask(SocialInviteRoute.invite.route) { install in
        var request = request
        request.installID = install
        return request.json
      }
      let answer = try read(json, SocialInvite.SendAnswer.init(json:))
      confirm(recipients, bulk: answer.bulkID)
      return SendSmsResponse(answer)
    } catch {
      withdraw(recipients, to: before)
      throw error
    }
  }

  /// Those who may be invited now, and whom nobody else invites until this is done.
  private func claim(_ recipients: [InviteDraft]) throws(InviteError) -> [InviteDraft] {
    let (invitationFile, resends) = (try invitationFile, settings.resends)
    let free = underWay.withLock { underWay in
      // Read here: whoever is not under way any more has their row.
      let locked = resends ? [] : Set(invitationFile.all.filter(\.isLock).map(\.number))
      let free = recipients.filter { recipient in
        let digits = recipient.number.digits
        return !locked.contains(digits) && !underWay.contains(digits)
      }
      underWay.formUnion(free.map(\.number.digits))
      return free
    }
    guard !free.isEmpty else { throw .alreadyInvited }
    return free
  }

  private func request(
    _ order: InviteOrder, _ recipients: [InviteDraft]
  ) -> SocialInvite.InvitationRequest {
    let settings = settings
    var known = SocialInvite.KnownWords()
    known.senderName = settings[text: .senderId]
    known.customText = settings[text: .customMessageText]
    known.endUserMsisdn = settings[text: .endUserMsisdn]
    known.endUserUsername = settings[text: .endUserUsername]
    let list = settings[words: .clientListForPlaceholders]
    let destinations = recipients.map { recipient in
      known.receiverName = recipient.name
      return SocialInvite.Destination(
        address: recipient.number.address, messageID: order.messageID,
        clientData: SocialInvite.clientData(list: list, known: known, literals: order.words))
    }
    return SocialInvite.InvitationRequest(
      messageKey: order.messageID ?? settings[text: .defaultMessageId],
      sender: settings[text: .senderId], destinations: destinations)
  }

  // MARK: What this phone knows

  /// Notes who is about to be invited.
  /// - Returns: what was known of them before.
  private func begin(
    _ recipients: [InviteDraft]
  ) throws(InviteError) -> [String: StoredInvitation] {
    let invitationFile = try invitationFile
    let now = now
    var before: [String: StoredInvitation] = [:]
    do throws(BeckonError) {
      try invitationFile.change { rows in
        before = [:]
        for recipient in recipients {
          let number = recipient.number
          before[number.digits] = rows[number.digits]
          rows[number.digits] = StoredInvitation(
            number: number.digits, address: number.address, personID: recipient.personID, at: now)
        }
      }
    } catch {
      throw InviteError(error)
    }
    return before
  }

  /// Notes that the server has them. What cannot be kept now is still known in this run.
  private func confirm(_ recipients: [InviteDraft], bulk: String) {
    let status: SocialInvite.Status = settings.reports ? .messageWaiting : .deliveredToTerminal
    change { rows in
      for recipient in recipients {
        rows[recipient.number.digits]?.bulkID = bulk
        rows[recipient.number.digits]?.status = status.rawValue
      }
    }
  }

  private func withdraw(
    _ recipients: [InviteDraft], to before: [String: StoredInvitation]
  ) {
    change { rows in
      for recipient in recipients {
        rows[recipient.number.digits] = before[recipient.number.digits]
      }
    }
  }

  /// Changes what is known, and tells the developer if it cannot be kept.
  func change(_ change: (inout [String: StoredInvitation]) -> Void) {
    do {
      try invitationFile.change(change)
    } catch {
      log("what became of invitations cannot be kept now: \(error)")
    }
  }

  /// Reads an answer.
  /// - Throws: `InviteError`.
  func read<Answer>(
    _ json: JSON, _ make: (JSON) throws(FieldError) -> Answer
  ) throws(InviteError) -> Answer {
    do throws(FieldError) {
      return try make(json)
    } catch {
      throw .stopped(
        .unexpectedAnswer, "In the server's answer '\(error.path)' \(error.reason).")
    }
  }

  /// Tells the delegate.
  @MainActor func tell(_ news: InviteNews) {
    if let delegate { news.tell(delegate) }
  }
}
