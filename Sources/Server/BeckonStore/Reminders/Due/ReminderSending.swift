import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How somebody is reminded: by a message in the outbox, or by a row of the feed for the app's own
/// server, each with a link that knows of which reminder it is.
struct ReminderSending {
  private let scope: Scope
  private let surroundings: ReminderSurroundings
  private let reminder: Reminder
  private let person: Person
  private let matter: ReminderMatter
  private let reaching: ReminderReaching

  /// Short codes may be taken; so many are tried.
  private static let triesMax = 8

  init(
    _ scope: Scope, _ surroundings: ReminderSurroundings, _ reminder: Reminder, _ person: Person,
    _ matter: ReminderMatter, _ reaching: ReminderReaching
  ) {
    self.scope = scope
    self.surroundings = surroundings
    self.reminder = reminder
    self.person = person
    self.matter = matter
    self.reaching = reaching
  }

  /// Writes the message, and stores that it was.
  /// - Throws: `DatabaseError`.
  func send(_ decision: StoredReminderDecision, by channel: ReminderChannel) throws {
    var decision = decision
    let (message, target): (MessageID, String?) = (scope.newID(), target)
    guard let target else { return try store(&decision, .withheld, .notSetUp) }
    let link = try makeLink(to: target, in: message)
    (decision.channel, decision.message, decision.link) = (channel, message, link.id)
    let language = ReminderWords.language(of: person, scope.app.settings)
    let text = reminder.settings.text(in: language)
    let words = ReminderWords(
      person: person, matter: matter, decision: decision, appName: scope.app.name,
      link: surroundings.shortURL(link))
    switch channel {
    case .mail:
      guard try writeMail(message, link.id, language) else {
        _ = try Links(scope).delete(link.id)
        (decision.channel, decision.message, decision.link) = (nil, nil, nil)
        return try store(&decision, .withheld, .messageLimit)
      }
    case .sms: try writeText(message, link.id, text?.sms.map(words.text) ?? words.link)
    case .webhook: try publish(decision, words, text)
    }
    try store(&decision, .sent, nil)
  }

  private func store(
    _ decision: inout StoredReminderDecision, _ state: ReminderDecisionState,
    _ reason: ReminderReason?
  ) throws {
    (decision.state, decision.reason, decision.heldUntil) = (state, reason, nil)
    try ReminderDecisions(scope).store(decision)
  }

  // MARK: Links

  /// Where the link leads: of one product to its page, else to the basket.
  private var target: String? {
    let isOfBasket = reminder.settings.cause == .abandonedBasket
    let page = isOfBasket ? nil : matter.products.first?.url
    return [page, scope.app.settings.cartURL].compactMap { $0 }.first { url in
      (try? Target.check(url)) != nil
    }
  }

  private func makeLink(to target: String, in message: MessageID) throws -> Link {
    for _ in 0..<Self.triesMax {
      let link = Link(
        id: scope.newID(), app: scope.app.number, prefix: Links(scope).defaultPrefix,
        code: Code.short(random: scope.ambient.random()), url: target, campaign: nil,
        referrer: nil, options: LinkOptions(json: .object([])), createdAt: scope.now)
      if try Links(scope).insert(link, in: message) { return link }
    }
    throw DatabaseError.corrupt("no short code is free")
  }

  // MARK: Channels

  /// Whether there was room for a mail.
  private func writeMail(_ id: MessageID, _ link: LinkID, _ language: String?) throws -> Bool {
    guard let email = reaching.address(.mail) else { return false }
    var mail = NewMessage(
      mail: .reminder, to: email, of: person.id, language: language ?? "")
    (mail.id, mail.link) = (id, link)
    guard case .written = try Messages(scope).write(mail) else { return false }
    return true
  }

  private func writeText(_ id: MessageID, _ link: LinkID, _ body: String) throws {
    guard let number = reaching.address(.sms), let settings = scope.app.settings.texts else {
      return
    }
    try Messages(scope).write(
      NewTextMessage(
        id: id, kind: .reminder, invite: nil, place: 0, person: person.id, campaign: nil,
        recipient: number, country: reaching.country, sender: settings.senders.first ?? "",
        body: body, parts: SMSParts(body).count, link: link, withheld: nil, due: scope.now))
  }

  private func publish(
    _ decision: StoredReminderDecision, _ words: ReminderWords, _ text: ReminderText?
  ) throws {
    let channels = reaching.consented(ReminderChannel.webhook.consents)
    try Feed(scope).publish(.reminder, decision.id.identifier, about: person.id.identifier) {
      Feed.body(
        of: [JSON.Member("person", .id(person.id))],
        .object([
          "decision": .id(decision.id), "reminder": .id(reminder.id),
          "name": .string(reminder.settings.name),
          "cause": .string(reminder.settings.cause.rawValue),
          "channels": .array(channels.map { .string($0.rawValue) }),
          "products": .array(matter.products.map(\.json)),
          "old_price": (decision.prices?.before).map(StoredReminderDecision.money),
          "link": .string(words.link), "text": text?.sms.map { .string(words.text($0)) },
        ]))
    }
  }
}

extension ReminderProduct {
  /// As a webhook is told it.
  fileprivate var json: JSON {
    .object([
      "product": .string(id), "title": .string(title),
      "price": price.map(StoredReminderDecision.money), "url": url.map(JSON.string),
    ])
  }
}
