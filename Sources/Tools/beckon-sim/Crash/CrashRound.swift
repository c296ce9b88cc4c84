import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonSQLite
import BeckonStore
import BeckonTesting
import ChildProcess
import Foundation

/// One life of the server under load, its end, and what its successor finds.
struct CrashRound {
  static let customers = 10
  /// Answers of earlier rounds that are asked for again after each restart.
  private static let repeatedMax = 250

  let number: Int
  let program: URL
  let database: String
  let log: URL

  /// What a round brought.
  struct Result {
    var ending = ""
    var violations: [String] = []
    var repeated = 0
    var sums: [LedgerCheck.Sum] = []
  }

  // MARK: Load

  /// Puts the server under load until it is killed or told to stop.
  func live(
    _ server: ServerProcess, _ shop: SimulatedShop, _ acknowledged: inout AcknowledgedFacts,
    _ chance: inout SeededGenerator
  ) -> Result {
    let phase = Locked(SimulatedCustomer.Phase.running)
    let seeds = (0..<Self.customers).map { _ in chance.next() }
    let microseconds = UInt32.random(in: 150_000...1_500_000, using: &chance)
    let isGentle = Int.random(in: 0..<5, using: &chance) == 0
    var result = Result()
    let gathered = Crew.run(
      Self.customers,
      meanwhile: {
        // Sleeps because: the moment of the kill is a matter of time.
        usleep(microseconds)
        end(server, phase, &result, isGentle: isGentle)
      },
      { [number, port = server.port] index in
        let customer = SimulatedCustomer(
          shop, port: port, name: "r\(number)c\(index)",
          chance: SeededGenerator(seed: seeds[index]), phase: phase)
        customer.run()
        return customer.facts
      })
    for facts in gathered { acknowledged.add(facts) }
    result.violations += acknowledged.violations
    acknowledged.violations = []
    return result
  }

  private func end(
    _ server: ServerProcess, _ phase: Locked<SimulatedCustomer.Phase>, _ result: inout Result,
    isGentle: Bool
  ) {
    guard server.process.isRunning else {
      result.ending = "crashed"
      result.violations.append("the server ended by itself: \(server.ending); see \(log.path)")
      return
    }
    result.ending = isGentle ? "terminated" : "killed"
    phase.withLock { $0 = isGentle ? .stopping : .killed }
    guard isGentle else { return server.kill9() }
    if server.stop(withinSeconds: 15) != 0 {
      result.violations.append("SIGTERM: did not drain and exit with 0; see \(log.path)")
    }
  }

  // MARK: Afterwards

  /// Asks again what was not answered, and what was; then compares all with the stored database.
  func inspect(
    _ server: ServerProcess, _ shop: SimulatedShop, _ acknowledged: inout AcknowledgedFacts,
    _ chance: inout SeededGenerator
  ) async throws -> Result {
    var result = Result()
    result.violations += try await audit(shop, acknowledged, &result)
    let customer = SimulatedCustomer(
      shop, port: server.port, name: "r\(number)again",
      chance: SeededGenerator(seed: chance.next()), phase: Locked(.running))
    customer.facts.events = acknowledged.events
    for operation in acknowledged.unanswered { customer.perform(operation, copies: 2) }
    acknowledged.unanswered = []
    result.violations += repeatAnswers(&acknowledged, server, &result, &chance)
    acknowledged.add(customer.facts)
    result.violations += acknowledged.violations
    acknowledged.violations = []
    result.violations += try await audit(shop, acknowledged, &result)
    result.violations += try await rollUp(server, shop)
    return result
  }

  private func audit(
    _ shop: SimulatedShop, _ acknowledged: AcknowledgedFacts, _ result: inout Result
  ) async throws -> [String] {
    let database = try SQLiteDatabase(SQLiteSettings(path: database))
    let (violations, sums) = try await database.read { connection in
      let facts = FactAudit(connection: connection, acknowledged: acknowledged)
      let ledger = try LedgerAudit(connection, shop)
      let lost = try facts.lost().map { "\($0.count) acknowledged \($0.kind) are lost" }
      let smuggled = try facts.smuggled()
      let refused = smuggled == 0 ? [] : ["\(smuggled) rejected events are stored"]
      return (lost + refused + (try ledger.violations()), ledger.check.sums)
    }
    await database.close()
    result.sums = sums
    return violations
  }

  /// The newest answers, and some of the older ones, must come again byte by byte.
  private func repeatAnswers(
    _ acknowledged: inout AcknowledgedFacts, _ server: ServerProcess, _ result: inout Result,
    _ chance: inout SeededGenerator
  ) -> [String] {
    guard let connection = HTTPConnection(port: server.port) else { return ["nobody listens"] }
    let newest = acknowledged.repeatable.suffix(Self.repeatedMax)
    let older = (0..<Self.repeatedMax).compactMap { _ in
      acknowledged.repeatable.randomElement(using: &chance)
    }
    var different: [String] = []
    for answer in Array(newest) + older {
      connection.send(answer.operation.request)
      let again = connection.answer()
      if again?.status != answer.status || again?.body != answer.body {
        different.append(
          "\(answer.operation.request.path) was answered \(answer.status) "
            + String(decoding: answer.body.prefix(200), as: UTF8.self)
            + " and after the restart \(again?.status ?? 0) "
            + String(decoding: again?.body.prefix(200) ?? [], as: UTF8.self))
      }
      result.repeated += 1
    }
    return Array(different.prefix(3))
  }

  /// Once every click is counted, the counts are those of the stored clicks.
  private func rollUp(_ server: ServerProcess, _ shop: SimulatedShop) async throws -> [String] {
    let database = try SQLiteDatabase(SQLiteSettings(path: database))
    let deadline = MonotonicSeconds.now + 20
    var lag: Int64 = 1
    while lag > 0, MonotonicSeconds.now < deadline {
      lag = try await database.read { try ClickRollUp.lag($0) }
      if lag > 0 { usleep(20_000) }
    }
    let wrong = try await database.read { connection in
      try connection.first(
        """
        SELECT COUNT(*) FROM (
          SELECT SUM(count) AS count FROM (
            SELECT app, link, kind, count FROM link_days WHERE kind <> 'unique'
            UNION ALL
            SELECT app, link, kind, -1 FROM clicks
            UNION ALL
            SELECT app, link, 'unique', count FROM link_days WHERE kind = 'unique'
            UNION ALL
            SELECT app, link, 'unique', -1 FROM link_visitors
          ) AS sides GROUP BY app, link, kind
        ) AS differences WHERE count <> 0
        """, []
      ) { $0.integer(0) } ?? 0
    }
    await database.close()
    return (lag > 0 ? ["clicks are not rolled up after 20 s"] : [])
      + (wrong > 0 ? ["\(wrong) counts of links differ from the stored clicks"] : [])
      + summary(server, shop)
  }

  /// The server's own word on its ledger.
  private func summary(_ server: ServerProcess, _ shop: SimulatedShop) -> [String] {
    guard let connection = HTTPConnection(port: server.port) else { return ["nobody listens"] }
    connection.send(
      SimulatedRequest(method: "GET", path: "/v1/ledger/summary", key: shop.secretKey))
    guard let sums = connection.answer()?.json?["sums"]?.members else {
      return ["no ledger summary"]
    }
    return sums.filter { $0.value != 0 }.map {
      "the server says that \($0.name) sums up to \($0.value.text)"
    }
  }
}
