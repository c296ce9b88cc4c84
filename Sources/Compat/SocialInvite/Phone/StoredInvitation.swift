import BeckonContractSocialInvite
import BeckonModel

/// What this phone knows of the invitation of one number.
struct StoredInvitation: Sendable, Hashable {
  /// The number's digits, by which it is found.
  let number: String
  /// The number as it was sent.
  var address: String
  /// Whose number it is in the address book.
  var personID: Int?
  /// The bulk with which it was sent last; `nil` until the server has taken one.
  var bulkID: String?
  /// A word of the protocol, or one of `SocialInvite.LocalStatus`.
  var status = SocialInvite.LocalStatus.unknown
  /// The message's id, as a report has told it.
  var messageID: String?
  /// When it was sent last.
  var at: Instant

  /// Whether a report is still expected.
  var isPending: Bool {
    status == SocialInvite.Status.messageWaiting.rawValue
      || status == SocialInvite.LocalStatus.unknown
  }

  /// Whether it keeps the number from being invited again, where that is not allowed. What will
  /// never arrive may be tried again, and what no server has taken.
  var isLock: Bool {
    bulkID != nil && status != SocialInvite.Status.deliveryImpossible.rawValue
  }

  /// Reads a row; `nil` when it is none.
  init?(json: JSON) {
    guard let number = json["number"]?.string, let address = json["address"]?.string,
      let status = json["status"]?.string, let at = json["at"]?.string.flatMap(Instant.init)
    else { return nil }
    self.init(number: number, address: address, at: at)
    self.status = status
    personID = json["person"]?.integer.map(Int.init)
    bulkID = json["bulk"]?.string
    messageID = json["message"]?.string
  }

  /// A row of somebody who is about to be invited.
  init(number: String, address: String, personID: Int? = nil, at: Instant) {
    self.number = number
    self.address = address
    self.personID = personID
    self.at = at
  }

  /// The row as it stands in the file.
  var json: JSON {
    .object([
      "number": .string(number), "address": .string(address),
      "person": personID.map(JSON.integer), "bulk": bulkID.map(JSON.string),
      "status": .string(status), "message": messageID.map(JSON.string), "at": .instant(at),
    ])
  }
}
