import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Asks Apple about the attribution tokens that apps sent. Tokens are taken in one transaction,
/// asked about outside of any, and settled in another; if the server dies in between, the token is
/// due again a minute later.
struct AppleAdsExchange: Sendable {
  let database: any Database
  let forms: VendorForms
  let ambient: Ambient
  /// Where Apple answers.
  let url: String
  let web: StoreWeb

  /// The loop that does this.
  var loop: BackgroundLoop {
    BackgroundLoop(name: "apple-ads", everyMilliseconds: 1_000, round: round)
  }

  /// Does one round, and gives how many tokens were due.
  @Sendable func round() async throws -> Int64 {
    let now = ambient.now()
    // A look on a snapshot first: an idle server must not write every second.
    guard try await database.read({ try AppleAdsTokens.isAnyDue(at: now, $0) }) else { return 0 }
    let ambient = ambient
    let due = try await database.write { try AppleAdsTokens.claim(at: now, ambient, $0) }
    let answers = await withTaskGroup(
      of: (AppleAdsTokens.Due, AppleAdsAnswer).self, returning: [_].self
    ) { group in
      for token in due {
        group.addTask {
          (token, token.trial.isValid(at: now) ? await ask(about: token.token) : .failed)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    try await database.write { connection in
      for (token, answer) in answers {
        let app = try Accounts.context(of: token.app, forms: forms, connection)
        guard let app else { continue }
        let scope = Scope(
          connection: connection, app: app, now: ambient.now(), ambient: ambient)
        try AppleAdsTokens(scope).record(answer, about: token)
      }
    }
    return Int64(due.count)
  }

  private func ask(about token: String) async -> AppleAdsAnswer {
    let answer = await web.send(url, nil, .text(token))
    return AppleAdsAnswer(status: answer.status, body: answer.body)
  }
}
