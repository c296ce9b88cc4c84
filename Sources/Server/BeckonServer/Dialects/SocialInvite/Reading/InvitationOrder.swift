import BeckonContract
import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel

/// Invitations that a client wants sent, in neutral words.
struct InvitationOrder: Sendable {
  /// Somebody who is to be invited.
  struct Recipient: Hashable, Sendable {
    /// The number in E.164 form.
    let number: PhoneNumber
    /// As it stood in the request; of a number that stood there several times, each way in which it
    /// was written, because clients find their answers by it.
    var addresses: [String]
    /// Words for the message's placeholders, in order.
    let words: [String]
  }

  /// Somebody to whom nothing can be sent.
  struct Unreachable: Hashable, Sendable {
    /// As it stood in the request.
    let address: String
    /// Why not.
    let fault: PhoneFault
  }

  /// The message's key; `nil` for the app's default message.
  let messageKey: String?
  /// Who it is from; `nil` for the app's default.
  let sender: SMSSender?
  /// To whom, each number once, in the order of the request.
  let recipients: [Recipient]
  /// To whom nothing can be sent. They look taken, and end as impossible: a client does not learn
  /// by it which numbers there are.
  let unreachable: [Unreachable]
  /// Every number as it stood in the request, in its order.
  let addresses: [String]
  /// The app's own id of its install, which only Beckon's own face sends.
  let installID: String?
  /// Names of the body that nobody knows, for the operator's log.
  let unread: [String]

  /// Reads a body.
  /// - Parameter region: the app's, by which a number without a country's code is read.
  /// - Throws: `SocialInviteFailure`.
  init(json: JSON, region: String) throws(SocialInviteFailure) {
    let request: SocialInvite.InvitationRequest
    do throws(FieldError) {
      request = try SocialInvite.InvitationRequest(json: json)
    } catch {
      throw SocialInviteFailure(error)
    }
    messageKey = request.messageKey
    sender = try request.sender.map { text throws(SocialInviteFailure) in
      try Self.sender(text)
    }
    (recipients, unreachable) = Self.sorted(request.destinations, region)
    addresses = request.destinations.map(\.address)
    installID = request.installID
    unread = request.unread
  }

  private static func sender(_ text: String) throws(SocialInviteFailure) -> SMSSender {
    if let fault = SocialInvite.senderFault(text) {
      throw SocialInviteFailure(.invalidSender, fault)
    }
    guard let sender = SMSSender(text) else {
      throw SocialInviteFailure(
        .invalidSender,
        "The sender may have letters and digits of ASCII, spaces and .-_&' in it, none at its ends."
      )
    }
    return sender
  }

  private static func sorted(
    _ destinations: [SocialInvite.Destination], _ region: String
  ) -> ([Recipient], [Unreachable]) {
    var (recipients, unreachable): ([Recipient], [Unreachable]) = ([], [])
    var places: [TextKey: Int] = [:]
    for destination in destinations {
      do throws(PhoneFault) {
        let number = try InvitedNumber.read(destination.address, region: region)
        if let place = places[TextKey(number.e164)] {
          let isNew = !recipients[place].addresses.contains(destination.address)
          if isNew { recipients[place].addresses.append(destination.address) }
        } else {
          places[TextKey(number.e164)] = recipients.count
          recipients.append(
            Recipient(
              number: number, addresses: [destination.address], words: destination.clientData))
        }
      } catch {
        unreachable.append(Unreachable(address: destination.address, fault: error))
      }
    }
    return (recipients, unreachable)
  }
}

/// Numbers as this protocol's clients write them.
enum InvitedNumber {
  /// Reads a number to which a text message is to be sent. Clients are to write a country's code,
  /// without `+`; some write what stands in an address book. So a number is one of the world's if
  /// it can be, and else one of the app's region. No country's code begins with zero.
  /// - Throws: `PhoneFault` when no text message can arrive there.
  static func read(_ text: String, region: String) throws(PhoneFault) -> PhoneNumber {
    let isInternational = text.has("+") || text.utf8.first == UInt8(ascii: "0")
    if !isInternational, let number = try? PhoneReader.readMobile("+" + text, region: "") {
      return number
    }
    return try PhoneReader.readMobile(text, region: region)
  }
}

extension SocialInviteFailure {
  /// The error of a field that is not acceptable.
  init(_ error: FieldError) {
    let problem = Problem(error)
    self.init(.invalidParameter, problem.detail, variables: [])
  }
}
