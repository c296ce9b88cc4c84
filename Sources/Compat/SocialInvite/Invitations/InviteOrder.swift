import BeckonModel

/// One of the recipients of an invitation that is about to be sent.
struct InviteDraft: Sendable, Hashable {
  /// The number.
  let number: PhoneText
  /// Whose number it is in the address book.
  var personID: Int?
  /// What they are called there.
  var name: String?
}

/// Invitations that are to be sent, as the app has asked for them.
struct InviteOrder: Sendable {
  /// To whom, each number once; `nil` stands for something that is no phone number.
  let drafts: [InviteDraft?]
  /// Which message; `nil` for the default one.
  let messageID: String?
  /// What the caller gives for the message's placeholders.
  var words: [String] = []

  /// Each number once, in the order in which they were named.
  /// - Throws: `InviteError` when there is nobody, or somebody has no number.
  func recipients() throws(InviteError) -> [InviteDraft] {
    var known: Set<String> = []
    var recipients: [InviteDraft] = []
    for draft in drafts {
      guard let draft, !draft.number.digits.isEmpty else {
        throw .stopped(
          .invalidInput, "A recipient must be a phone number, an IBSIPerson or one of its infos.")
      }
      if known.insert(draft.number.digits).inserted { recipients.append(draft) }
    }
    guard !recipients.isEmpty else { throw .noRecipients }
    return recipients
  }
}

extension SocialInviteSession {
  /// Recipients of what an app hands over: texts, people, or their numbers.
  func drafts(of recipients: [Any]) -> [InviteDraft?] {
    recipients.flatMap { recipient -> [InviteDraft?] in
      switch recipient {
      case let text as String: [draft(of: text)]
      case let info as IBSIInvitationInfo: [info.draft]
      case let person as IBSIPerson: person.drafts
      default: [nil]
      }
    }
  }

  private func draft(of text: String) -> InviteDraft {
    let number = PhoneText(text)
    let person = addressBook.knownPerson(with: number)
    return InviteDraft(number: number, personID: person?.personId, name: person?.name)
  }
}
