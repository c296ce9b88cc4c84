import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A last look at a reminder that is about to go to a gateway: since it was decided somebody may
/// have bought, taken back their yes, or gone.
public struct ReminderRecheck {
  private let scope: Scope
  private let surroundings: ReminderSurroundings

  /// A mail that may go.
  public struct Mail: Sendable {
    /// Its subject.
    public let subject: String
    /// What it says, one text for each paragraph.
    public let paragraphs: [String]
    /// What stands on its button; `nil` for what stands there by itself.
    public let button: String?
    /// Where the button leads.
    public let url: String
    /// The language in which it is written (BCP 47).
    public let language: String
  }

  /// Works in this scope.
  public init(_ scope: Scope, _ surroundings: ReminderSurroundings) {
    self.scope = scope
    self.surroundings = surroundings
  }

  /// Why a message must not go any more; then that is stored. `nil` when it may.
  /// - Throws: `DatabaseError`.
  public func objection(to claimed: ClaimedMessage) throws -> ReminderReason? {
    guard var decision = try ReminderDecisions(scope).find(of: claimed.id),
      let reason = try objection(to: decision)
    else { return try find(claimed) == nil ? .paused : nil }
    (decision.state, decision.reason, decision.decidedAt) = (.withheld, reason, scope.now)
    try ReminderDecisions(scope).store(decision)
    return reason
  }

  private func objection(to decision: StoredReminderDecision) throws -> ReminderReason? {
    guard let reminder = scope.app.reminder(decision.reminder),
      reminder.settings.state == .active, let channel = decision.channel,
      let person = try People(scope).present(decision.person)
    else { return .paused }
    if let objection = try ReminderMatter(decision, reminder, of: person, scope).objection {
      return objection
    }
    let fault = try ReminderReaching(person.id, scope, surroundings).fault(channel)
    // This message is one of those of the day.
    return fault == .textBudget ? nil : fault
  }

  private func find(
    _ claimed: ClaimedMessage
  ) throws -> (StoredReminderDecision, Reminder, Person, Link)? {
    guard let decision = try ReminderDecisions(scope).find(of: claimed.id),
      let reminder = scope.app.reminder(decision.reminder),
      let person = try People(scope).present(decision.person),
      let link = try decision.link.flatMap(Links(scope).find)
    else { return nil }
    return (decision, reminder, person, link)
  }

  /// What a mail says; `nil` when there is nothing to say any more.
  /// - Throws: `DatabaseError`.
  public func mail(_ claimed: ClaimedMessage) throws -> Mail? {
    guard let (decision, reminder, person, link) = try find(claimed),
      let texts = reminder.settings.text(in: claimed.language), let subject = texts.subject,
      let text = texts.text
    else { return nil }
    let words = ReminderWords(
      person: person, matter: try ReminderMatter(decision, reminder, of: person, scope),
      decision: decision, appName: scope.app.name, link: surroundings.shortURL(link))
    let paragraphs = words.fill(text).utf8.split(
      separator: UInt8(ascii: "\n")
    ).map { String(Substring($0)) }
    return Mail(
      subject: words.fill(subject), paragraphs: paragraphs, button: texts.button,
      url: words.link, language: texts.language)
  }
}
