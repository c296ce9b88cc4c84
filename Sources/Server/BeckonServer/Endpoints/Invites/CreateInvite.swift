import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/invites`: invites people by text message, in the name of a person who shows their
/// token.
enum CreateInvite {
  static func prepare(_ call: Call) throws -> Work {
    let request = try InviteBody.Request(try call.fields())
    try checkWords(request, call)
    if let campaign = request.campaign, call.app.campaign(campaign) == nil {
      throw FieldError("campaign", "is none of this app's")
    }
    // Read before the writer is taken: the world's numbering plans take their time.
    let numbers = Numbers(
      request.recipients, call.app.settings.texts, region: call.app.settings.region ?? "")
    return .write { scope in
      let person = try call.person(request.person, scope)
      // After the person: who may not know of them learns nothing of the server's gateways either.
      let settings = try call.requireTexts()
      let text = try text(request, call, scope)
      let campaign = request.campaign ?? scope.app.defaultCampaign(at: call.now)?.id
      guard !numbers.recipients.isEmpty else { return reply(nil, [], numbers, call) }
      try call.checkCount(numbers.recipients.count, of: .person(person.id), settings)
      let recipients = try recipients(numbers, saying: request, in: text.template)
      try checkWhole(request, text.template, recipients, call)
      let new = NewInvite(
        by: .person(person.id), campaign: campaign, text: text.id, template: text.template,
        senderName: request.senderName, note: request.note,
        sender: .listed(request.sender, settings), isByClient: call.proof.key == .publishable,
        recipients: recipients, surroundings: call.surroundings(settings))
      let made = try call.made(Invites(scope).make(new, settings))
      return reply(
        made.invite, made.messages, numbers, call,
        warnings: warnings(of: new, asked: request.sender, settings))
    }
  }

  /// The only link in a message is the app's, whoever writes words into it with an app's key.
  private static func checkWords(_ request: InviteBody.Request, _ call: Call) throws {
    guard call.proof.key == .publishable else { return }
    let words = [("sender_name", request.senderName), ("note", request.note)]
    let names = request.recipients.enumerated().map { ("recipients[\($0)].name", $1.name) }
    for case (let field, let word?) in words + names where LinkSuspicion.isIn(word) {
      throw FieldError(
        field,
        "has something in it that a phone may show as a link or as a number to call; leave it out")
    }
  }

  /// More than the two messages that a client's text may take, whatever its letters are; looking
  /// through a longer one would cost the writer its time.
  private static let clientTextBytes = 1_500

  /// Words that are harmless alone may be a link together, or with the text around them.
  private static func checkWhole(
    _ request: InviteBody.Request, _ template: MessageTemplate,
    _ recipients: [NewInvite.Recipient], _ call: Call
  ) throws {
    guard call.proof.key == .publishable else { return }
    for recipient in recipients {
      let words = TemplateWords(
        sender: request.senderName ?? "", receiver: recipient.name ?? "",
        custom: request.note ?? "", listed: recipient.words)
      let filled = template.filled(link: LinkSuspicion.link, words: words)
      guard filled.utf8.count <= clientTextBytes else {
        throw FieldError("text", "takes more messages, with all words in it, than an app may send")
      }
      guard LinkSuspicion.isIn(filled) else { continue }
      throw FieldError(
        "text",
        "has, with all words in it, something that a phone may show as a link or as a number to "
          + "call; leave it out, or put spaces around the words")
    }
  }

  /// Recipients with what stands in their texts for the placeholder of words: the sender's name,
  /// then the note, since that is what the clients that list such words put there.
  private static func recipients(
    _ numbers: Numbers, saying request: InviteBody.Request, in template: MessageTemplate
  ) throws -> [NewInvite.Recipient] {
    guard let marker = template.wordPlaceholder, template.text.has(text: marker) else {
      return numbers.recipients
    }
    guard let name = request.senderName else {
      throw FieldError(
        "sender_name",
        "is missing: the text has it in place of '\(marker)', its word_placeholder")
    }
    let words = [name] + (request.note.map { [$0] } ?? [])
    return numbers.recipients.map { $0.saying(words) }
  }

  private static func text(
    _ request: InviteBody.Request, _ call: Call, _ scope: Scope
  ) throws -> MessageTexts.Entry {
    let texts = MessageTexts(scope)
    guard let text = try texts.find(request.text ?? texts.defaultID) else {
      throw FieldError("text", "is none of this app's texts")
    }
    guard try call.maySee(text, texts) else {
      throw FieldError("text", "is none of this app's texts")
    }
    return text
  }

  // MARK: Answers

  /// What its sender probably meant otherwise.
  private static func warnings(
    of new: NewInvite, asked sender: String?, _ settings: TextSettings
  ) -> [FactWarning] {
    let isListed = sender.map { Set(texts: settings.senders).contains(TextKey($0)) } ?? true
    return (new.campaign == nil ? [.inNoCampaign] : [])
      + (isListed ? [] : [.unlistedSender(using: new.sender.text)])
  }

  private static func reply(
    _ invite: Invite?, _ messages: [Message], _ numbers: Numbers, _ call: Call,
    warnings: [FactWarning] = []
  ) -> Reply {
    let described = invite.map { ReadInvite.describe($0, messages, call) } ?? ["recipients": []]
    let unsent = JSON.Member("not_sent", .array(numbers.unsent.map(\.json)))
    return .json(
      JSON.object((described.members ?? []) + [unsent]).warning(of: warnings),
      status: invite == nil ? 200 : 201)
  }
}

extension Call {
  /// Whether the caller may use a text: an app's own is everybody's, one that was written with the
  /// app's key its writer's alone; one whose writer showed no token is of whoever knows its id.
  func maySee(_ text: MessageTexts.Entry, _ texts: MessageTexts) throws -> Bool {
    guard let owner = text.owner, proof.key != .secret else { return true }
    let isOpen = owner == texts.openOwner && app.settings.unnamedInvites.isAllowed
    return try isOpen || texts.owner(proof) == owner
  }
}
