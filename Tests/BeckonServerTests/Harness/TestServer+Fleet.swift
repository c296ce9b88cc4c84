import BeckonBasics
import BeckonEngine
import BeckonModel
import TestDatabases
import Testing

@testable import BeckonServer

extension TestServer {
  /// The app as so many servers of a fleet on one database answer it, of which this server is the
  /// first. A SQLite file has one server, so there it is that server in each case.
  /// - Parameter runsLoops: whether the loops of the others run by themselves.
  /// - Parameter indexBytes: what all shops may take in memory of each of the others.
  func fleet(
    _ count: Int, runsLoops: Bool = false, indexBytes: Int? = nil,
    _ body: ([TestApp]) async throws -> Void
  ) async throws {
    guard TestDatabase.isPostgres else {
      return try await body((0..<count).map { _ in app })
    }
    var others: [GrowthServer] = []
    let result: Result<Void, any Error>
    do {
      for _ in 1..<count { others.append(try another(runsLoops, indexBytes)) }
      let apps = others.map { TestApp(app, at: SocketClient(port: $0.port)) }
      result = .success(try await body([app] + apps))
    } catch {
      result = .failure(error)
    }
    for other in others { await other.stop() }
    try result.get()
  }

  private func another(_ runsLoops: Bool, _ indexBytes: Int?) throws -> GrowthServer {
    var configuration = ServerConfiguration()
    configuration.indexBytes = indexBytes ?? configuration.indexBytes
    configuration.port = 0
    configuration.requestMilliseconds = 60_000
    configuration.trustedProxies = [try #require(CIDR("127.0.0.1/32"))]
    let clock = clock
    return try GrowthServer(
      configuration, database: anotherDatabase(), ambient: ambient,
      logger: Logger(level: .error, now: ambient.now, write: { _ in }),
      vendors: VendorInterface.all,
      limits: CallLimits(RateLimits()) {
        UInt64(clock.withLock { $0.milliseconds }) * 1_000_000
      }, runsLoops: runsLoops, outdated: { _ in })
  }
}
