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
    let turns = gateways.map { (gateway: $0, turn: GatewayTurn(perSecond: perSecond), inFlight: 0) }
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
      let most = state.gateways.count * Limits.messagesInFlight
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
    while let turn = take(), await use(turn) {}
  }

  /// Sends the next message of the turn's app.
  /// - Returns: whether to go on.
  private func use(_ turn: Turn) async -> Bool {
    var isInFlight = true
    do {
      guard let taken = try await claim(turn) else {
        end(turn, isAppEmpty: true)
        return true
      }
      guard let letter = taken.letter else {
        end(turn)
        return true
      }
      let outcome = await carrier.send(letter, through: turn.gateway)
      note(outcome, turn)
      isInFlight = false
      try await record(outcome, of: taken.claimed, turn)
      return true
    } catch {
      if isInFlight { end(turn) }
      if case DatabaseError.closed = error { return false }
      // If it was claimed, its lease ends, and then it is uncertain.
      logger.log(
        .error, "sending a message failed", [JSON.Member("error", .string("\(error)"))])
      return false
    }
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
    guard let fault else { return }
    logger.log(
      .warning, carrier.failure,
      [
        JSON.Member("gateway", .string(carrier.name(of: turn.gateway))),
        JSON.Member("reason", .string(fault)),
      ])
  }

  private func claim(_ turn: Turn) async throws -> Taken? {
    let (carrier, gateway) = (carrier, turn.gateway)
    return try await write(turn.app) { scope in
      guard let claimed = try Messages(scope).claim(carrier.channel) else { return nil }
      return Taken(claimed: claimed, letter: try carrier.make(claimed, for: gateway, scope))
    } ?? nil
  }

  private func record(
    _ outcome: Carrier.Outcome, of claimed: ClaimedMessage, _ turn: Turn
  ) async throws {
    let (carrier, gateway) = (carrier, turn.gateway)
    let verdict = try await write(turn.app) { scope in
      try carrier.record(outcome, of: claimed, through: gateway, scope)
    }
    guard let verdict = verdict ?? nil else { return }
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
