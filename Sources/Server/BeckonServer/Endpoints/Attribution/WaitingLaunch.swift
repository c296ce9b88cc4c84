import BeckonDatabase
import BeckonModel
import BeckonStore

/// A first launch whose app waits.
struct WaitingLaunch: WaitingWrite {
  let request: FirstLaunch.Request
  let call: Call
  let key: IdempotencyKey?
  /// Writes what else is to be written about it, and gives what makes the answer.
  let reply: @Sendable (Scope, FirstLaunch.Outcome) throws -> Answer

  static func gathers(on database: any Database) -> Bool { database.gainsByGathering }

  // Many launches heed their keys together.
  var alone: (@Sendable (Scope) throws -> Reply)? { nil }

  func record(_ connection: any Connection) throws -> Answer {
    let answers = try Self.record([self], in: connection)
    return try answers[0].get()
  }

  static func record(
    _ writes: [WaitingLaunch], in connection: any Connection
  ) throws -> [Result<Answer, any Error>] {
    var answers = try repeated(writes, in: connection)
    var keys: Set<TenantKey> = []
    let firsts = writes.indices.filter { place in
      guard answers[place] == nil else { return false }
      return writes[place].tenantKey.map { keys.insert($0).inserted } ?? true
    }
    let made = try carryOut(firsts.map { writes[$0] }, in: connection)
    for (place, answer) in zip(firsts, made) { answers[place] = .success(answer) }
    // Those whose key has come earlier among these: its answer is kept now.
    let later = writes.indices.filter { answers[$0] == nil }
    if !later.isEmpty {
      let made = try record(later.map { writes[$0] }, in: connection)
      for (place, answer) in zip(later, made) { answers[place] = answer }
    }
    return answers.compactMap { $0 }
  }

  private var tenantKey: TenantKey? {
    key.map { TenantKey(app: call.app.number, $0.digest) }
  }

  /// The answers to those whose key was answered before.
  private static func repeated(
    _ writes: [WaitingLaunch], in connection: any Connection
  ) throws -> [Result<Answer, any Error>?] {
    let kept = try Idempotency.find(Set(writes.compactMap(\.tenantKey)), in: connection)
    return writes.map { write in
      guard let key = write.key, let answer = write.tenantKey.flatMap({ kept[$0] }) else {
        return nil
      }
      return Result {
        let reply = try key.repeated(answer)
        return { reply }
      }
    }
  }

  private static func carryOut(
    _ writes: [WaitingLaunch], in connection: any Connection
  ) throws -> [Answer] {
    let scopes = writes.map { $0.call.scope(connection) }
    let launches = FirstLaunches(
      zip(scopes, writes).map { ($0, $1.request) }, in: connection)
    var kept: [Idempotency.Keeping] = []
    let answers = try zip(try launches.run(), zip(scopes, writes)).map { outcome, waiting in
      let (scope, write) = waiting
      let answer = try write.reply(scope, outcome)
      guard let key = write.key else { return answer }
      let reply = answer()
      kept.append(
        Idempotency.Keeping(key.kept(reply), under: key.digest, naming: key.named, scope))
      return { reply }
    }
    try Idempotency.keep(kept, in: connection)
    return answers
  }
}

extension Work {
  /// Carry out a first launch, together with others that wait, write what else is to be written
  /// about it, and make the answer after the commit.
  /// - Throws: `Problem` for an `Idempotency-Key` that is none.
  static func launch(
    _ request: FirstLaunch.Request, of call: Call,
    _ reply: @escaping @Sendable (Scope, FirstLaunch.Outcome) throws -> WaitingLaunch.Answer
  ) throws -> Work {
    let key = try IdempotencyKey(call)
    return behindClicks(request) { request in
      .gathered(WaitingLaunch(request: request, call: call, key: key, reply: reply))
    }
  }

  /// Do work of a launch, once the clicks that came before it are in memory. Its transaction need
  /// not look then where others store clicks. Where only one writes, it disturbs nobody by that,
  /// and the way to a reader costs more than the few rows.
  static func behindClicks(
    _ request: FirstLaunch.Request,
    _ work: @escaping @Sendable (FirstLaunch.Request) throws -> Work
  ) -> Work {
    behindClicks { caughtUp in
      var request = request
      request.caughtUp = caughtUp
      return try work(request)
    }
  }

  /// The same for work that makes the request of its launch inside the transaction: it is given the
  /// request's `caughtUp`.
  static func behindClicks(
    _ work: @escaping @Sendable (RecentClicks.Generation?) throws -> Work
  ) -> Work {
    .later { reader in
      guard reader.database.gainsByGathering else { return try work(nil) }
      return try work(await reader.call.services[ClickLook.self].caughtUp())
    }
  }
}
