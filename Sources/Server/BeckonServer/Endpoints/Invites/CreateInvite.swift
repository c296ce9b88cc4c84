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
      try checkCount(numbers.recipients.count, settings)
      try checkWhole(request, text.template, numbers, call)
      let new = NewInvite(
        person: person.id, campaign: campaign, text: text.id, template: text.template,
        senderName: request.senderName, note: request.note,
        sender: sender(request.sender, settings), isByClient: call.proof.key == .publishable,
        recipients: numbers.recipients, surroundings: surroundings(settings, call))
      let outcome = try Invites(scope).make(new, settings)
      return try answer(outcome, numbers, call)
    }
  }

  /// The only link in a message is the app's, whoever writes words into it with an app's key.
  private static func checkWords(_ request: InviteBody.Request, _ call: Call) throws {
    guard call.proof.key == .publishable else { return }
    let words = [("sender_name", request.senderName), ("note", request.note)]
    let names = request.recipients.enumerated().map { ("recipients[\($0)].name", $1.name) }
    for case (let field, let word?) in words + names where LinkSuspicion.isIn(word) {
      throw FieldError(field, "has something in it that a phone may show as a link; leave it out")
    }
  }

  /// Words that are harmless alone may be a link together, or with the text around them.
  private static func checkWhole(
    _ request: InviteBody.Request, _ template: MessageTemplate, _ numbers: Numbers, _ call: Call
  ) throws {
    guard call.proof.key == .publishable else { return }
    for recipient in numbers.recipients {
      let words = TemplateWords(
        sender: request.senderName ?? "", receiver: recipient.name ?? "",
        custom: request.note ?? "")
      guard LinkSuspicion.isIn(template.filled(link: LinkSuspicion.link, words: words)) else {
        continue
      }
      throw FieldError(
        "text",
        "has, with all words in it, something that a phone may show as a link or as a number to "
          + "call; leave it out, or put spaces around the words")
    }
  }

  /// More than fit into an hour would never fit.
  private static func checkCount(_ count: Int, _ settings: TextSettings) throws {
    let budgets = InviteBudget.all(
      perDay: Int(settings.perDay), perPersonDay: Int(settings.perPersonDay))
    let most = budgets.filter { $0.scope == .inviter }.map(\.count).min() ?? 0
    guard count > most else { return }
    throw FieldError(
      "recipients",
      "are \(count), and one person may invite \(most) in an hour, as "
        + "'sms.per_person_day' of the app has it; send fewer in one call")
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

  /// The sender that is asked for, if it is one of the app's; else the first of these.
  private static func sender(_ name: String?, _ settings: TextSettings) -> SMSSender {
    let listed = settings.senders.first { $0 == name } ?? settings.senders.first ?? ""
    return SMSSender(listed) ?? .nameless
  }

  private static func surroundings(
    _ settings: TextSettings, _ call: Call
  ) -> NewInvite.Surroundings {
    NewInvite.Surroundings(
      target: settings.url, shortURL: { call.shortURL($0) },
      nextAwake: { country, now in
        guard settings.keepsQuietHours else { return now }
        return CountryZones.system.nextAwake(.standard, in: country, from: now)
      })
  }

  // MARK: Answers

  private static func answer(
    _ outcome: InviteOutcome, _ numbers: Numbers, _ call: Call
  ) throws -> Reply {
    let alarm = call.services[InviteAlarm.self]
    switch outcome {
    case .made(let invite, let messages, let stopped):
      for prefix in stopped {
        alarm.tell(
          InviteDecision.Reason.stopped.rawValue, app: call.app.id,
          [JSON.Member("numbers", .string(prefix + "…"))], at: call.now)
      }
      return reply(invite, messages, numbers, call)
    case .used(let scope, let until):
      if scope != .inviter { alarm.tell(scope.rawValue, app: call.app.id, at: call.now) }
      let next = until.map { "There is room again from \($0.text)." } ?? "There is never room."
      throw Problem(
        .rateLimited,
        "Nobody was invited: the budget of the \(scope.noun) is used up. " + next)
    case .tooLong(let parts):
      throw FieldError(
        "text",
        "takes \(parts) messages with all words and the link in it; with this key it may take "
          + "\(call.proof.key == .secret ? Limits.textParts : Limits.clientTextParts)")
    }
  }

  private static func reply(
    _ invite: Invite?, _ messages: [Message], _ numbers: Numbers, _ call: Call
  ) -> Reply {
    let described = invite.map { ReadInvite.describe($0, messages, call) } ?? ["recipients": []]
    let unsent = JSON.Member("not_sent", .array(numbers.unsent.map(\.json)))
    return .json(
      .object((described.members ?? []) + [unsent]), status: invite == nil ? 200 : 201)
  }
}

/// The numbers of a request: those to which a text message can go, each once, and the others.
struct Numbers {
  private(set) var recipients: [NewInvite.Recipient] = []
  private(set) var unsent: [InviteBody.Unsent] = []

  /// - Parameter settings: whose numbers may be texted; all, while the app has none.
  init(_ asked: [InviteBody.Recipient], _ settings: TextSettings?, region: String) {
    let team = Set(texts: settings?.trialNumbers ?? [])
    let countries = Set(texts: settings?.countries ?? [])
    var seen: Set<TextKey> = []
    for recipient in asked {
      do throws(PhoneFault) {
        let number = try PhoneReader.readMobile(recipient.phone, region: region)
        guard seen.insert(TextKey(number.e164)).inserted else {
          unsent.append(InviteBody.Unsent(phone: recipient.phone, reason: "duplicate"))
          continue
        }
        guard countries.isEmpty || countries.contains(TextKey(number.region ?? "")) else {
          unsent.append(InviteBody.Unsent(phone: recipient.phone, reason: "other_country"))
          continue
        }
        recipients.append(
          NewInvite.Recipient(
            number, name: recipient.name,
            isOutsideTrial: !team.isEmpty && !team.contains(TextKey(number.e164))))
      } catch {
        unsent.append(InviteBody.Unsent(phone: recipient.phone, reason: error.rawValue))
      }
    }
  }
}

extension InviteBudget.Scope {
  /// What it is called in an answer.
  fileprivate var noun: String {
    switch self {
    case .inviter: "person who invites"
    case .narrowBlock, .wideBlock: "numbers that begin so"
    case .country: "recipients' country"
    case .app: "app"
    }
  }
}

extension Call {
  /// Whether the caller may use a text: an app's own is everybody's, one that was written with the
  /// app's key its writer's alone.
  func maySee(_ text: MessageTexts.Entry, _ texts: MessageTexts) throws -> Bool {
    guard let owner = text.owner, proof.key != .secret else { return true }
    return try texts.owner(proof) == owner
  }
}
