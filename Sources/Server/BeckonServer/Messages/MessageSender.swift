import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Takes messages to the gateways. Apps take turns, message by message, so that one with many keeps
/// no other waiting; a gateway that fails rests, and the next one gets what it would have got.
final class MessageSender<Carrier: MessageCarrier>: Sendable {
  private let surroundings: LoopSurroundings
  private let carrier: Carrier
  private let metrics: Metrics
  private let logger: Logger
  private let state: Locked<State>

  private struct State {
    var isStopped = false
    var gateways: [(gateway: Carrier.Gateway, turn: GatewayTurn, inFlight: Int)]
    /// Apps with something due, in the order of their turns.
    var apps: [Int64] = []
    var last = 0
    /// The number of the last worker for which `finish` has waited.
    var finished = 0
    var tasks: [Int: Task<Void, Never>] = [:]

    func canSend(at now: Instant) -> Bool {
      gateways.contains { entry in
        var turn = entry.turn
        return turn.take(at: now, inFlight: entry.inFlight)
      }
    }
  }

  /// The right to send one message.
  private struct Turn {
    let app: Int64
    let index: Int
    let gateway: Carrier.Gateway
  }

  /// A message that was handed over, and what came of it.
  private struct Handed: Sendable {
    let app: Int64
    let gateway: Carrier.Gateway
    let claimed: ClaimedMessage
    let outcome: Carrier.Outcome
  }

  /// A message with all that it takes to send it.
  private struct Taken: Sendable {
    let claimed: ClaimedMessage
    let letter: Carrier.Letter?
  }

  init(
    _ surroundings: LoopSurroundings, _ carrier: Carrier, gateways: [Carrier.Gateway],
    perSecond: Int, metrics: Metrics, logger: Logger
  ) {
    self.surroundings = surroundings
    self.carrier = carrier
    self.metrics = metrics
    self.logger = logger
    let turn = GatewayTurn(perSecond: perSecond, inFlightMax: carrier.channel.inFlightMax)
    let turns = gateways.map { (gateway: $0, turn: turn, inFlight: 0) }
    state = Locked(State(gateways: turns))
  }

  /// The loop that begins what is due.
  var loop: BackgroundLoop {
    let name = carrier.channel == .mail ? "messages" : "text-messages"
    return BackgroundLoop(name: name, everyMilliseconds: 500, round: begin)
  }

  /// Settles what is overdue, and starts workers for what is due; does not wait for them. Gives 0:
  /// what is left waits for a gateway, not for this server.
  func begin() async throws -> Int64 {
    let (now, channel) = (surroundings.ambient.now(), carrier.channel)
    let (overdue, due) = try await surroundings.database.read { connection in
      (
        try Messages.overdue(channel, at: now, connection),
        try Messages.due(channel, at: now, connection)
      )
    }
    for app in overdue { try await settle(app) }
    state.withLock { state in
      state.apps += due.filter { !state.apps.contains($0) }
      let most = state.gateways.count * channel.inFlightMax
      // Without a gateway's turn there is nothing to do, and nothing is waited for.
      guard !state.isStopped, !state.apps.isEmpty, state.canSend(at: now) else { return }
      while state.tasks.count < most {
        state.last += 1
        let number = state.last
        // The task ends itself under the lock that is held here, so it is noted before.
        state.tasks[number] = Task {
          await self.work()
          self.state.withLock { $0.tasks[number] = nil }
        }
      }
    }
    return 0
  }

  private func settle(_ app: Int64) async throws {
    let channel = carrier.channel
    let settled = try await write(app) { try Messages($0).settleOverdue(channel) }
    for _ in 0..<(settled?.uncertain ?? 0) { metrics.count(.messages, "uncertain") }
    for _ in 0..<(settled?.expired ?? 0) { metrics.count(.messages, "failed") }
  }

  // MARK: One message after the other

  private func work() async {
    var handed: Handed?
    do {
      while let turn = take() { handed = try await use(turn, noting: handed) }
      if let handed { try await record(handed) }
    } catch {
      if case DatabaseError.closed = error { return }
      // What came of the last one is known, whatever became of the next. What was claimed and is
      // not noted is uncertain when its lease ends.
      if let handed { try? await record(handed) }
      logger.log(
        .error, "sending a message failed", [JSON.Member("error", .string("\(error)"))])
    }
  }

  /// Sends the next message of the turn's app, and notes what came of the one before.
  /// - Returns: what came of it, which is still to be noted; `nil` when nothing was sent.
  private func use(_ turn: Turn, noting handed: Handed?) async throws -> Handed? {
    let taken: Taken?
    do {
      taken = try await claim(turn, noting: handed)
    } catch {
      end(turn)
      throw error
    }
    guard let taken, let letter = taken.letter else {
      end(turn, isAppEmpty: taken == nil)
      return nil
    }
    let outcome = await carrier.send(letter, through: turn.gateway)
    note(outcome, turn)
    return Handed(
      app: turn.app, gateway: turn.gateway, claimed: taken.claimed, outcome: outcome)
  }

  /// The next app's turn, at the first gateway whose turn it is.
  private func take() -> Turn? {
    let now = surroundings.ambient.now()
    return state.withLock { state in
      guard !state.isStopped, let app = state.apps.first,
        let index = state.gateways.indices.first(where: {
          state.gateways[$0].turn.take(at: now, inFlight: state.gateways[$0].inFlight)
        })
      else { return nil }
      state.apps.removeFirst()
      state.apps.append(app)
      state.gateways[index].inFlight += 1
      return Turn(app: app, index: index, gateway: state.gateways[index].gateway)
    }
  }

  /// Ends a turn in which nothing was sent.
  private func end(_ turn: Turn, isAppEmpty: Bool = false) {
    state.withLock { state in
      state.gateways[turn.index].inFlight -= 1
      state.gateways[turn.index].turn.giveBack()
      if isAppEmpty { state.apps.removeAll { $0 == turn.app } }
    }
  }

  private func note(_ outcome: Carrier.Outcome, _ turn: Turn) {
    let (now, fault) = (surroundings.ambient.now(), carrier.fault(of: outcome))
    state.withLock { state in
      state.gateways[turn.index].inFlight -= 1
      if fault == nil {
        state.gateways[turn.index].turn.noteAnswer()
      } else {
        state.gateways[turn.index].turn.noteFailure(at: now)
      }
    }
    metrics.gateway(carrier.channel, turn.index, hasFailed: fault != nil)
    guard let fault else { return }
    logger.log(
      .warning, carrier.failure,
      [
        JSON.Member("gateway", .string(carrier.name(of: turn.gateway))),
        JSON.Member("reason", .string(fault)),
      ])
  }

  /// Claims the next message of an app. What came of the one before is noted in the same
  /// transaction where it is the same app's: a message then costs one transaction instead of two.
  private func claim(_ turn: Turn, noting handed: Handed?) async throws -> Taken? {
    let (carrier, gateway) = (carrier, turn.gateway)
    let mine = handed?.app == turn.app ? handed : nil
    if let handed, mine == nil { try await record(handed) }
    let done = try await write(turn.app) { scope in
      let verdict = try mine.flatMap {
        try carrier.record($0.outcome, of: $0.claimed, through: $0.gateway, scope)
      }
      guard let claimed = try Messages(scope).claim(carrier.channel) else {
        return (verdict: verdict, taken: Taken?.none)
      }
      let letter = try carrier.make(claimed, for: gateway, scope)
      return (verdict: verdict, taken: Taken(claimed: claimed, letter: letter))
    }
    count(done?.verdict)
    return done?.taken
  }

  private func record(_ handed: Handed) async throws {
    let carrier = carrier
    let verdict = try await write(handed.app) { scope in
      try carrier.record(handed.outcome, of: handed.claimed, through: handed.gateway, scope)
    }
    count(verdict ?? nil)
  }

  private func count(_ verdict: MessageVerdict?) {
    guard let verdict else { return }
    metrics.count(.messages, verdict.state == .queued ? "retried" : verdict.state.rawValue)
  }

  /// Writes in an app's scope; `nil` when the app is gone.
  private func write<Value: Sendable>(
    _ number: Int64, _ body: @escaping @Sendable (Scope) throws -> Value
  ) async throws -> Value? {
    let ambient = surroundings.ambient
    guard let app = try await surroundings.directory.app(number) else { return nil }
    return try await surroundings.database.write { connection in
      try body(Scope(connection: connection, app: app, now: ambient.now(), ambient: ambient))
    }
  }

  // MARK: Waiting and stopping

  /// Waits for the workers that are there now, and gives how many have begun since it was last
  /// called, for tests: those that are done already may have left something for the next.
  func finish() async -> Int {
    let (tasks, begun) = state.withLock { state in
      defer { state.finished = state.last }
      return (Array(state.tasks.values), state.last - state.finished)
    }
    for task in tasks { await task.value }
    return begun
  }

  /// Takes nothing more, and waits for what is on its way: given up, nobody would know whether it
  /// was sent.
  func stop() async {
    let tasks = state.withLock { state in
      state.isStopped = true
      return Array(state.tasks.values)
    }
    for task in tasks { await task.value }
  }
}
