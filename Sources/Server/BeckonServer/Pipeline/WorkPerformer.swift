import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// Does what endpoints want done, in one transaction each; only events may take several.
struct WorkPerformer: Sendable {
  private let database: any Database
  private let directory: AppDirectory
  private let limits: CallLimits
  private let trail: AuditTrail
  private let collectors: Collectors

  init(
    _ database: any Database, _ directory: AppDirectory, _ limits: CallLimits, _ trail: AuditTrail
  ) {
    self.database = database
    self.directory = directory
    self.limits = limits
    self.trail = trail
    collectors = Collectors(database)
  }

  /// Does what an endpoint is for. Once more when it refuses and another server has changed the app
  /// since it was read here: half a second ago the new campaign was unknown, but its maker has been
  /// told that it is there, and nobody repeats what is refused. To read all of an app costs far
  /// more than a refusal, so it is done at most twice a second for a key.
  func perform(_ endpoint: Endpoint, _ call: Call) async throws -> Reply {
    try call.refuseUnknownQuery()
    do {
      return try await perform(trail.noting(try endpoint(call), call), call)
    } catch {
      guard Self.mayComeOfOldApp(error), limits.mayReadAnew(call.caller.key),
        let app = try await database.read({ connection in
          try Accounts.context(
            of: call.app.number, forms: call.app.forms, recentClicks: call.app.recentClicks,
            connection)
        }),
        !app.isConfigured(as: call.app)
      else { throw error }
      directory.forget(Announcement(app: call.app.number, .configuration))
      let renewed = call.with(app)
      return try await perform(trail.noting(try endpoint(renewed), renewed), renewed)
    }
  }

  private static func mayComeOfOldApp(_ error: any Error) -> Bool {
    switch error {
    case is FieldError, is RecordRefusal: true
    case let problem as Problem:
      [.notFound, .targetNotAllowed, .mailNotSetUp, .smsNotSetUp].contains(problem.code)
    default: false
    }
  }

  /// Does an endpoint's work in one transaction.
  private func perform(_ work: Work, _ call: Call) async throws -> Reply {
    switch work {
    case .answer(let reply): return reply
    case .read(let body):
      return try await database.read { try body(call.scope($0)) }
    case .table(let table):
      let place = try call.services[RunningTables.self].enter(call.app.number)
      return .table(table.name, try await TableSending(table, call, database, in: place))
    case .write(let body): return try await write(body, call)
    case .admission(let body): return try await admit(body, call)
    case .writeFirst(let body):
      guard call.request.headers[HeaderName.idempotencyKey] == nil else {
        return try await write({ try body($0)() }, call)
      }
      return try await database.write { try body(call.scope($0)) }()
    case .writeThenRead(let body):
      guard call.request.headers[HeaderName.idempotencyKey] != nil else {
        return await read(try await database.write { try body(call.scope($0)) }, call)
      }
      let reading = Locked<ReadingReply?>(nil)
      let reply = try await write({ try Self.begin(body($0), reading) }, call)
      return await read(reading, instead: reply, call)
    case .admissionThenRead(let body):
      let reading = Locked<ReadingReply?>(nil)
      let reply = try await admit({ (try Self.begin(body($0, $1), reading), true) }, call)
      return await read(reading, instead: reply, call)
    case .later(let body):
      return try await perform(body(SnapshotReader(database: database, call: call)), call)
    case .events(let batch, let reply): return try await store(batch, call, reply)
    case .gathered(let waiting): return try await record(waiting, call)
    case .reconfigure(let body):
      let reply = try await write(
        { scope in
          try scope.connection.announce(Announcement(app: scope.app.number, .configuration))
          return try body(scope)
        }, call)
      directory.forget(Announcement(app: call.app.number, .configuration))
      return reply
    }
  }

  /// Notes what is to be read once the transaction has ended.
  private static func begin(_ reply: ReadingReply, _ reading: Locked<ReadingReply?>) -> Reply {
    reading.withLock { $0 = reply }
    return reply.unread()
  }

  /// Reads for the answer what there is to read; of a request that was answered before there is
  /// nothing.
  private func read(
    _ reading: Locked<ReadingReply?>, instead reply: Reply, _ call: Call
  ) async -> Reply {
    guard let reading = reading.withLock({ $0 }) else { return reply }
    return await read(reading, call)
  }

  /// Reads for the answer what there is to read; what cannot be read is left out of it.
  private func read(_ reply: ReadingReply, _ call: Call) async -> Reply {
    guard let read = reply.read else { return reply.unread() }
    let reader = SnapshotReader(database: database, call: call)
    return (try? await read(reader)) ?? reply.unread()
  }

  private func record<Write: WaitingWrite>(
    _ waiting: Write, _ call: Call
  ) async throws -> Reply {
    if let alone = waiting.alone { return try await write(alone, call) }
    guard Write.gathers(on: database) else {
      return try await database.write { try waiting.record($0) }()
    }
    return try await collectors.collector(of: Write.self).record(waiting)
  }

  /// Writes, unless the request's `Idempotency-Key` was answered before. Two requests of one key
  /// that come together are answered one after the other by the database.
  private func write(
    _ body: @escaping @Sendable (Scope) throws -> Reply, _ call: Call
  ) async throws -> Reply {
    try await write({ (try body($0), false) }, call).reply
  }

  private func write(
    _ body: @escaping @Sendable (Scope) throws -> (reply: Reply, isNew: Bool), _ call: Call
  ) async throws -> (reply: Reply, isNew: Bool) {
    guard let key = try IdempotencyKey(call) else {
      return try await database.write { try body(call.scope($0)) }
    }
    return try await database.write { connection in
      let scope = call.scope(connection)
      let kept = Idempotency(scope)
      if let answer = try kept.find(key.digest) { return (try key.repeated(answer), false) }
      let (reply, isNew) = try body(scope)
      try kept.keep(key.kept(reply), under: key.digest, naming: key.named)
      return (reply, isNew)
    }
  }

  // MARK: Events

  /// What one transaction may take with events: nobody else writes meanwhile.
  private static let eventNanoseconds: UInt64 = 100_000_000

  /// What came of a transaction of events.
  private enum EventStep: Sendable {
    /// Nothing was done: another request of its `Idempotency-Key` was answered so.
    case answered(Reply)
    /// These outcomes, and the answer, once it is kept with the last of them.
    case stored([EventIntake.Outcome], kept: Reply?)
  }

  /// Stores events, and answers when all are. After some time of work the rest comes in another
  /// transaction; when one of these fails, what the earlier ones stored stays, and is a duplicate
  /// when it is sent again. Each looks first for an answer under the `Idempotency-Key`, and the
  /// last keeps it: a batch of one transaction happens once, and of two of several that come
  /// together both give the answer of the one that ends first.
  private func store(
    _ batch: EventBatch, _ call: Call,
    _ reply: @escaping @Sendable ([EventIntake.Outcome]) -> Reply
  ) async throws -> Reply {
    let key = try IdempotencyKey(call)
    var outcomes: [EventIntake.Outcome] = []
    repeat {
      let step = try await database.write { [outcomes] connection in
        try Self.store(batch, behind: outcomes, call.scope(connection), key, reply)
      }
      switch step {
      case .answered(let reply), .stored(_, .some(let reply)): return reply
      case .stored(let more, nil): outcomes += more
      }
    } while outcomes.count < batch.count
    return reply(outcomes)
  }

  /// Stores the events behind those whose outcomes are known, in one transaction, as many as there
  /// is time for.
  private static func store(
    _ batch: EventBatch, behind known: [EventIntake.Outcome], _ scope: Scope,
    _ key: IdempotencyKey?, _ reply: ([EventIntake.Outcome]) -> Reply
  ) throws -> EventStep {
    if let key, let answer = try Idempotency(scope).find(key.digest) {
      return .answered(try key.repeated(answer))
    }
    let end = MonotonicClock.nanoseconds() + eventNanoseconds
    let more = try ShopEvents.store(batch, from: known.count, scope) {
      MonotonicClock.nanoseconds() >= end
    }
    guard let key, known.count + more.count == batch.count else { return .stored(more, kept: nil) }
    let answer = reply(known + more)
    try Idempotency(scope).keep(key.kept(answer), under: key.digest, naming: key.named)
    return .stored(more, kept: answer)
  }

  // MARK: Admission

  /// Takes the price of a person before it is known whether there will be one, so that calls at the
  /// same time do not all find the same token, and gives it back when there was none.
  private func admit(
    _ body: @escaping @Sendable (Scope, Bool) throws -> (reply: Reply, isNew: Bool), _ call: Call
  ) async throws -> Reply {
    let caller = call.limited
    let refusal = caller.flatMap(limits.reserve)
    let isTaken = caller != nil && refusal == nil
    do {
      let (reply, isNew) = try await write({ try body($0, refusal == nil) }, call)
      if !isNew, isTaken, let caller { limits.giveBack(caller) }
      return reply
    } catch {
      if isTaken, let caller { limits.giveBack(caller) }
      throw error is SignUp.NewcomerRefused ? refusal ?? error : error
    }
  }
}

extension WorkPerformer {
  /// The collectors of the kinds of writes that are gathered, each made when it is needed first.
  private final class Collectors: Sendable {
    private let database: any Database
    private let byKind = Locked<[ObjectIdentifier: any Sendable]>([:])

    init(_ database: any Database) {
      self.database = database
    }

    func collector<Write: WaitingWrite>(of kind: Write.Type) -> WriteCollector<Write> {
      byKind.withLock { byKind in
        if let known = byKind[ObjectIdentifier(kind)] as? WriteCollector<Write> { return known }
        let made = WriteCollector<Write>(database)
        byKind[ObjectIdentifier(kind)] = made
        return made
      }
    }
  }
}

extension Call {
  /// Who is bound in how often they call; `nil` for a secret key, which is the app's own server's.
  var limited: CallLimits.Caller? {
    guard proof.key == .publishable else { return nil }
    return CallLimits.Caller(key: caller.key, address: address, install: install)
  }
}
