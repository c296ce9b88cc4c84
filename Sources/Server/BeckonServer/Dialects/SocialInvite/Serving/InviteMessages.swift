import BeckonContract
import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel
import BeckonStore

/// `/1/social-invite/application/{application}/message`: what invitations say. With the app's key a
/// client makes one for itself, and changes only such.
enum InviteMessages {
  /// `POST …/message`.
  static func create(_ call: Call) throws -> Work {
    guard
      case .create(let template, let installID, let application) = try read(call, .createMessage)
    else { throw Problem(.internal, "") }
    try call.check(template)
    return .write { scope in
      try call.checkApplication(application, scope)
      let texts = MessageTexts(scope)
      let owner = try owner(call, installID, texts, scope)
      guard let entry = try texts.add(template, of: owner) else {
        throw FieldError("text", "would be one too many; change one of them with PUT")
      }
      return answer(entry, entry.id.text, application)
    }
  }

  /// `GET …/message/{message}`.
  static func read(_ call: Call) throws -> Work {
    guard case .read(let key, let application) = try read(call, .message) else {
      throw Problem(.internal, "")
    }
    return .read { scope in
      try call.checkApplication(application, scope)
      return answer(try find(key, call, scope), key, application)
    }
  }

  /// `PUT …/message/{message}`.
  static func change(_ call: Call) throws -> Work {
    guard case .change(let key, let template, let application) = try read(call, .updateMessage)
    else { throw Problem(.internal, "") }
    try call.check(template)
    return .write { scope in
      try call.checkApplication(application, scope)
      let entry = try find(key, call, scope)
      guard entry.owner != nil || call.proof.key == .secret else {
        throw Problem(
          SocialInviteFailure(
            .serviceNotAvailable,
            "It is the app's own message, which only its server may change, with a secret key."))
      }
      let texts = MessageTexts(scope)
      try texts.replace(entry.id, by: template)
      guard let changed = try texts.find(entry.id) else { throw Problem(.internal, "") }
      return answer(changed, key, application)
    }
  }

  private static func read(
    _ call: Call, _ route: SocialInviteRoute
  ) throws -> SocialInviteCommand {
    let body = route == .message ? nil : try call.inviteBody()
    return try SocialInviteCommand.read { () throws(SocialInviteFailure) in
      try SocialInviteCommand(route, call.parameters, body: body, region: "")
    }
  }

  /// Whose a new text is: the app's with a secret key, else of who shows a token. Of who shows none
  /// it is whoever's who knows its id, and costs as much as an invitation.
  private static func owner(
    _ call: Call, _ installID: String?, _ texts: MessageTexts, _ scope: Scope
  ) throws -> Identifier? {
    guard call.proof.key == .publishable else { return nil }
    if let owner = try texts.owner(call.proof) { return owner }
    let inviter = try call.inviter(installID: installID, scope)
    if let used = try Invites(scope).spend(of: inviter, try call.requireTexts()) {
      throw call.used(used.scope, until: used.until)
    }
    return texts.openOwner
  }

  private static func find(
    _ key: String, _ call: Call, _ scope: Scope
  ) throws -> MessageTexts.Entry {
    let texts = MessageTexts(scope)
    guard let entry = try texts.find(named: key), try call.maySee(entry, texts) else {
      throw Problem(
        SocialInviteFailure(.messageNotFound, "There is no such message of this app."))
    }
    return entry
  }

  private static func answer(
    _ entry: MessageTexts.Entry, _ key: String, _ application: String
  ) -> Reply {
    .json(SocialInvite.MessageAnswer(entry.template, key: key, application: application).json)
  }
}
