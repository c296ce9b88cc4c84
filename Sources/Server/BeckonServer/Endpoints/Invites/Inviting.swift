import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// What all calls have in common by which people are invited.
extension Call {
  /// Refuses more numbers than will ever fit into the budgets of who invites.
  /// - Throws: `FieldError`.
  func checkCount(_ count: Int, of inviter: Inviter, _ settings: TextSettings) throws {
    let named = InviteBudget.all(
      perDay: Int(settings.perDay), perPersonDay: Int(settings.perPersonDay))
    let unnamed = InviteBudget.unnamed(app.settings.unnamedInvites)
    let (budgets, who, why): ([InviteBudget], String, String) =
      switch inviter {
      case .person:
        (
          named.filter { $0.scope == .inviter }, "one person",
          "an hour, as 'sms.per_person_day' of the app has it"
        )
      case .unnamed:
        (
          unnamed, "clients that do not say who invites",
          "a day, as '\(UnnamedInviteSettings.name)' of the app has it"
        )
      case .server:
        (named.filter { $0.scope == .app }, "the app", "a day, as 'sms.per_day' has it")
      }
    guard let most = budgets.map(\.count).min(), count > most else { return }
    throw FieldError(
      "recipients", "are \(count), and \(who) may invite \(most) in \(why); send fewer in one call")
  }

  /// What the server knows of links and clocks.
  func surroundings(_ settings: TextSettings) -> NewInvite.Surroundings {
    NewInvite.Surroundings(
      target: settings.url, shortURL: { shortURL($0) },
      nextAwake: { country, now in
        guard settings.keepsQuietHours else { return now }
        return CountryZones.system.nextAwake(.standard, in: country, from: now)
      })
  }

  /// What was made; the operator is told of what is held up.
  /// - Throws: `Problem` or `FieldError` when nobody was invited.
  func made(_ outcome: InviteOutcome) throws -> (invite: Invite, messages: [Message]) {
    switch outcome {
    case .made(let invite, let messages, let stopped):
      for prefix in stopped {
        services[InviteAlarm.self].tell(
          InviteDecision.Reason.stopped.rawValue, app: app.id,
          [JSON.Member("numbers", .string(prefix + "…"))], at: now)
      }
      return (invite, messages)
    case .used(let scope, let until): throw used(scope, until: until)
    case .tooLong(let parts):
      throw FieldError(
        "text",
        "takes \(parts) messages with all words and the link in it; with this key it may take "
          + "\(proof.key == .secret ? Limits.textParts : Limits.clientTextParts)")
    }
  }

  /// What is told when a budget is used up; of what one caller alone has used up the operator does
  /// not hear.
  func used(_ scope: InviteBudget.Scope, until: Instant?) -> Problem {
    let isOneCallers = [.inviter, .address, .install].contains(scope)
    if !isOneCallers {
      services[InviteAlarm.self].tell(scope.rawValue, app: app.id, at: now)
    }
    let next = until.map { "There is room again from \($0.text)." } ?? "There is never room."
    return Problem(
      .rateLimited, "Nobody was invited: the budget of the \(scope.noun) is used up. " + next)
  }
}

extension SMSSender {
  /// The sender that is asked for, if it is one of the app's; else the first of these.
  static func listed(_ name: String?, _ settings: TextSettings) -> SMSSender {
    let listed = settings.senders.first { $0 == name } ?? settings.senders.first ?? ""
    return SMSSender(listed) ?? .nameless
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
    case .address: "address from which this comes"
    case .install: "install"
    case .unnamed: "app's clients that do not say who invites"
    }
  }
}
