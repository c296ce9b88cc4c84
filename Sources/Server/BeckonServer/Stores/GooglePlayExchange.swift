import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Asks Google Play about the purchases of which it has sent notices. Notices are taken in one
/// transaction, asked about outside of any, and settled in another; if the server dies in between,
/// the notice is due again two minutes later.
struct GooglePlayExchange: Sendable {
  let database: any Database
  let forms: VendorForms
  let ambient: Ambient
  let client: GooglePlayClient
  let metrics: Metrics
  let logger: Logger

  private struct Asked: Sendable {
    let notice: StoreNotices.Due
    let app: AppContext
    let answer: GooglePlayClient.Answer
  }

  /// The loop that does this.
  var loop: BackgroundLoop {
    BackgroundLoop(name: "google-play", everyMilliseconds: 1_000, round: round)
  }

  /// Does one round, and gives how many notices were due.
  @Sendable func round() async throws -> Int64 {
    let now = ambient.now()
    // A look on a snapshot first: an idle server must not write every second.
    guard try await database.read({ try StoreNotices.isAnyDue(at: now, $0) }) else { return 0 }
    let ambient = ambient
    let due = try await database.write { connection in
      try StoreNotices.claim(at: now, ambient, connection).compactMap { notice in
        try Accounts.context(of: notice.app, forms: forms, connection).map { (notice, $0) }
      }
    }
    let asked = await withTaskGroup(of: Asked.self, returning: [Asked].self) { group in
      for (notice, app) in due {
        group.addTask { Asked(notice: notice, app: app, answer: await ask(notice, app)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for each in asked { tell(try await settle(each), each) }
    return Int64(due.count)
  }

  private func ask(_ notice: StoreNotices.Due, _ app: AppContext) async -> GooglePlayClient.Answer {
    guard let android = app.settings.android, let play = android.play else {
      return .failed("the app's settings have no android.play any more")
    }
    do {
      guard let purchase = try GoogleNotice(Fields(notice.body)).purchase else { return .unpaid }
      return await client.ask(purchase, of: android, play)
    } catch {
      return .failed("a notice whose '\(error.path)' \(error.reason)")
    }
  }

  /// Stores what Google has said, and gives what became of the notice.
  private func settle(_ asked: Asked) async throws -> String {
    let (now, ambient) = (ambient.now(), ambient)
    return try await database.write { connection in
      let scope = Scope(connection: connection, app: asked.app, now: now, ambient: ambient)
      let notices = StoreNotices(scope)
      switch asked.answer {
      case .failed:
        switch try notices.postpone(asked.notice) {
        case .postponed: return "postponed"
        case .givenUp: return "given_up"
        case .lost: return StorePayments.Outcome.duplicate.rawValue
        }
      case .unpaid:
        let isHeld = try notices.settle(asked.notice)
        let outcome = isHeld ? StorePayments.Outcome.noMoney : .duplicate
        return outcome.rawValue
      case .paid(let transaction, let changedAt):
        guard try notices.settle(asked.notice) else {
          return StorePayments.Outcome.duplicate.rawValue
        }
        let play = asked.app.settings.android?.play
        guard !transaction.source.isSandbox || play?.acceptsTestPayments == true else {
          return "sandbox"
        }
        let news = (transaction.revoked ?? 0) > 0 ? StoreNews.refund : .purchase
        let notice = StorePayments.Notice(id: asked.notice.id.text, at: changedAt)
        return try StorePayments(scope).take(transaction, news, by: notice).rawValue
      }
    }
  }

  private func tell(_ outcome: String, _ asked: Asked) {
    metrics.count(.storeNotifications, "google", outcome)
    guard case .failed(let reason) = asked.answer else { return }
    logger.log(
      outcome == "given_up" ? .error : .warning, "google play does not answer",
      [
        JSON.Member("app", .id(asked.app.id)), JSON.Member("outcome", .string(outcome)),
        JSON.Member("reason", .string(reason)),
      ])
  }
}
