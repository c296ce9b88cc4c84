import BeckonContract
import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /1/social-invite/invitation`. What goes out, and what it costs, is as natively; the answer
/// tells nothing of any number.
enum SendInvitations {
  static func prepare(_ call: Call) throws -> Work {
    let body = try call.inviteBody()
    let command = try SocialInviteCommand.read { () throws(SocialInviteFailure) in
      try SocialInviteCommand(
        .invite, call.parameters, body: body, region: call.inviteRegion)
    }
    guard case .invite(let order) = command else { throw Problem(.internal, "") }
    call.note(unread: order.unread)
    return .write { scope in
      let repetition = Repetition(call, scope)
      if let answer = try repetition?.answer() { return answer }
      let reply = try send(order, call, scope)
      try repetition?.keep(reply)
      return reply
    }
  }

  private static func send(
    _ order: InvitationOrder, _ call: Call, _ scope: Scope
  ) throws -> Reply {
    let inviter = try call.inviter(installID: order.installID, scope)
    let settings = try call.requireTexts()
    let text = try text(order, call, scope)
    let recipients = Recipients(order, settings)
    try call.checkCount(recipients.count, of: inviter, settings)
    try check(recipients, text.template, call)
    var new = NewInvite(
      by: inviter, campaign: scope.app.defaultCampaign(at: call.now)?.id, text: text.id,
      template: text.template, senderName: nil, note: nil,
      sender: .listed(order.sender, settings), isByClient: call.proof.key == .publishable,
      recipients: recipients.reachable, surroundings: call.surroundings(settings))
    new.unreachable = recipients.unreachable
    let made = try call.made(Invites(scope).make(new, settings))
    let rows = try InviteAddresses(scope).all(of: made.invite.id)
    let ids = Dictionary(rows.map { (TextKey($0.address), $0.id.text) }) { first, _ in first }
    let taken = TakenInvitations(
      bulk: made.invite.id.text,
      messages: order.addresses.compactMap { ids[TextKey($0)] })
    return .json(SocialInvite.SendAnswer(taken, base: call.publicURL).json)
  }

  private static func text(
    _ order: InvitationOrder, _ call: Call, _ scope: Scope
  ) throws -> MessageTexts.Entry {
    let texts = MessageTexts(scope)
    let found = try order.messageKey.map(texts.find(named:)) ?? texts.find(texts.defaultID)
    guard let found, try call.maySee(found, texts) else {
      throw Problem(
        SocialInviteFailure(
          .invalidParameter,
          "'messageKey' is no message of this app. Its server gives a text the id that the app "
            + "has: PUT /v1/messages/texts/{text} with 'alias'."))
    }
    return found
  }

  /// The only link in a message is the app's, whoever writes words into it with an app's key.
  private static func check(
    _ recipients: Recipients, _ template: MessageTemplate, _ call: Call
  ) throws {
    guard call.proof.key == .publishable else { return }
    for recipient in recipients.reachable {
      let words = TemplateWords(sender: "", receiver: "", custom: "", listed: recipient.words)
      let text = template.filled(link: LinkSuspicion.link, words: words)
      guard LinkSuspicion.isIn(text) else { continue }
      throw FieldError(
        "clientData",
        "makes the message one that a phone may show with another link or with a number to call; "
          + "leave these words out")
    }
  }

  /// Whom a request names: those to whom the app sends text messages, and the others.
  private struct Recipients {
    private(set) var reachable: [NewInvite.Recipient] = []
    private(set) var unreachable: [String] = []
    var count: Int { reachable.count + unreachable.count }

    init(_ order: InvitationOrder, _ settings: TextSettings) {
      let reach = TextReach(settings)
      for recipient in order.recipients {
        guard reach.takes(recipient.number) else {
          unreachable += recipient.addresses
          continue
        }
        reachable.append(
          NewInvite.Recipient(
            recipient.number, name: nil, isOutsideTrial: reach.isOutsideTrial(recipient.number),
            words: recipient.words, addresses: recipient.addresses))
      }
      var seen: Set<TextKey> = []
      unreachable += order.unreachable.map(\.address).filter {
        seen.insert(TextKey($0)).inserted
      }
    }
  }
}

extension SMSSender {
  /// The sender that a client asks for, if it is one of the app's, with or without `+`; else the
  /// first of these.
  fileprivate static func listed(_ asked: SMSSender?, _ settings: TextSettings) -> SMSSender {
    func bare(_ text: String) -> TextKey {
      TextKey(text.hasPrefix("+") ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text)
    }
    let meant = asked.flatMap { asked in
      settings.senders.first { bare($0) == bare(asked.text) }
    }
    return listed(meant, settings)
  }
}
