import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import Foundation
import Testing

@testable import BeckonServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How the clicks of one event thread reach the database, and their answers the clients.
@Suite struct ClickLaneTests {
  @Test("A click that cannot be stored is not answered as one that is, and harms no later one")
  func failing() async throws {
    let database = HeldDatabase(gainsByGathering: false)
    let server = try Self.server(on: database)
    let first = Self.visit(server)
    await database.arrived(1)
    database.finish(.failure(DatabaseError.full))
    #expect(try await first.value == 507)
    let second = Self.visit(server)
    await database.arrived(2)
    database.finish(.success(()))
    #expect(try await second.value == 204)
  }

  @Test("Where a write is a journey, clicks that come while one is under way go together")
  func gathering() async throws {
    let database = HeldDatabase(gainsByGathering: true)
    let server = try Self.server(on: database)
    let first = Self.visit(server)
    await database.arrived(1)
    let others = (0..<5).map { _ in Self.visit(server) }
    while server.statistics.requestsInFlight < 6 { await Task.yield() }
    database.finish(.success(()))
    #expect(try await first.value == 204)
    await database.arrived(2)
    database.finish(.success(()))
    for other in others { #expect(try await other.value == 204) }
    #expect(database.writes == 2)
  }

  /// A server that stores a click for each request.
  private static func server(on database: HeldDatabase) throws -> HTTPServer {
    let clicks = ClickCollector(database)
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.eventThreads = 1
    let quiet = Logger(level: .error, now: Ambient.system.now, write: { _ in })
    return try HTTPServer(configuration, logger: quiet) { _, responder in
      clicks.store(click, app: 1, on: responder.thread) { result in
        if case .failure = result {
          responder.answer(HTTPResponse(status: 507))
        } else {
          responder.answer(HTTPResponse(status: 204))
        }
      }
      return nil
    }
  }

  private static func visit(_ server: HTTPServer) -> Task<Int?, any Error> {
    Task {
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      let (_, response) = try await URLSession.shared.data(from: url)
      return (response as? HTTPURLResponse)?.statusCode
    }
  }

  private static var click: Click {
    let now = Ambient.system.now()
    let network = Identifier(high: 1, low: 2)
    return Click(
      id: Ambient.system.id(), link: Ambient.system.id(), at: now, kind: .click, network: network,
      visitor: network, signals: Signals(network: nil, networkClass: .ordinary, platform: .ios))
  }
}

/// A database that stores nothing, and says when a write is done only when it is told to.
private final class HeldDatabase: Database {
  private struct State {
    var writes = 0
    var held: [@Sendable (Result<Void, any Error>) -> Void] = []
  }

  let gainsByGathering: Bool
  private let state = Locked(State())

  init(gainsByGathering: Bool) { self.gainsByGathering = gainsByGathering }

  /// Writes so far.
  var writes: Int { state.withLock { $0.writes } }

  /// Waits until so many writes have come.
  func arrived(_ count: Int) async {
    while writes < count { await Task.yield() }
  }

  /// Ends the writes that are under way.
  func finish(_ result: Result<Void, any Error>) {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for done in held { done(result) }
  }

  func write(
    _ body: @escaping @Sendable (any Connection) throws -> Void,
    done: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    state.withLock { state in
      state.writes += 1
      state.held.append(done)
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value { throw DatabaseError.closed }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value { throw DatabaseError.closed }

  func outsideChanges() async throws -> Int64 { 0 }

  func close() async {}
}
