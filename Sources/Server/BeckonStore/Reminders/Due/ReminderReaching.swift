import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// By what somebody can be reminded, and when.
struct ReminderReaching {
  private let scope: Scope
  private let surroundings: ReminderSurroundings
  private let consents: [ContactConsent]
  /// The address that is shown to be theirs, else any of theirs.
  private let email: (identity: Identity, isProven: Bool)?
  private let phone: (identity: Identity, isProven: Bool)?

  init(_ person: PersonID, _ scope: Scope, _ surroundings: ReminderSurroundings) throws {
    self.scope = scope
    self.surroundings = surroundings
    consents = try ContactConsents(scope).all(of: person)
    let known = try People(scope).known(of: person)
    let verified = try People(scope).verified(of: person).map(\.email)
    func best(_ kind: IdentityKind) -> (Identity, Bool)? {
      let all = known.filter { $0.identity.kind == kind }.map { known in
        (known.identity, known.isConfirmed || verified.contains(known.identity))
      }
      return all.first { $0.1 } ?? all.first
    }
    (email, phone) = (best(.email), best(.phone))
  }

  /// The address of a channel; `nil` of the app's own server, which knows its people.
  func address(_ channel: ReminderChannel) -> Identity? {
    switch channel {
    case .mail: email?.identity
    case .sms: phone?.identity
    case .webhook: nil
    }
  }

  /// The country of their number, if they have one.
  var country: String? { (phone?.identity.value).flatMap(surroundings.country) }

  /// By which of these they have said that they may be written to.
  func consented(_ channels: [ContactChannel]) -> [ContactChannel] {
    channels.filter { channel in consents.contains { $0.channel == channel && $0.isGiven } }
  }

  /// What speaks against a channel; `nil` when nothing does.
  /// - Throws: `DatabaseError`.
  func fault(_ channel: ReminderChannel) throws -> ReminderReason? {
    var reach = ReminderReach()
    reach.hasConsent = !consented(channel.consents).isEmpty
    let settings = scope.app.settings
    switch channel {
    case .mail:
      reach.isSetUp = settings.mail != nil
      reach.hasAddress = email.map { MailboxAddress($0.identity.value) != nil } ?? false
      reach.isProven = email?.isProven ?? false
    case .sms:
      reach.isSetUp = settings.texts != nil
      reach.hasAddress = phone != nil
      reach.isProven = phone?.isProven ?? false
      reach.isOutsideTrial = isOutsideTrial
      let perDay = settings.reminders.textsPerDay
      reach.isOverBudget = try ReminderDecisions(scope).isOutOfTexts(perDay: perDay)
    case .webhook:
      reach.isSetUp = scope.app.webhookInterest.wants(.reminder)
      (reach.hasAddress, reach.isProven) = (true, true)
    }
    reach.isSuppressed = try address(channel).flatMap(Suppressions(scope).find) != nil
    return reach.fault
  }

  private var isOutsideTrial: Bool {
    guard let settings = scope.app.settings.texts, let phone else { return false }
    let (team, countries) = (Set(texts: settings.trialNumbers), Set(texts: settings.countries))
    return !team.isEmpty && !team.contains(TextKey(phone.identity.value))
      || !countries.isEmpty && !countries.contains(TextKey(country ?? ""))
  }

  /// When the person may be reminded, now or later: by the clocks of their number's country, or
  /// else of the app.
  var awake: Instant {
    let rules = scope.app.settings.reminders
    let hours = QuietHours(beginMinute: rules.quietFrom, endMinute: rules.quietUntil)
    return hours.nextAwake(from: scope.now) { instant in
      let theirs = country.map { surroundings.offsets($0, instant) } ?? []
      return theirs.isEmpty ? [scope.app.days.secondsAheadOfUTC(at: instant)] : theirs
    }
  }
}
