import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonStore
import BeckonTesting
import Foundation

/// The real server, asked over a socket one call after the other. Its clock and its chance are the
/// simulation's, so that a seed gives the same run to the last id.
final class FraudServer {
  private let clock: Locked<Instant>
  private let server: GrowthServer
  private var connection: HTTPConnection?
  private let scratch: FraudDatabase
  let database: any Database
  let ambient: Ambient
  /// Calls that were answered.
  private(set) var calls = 0

  /// The server does not answer.
  struct Silence: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts a server at an instant on an empty database.
  init(_ scratch: FraudDatabase, seed: UInt64, at start: Instant) async throws {
    let clock = Locked(start)
    let chance = Locked(SeededGenerator(seed: seed))
    let ambient = Ambient(
      now: { clock.withLock { $0 } }, random: { chance.withLock { $0.next() } })
    let database = try scratch.open()
    _ = try await database.write { connection in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: ambient.now())
      try Partitions.makeAhead(connection, now: ambient.now())
    }
    server = try GrowthServer(
      Self.configuration(), database: database, ambient: ambient,
      logger: Logger(level: .error, now: ambient.now, write: { Telling.line($0) }),
      runsLoops: false)
    (self.clock, self.ambient, self.database) = (clock, ambient, database)
    self.scratch = scratch
  }

  /// Limits of calls go by the real clock, in which a week here takes a second; they have tests of
  /// their own. Nothing is asked of Apple and Google.
  private static func configuration() -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.port = 0
    // Without the port, which is another each time.
    configuration.publicURL = "http://127.0.0.1"
    configuration.requestMilliseconds = 60_000
    configuration.trustedProxies = [CIDR("127.0.0.1/32")].compactMap { $0 }
    configuration.rates.guardedPerKey = 1_000_000_000
    configuration.rates.guardedPerAddress = 1_000_000_000
    configuration.rates.perInstall = 1_000_000_000
    let nobody = "http://127.0.0.1:1"
    configuration.appleAdsURL = nobody
    configuration.googleKeysURL = nobody
    configuration.googleTokenURL = nobody
    configuration.googlePlayURL = nobody
    return configuration
  }

  /// Where its links begin.
  var url: String { server.url }

  /// The present.
  var now: Instant { clock.withLock { $0 } }

  /// Moves the clock; never back.
  func set(_ instant: Instant) { clock.withLock { $0 = max($0, instant) } }

  /// Lets every background loop come to its end.
  func settle() async throws { try await server.runLoopsOnce() }

  /// Stops it and takes its database away.
  func stop() async {
    connection = nil
    await server.stop()
    scratch.remove()
  }

  /// Sends a request and waits for the answer.
  /// - Throws: `Silence`.
  func ask(_ request: SimulatedRequest) throws -> SimulatedAnswer {
    if connection?.isClosed ?? true { connection = HTTPConnection(port: server.port) }
    guard let connection else { throw Silence(description: "the server does not listen") }
    connection.send(request)
    guard let answer = connection.answer(hasBody: request.method != "HEAD") else {
      throw Silence(description: "the server hung up on \(request.method) \(request.path)")
    }
    calls += 1
    return answer
  }
}
