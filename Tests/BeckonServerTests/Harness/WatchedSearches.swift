import BeckonBasics
import BeckonDatabase

@testable import BeckonServer

/// A database that counts the reads in which an index was looked into.
final class WatchedSearches: Database {
  private let inner: any Database
  /// How often the server has looked into an index, once it runs.
  let searches = Locked<(@Sendable () -> Int64)?>(nil)
  let held = Locked(0)
  let reads = Locked(0)

  init(_ inner: any Database) { self.inner = inner }

  var gainsByGathering: Bool { inner.gainsByGathering }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value {
    try await inner.write { connection in try self.watched { try body(connection) } }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value {
    try await inner.read { connection in try self.watched { try body(connection) } }
  }

  private func watched<Value>(_ body: () throws -> Value) rethrows -> Value {
    let searches = searches.withLock { $0 }
    let before = searches?()
    defer {
      reads.withLock { $0 += 1 }
      if searches?() != before { held.withLock { $0 += 1 } }
    }
    return try body()
  }

  func outsideChanges() async throws -> Int64 { try await inner.outsideChanges() }
  func announcements(behind number: Int64) async -> [Announcement]? {
    await inner.announcements(behind: number)
  }
  func close() async { await inner.close() }
}
