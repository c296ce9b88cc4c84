import BeckonContract
import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel

/// Invitations that were taken, in neutral words.
struct TakenInvitations: Hashable, Sendable {
  /// The id of all of them, 128 random bits.
  let bulk: String
  /// The ids of their messages, in the order of the request; one that goes to somebody who was
  /// named twice stands twice.
  let messages: [String]
}

/// How far one invitation has come, in neutral words.
struct ToldInvitation: Hashable, Sendable {
  /// The number, exactly as it stood in the request.
  let address: String
  /// The message's id.
  let message: String
  /// How far it has come.
  let status: DeliveryStatus
}

extension SocialInvite {
  /// Where it is asked what became of a bulk.
  /// - Parameter base: the server's own URL, without a slash at its end.
  static func deliveryURL(bulk: String, base: String) -> String {
    base + SocialInviteDeliveryRoute.deliveries.route.path(bulk)
  }
}

extension SocialInvite.SendAnswer {
  /// The answer to invitations that were taken.
  init(_ taken: TakenInvitations, base: String) {
    self.init(
      bulkID: taken.bulk,
      deliveryInfoURL: SocialInvite.deliveryURL(bulk: taken.bulk, base: base),
      responses: taken.messages.map { Response(messageID: $0) })
  }
}

extension SocialInvite.DeliveryAnswer {
  /// The answer about a bulk.
  init(_ told: [ToldInvitation], bulk: String, base: String) {
    self.init(
      resourceURL: SocialInvite.deliveryURL(bulk: bulk, base: base),
      deliveries: told.map { row in
        Delivery(
          address: row.address, messageID: row.message, clientCorrelator: bulk,
          status: SocialInvite.Status(row.status))
      })
  }
}

extension SocialInvite.Status {
  /// A status in the protocol's words.
  init(_ status: DeliveryStatus) {
    switch status {
    case .waiting: self = .messageWaiting
    case .network: self = .deliveredToNetwork
    case .delivered: self = .deliveredToTerminal
    case .impossible: self = .deliveryImpossible
    case .unconfirmed: self = .deliveryUncertain
    }
  }
}

extension SocialInvite.MessageAnswer {
  /// A message as clients read it.
  /// - Parameter application: the app's key, as the path of the request named it.
  init(_ template: MessageTemplate, key: String, application: String) {
    self.init(
      applicationKey: application, key: key, text: template.text,
      placeholder: template.placeholder, clientPlaceholder: template.wordPlaceholder)
  }
}
