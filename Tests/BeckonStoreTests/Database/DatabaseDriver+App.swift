import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

extension DatabaseDriver {
  /// The moment of second 0.
  static let appStart = Instant(milliseconds: 1_790_000_000_000)

  /// Does something in an app's scope, so many seconds after the start.
  typealias AppWork =
    @Sendable (
      _ seconds: Int64, _ work: @escaping @Sendable (Scope) throws -> Void
    ) async throws -> Void

  /// A migrated database with one app, and a way to work in it.
  func withApp(_ body: (AppWork) async throws -> Void) async throws {
    try await with([]) { database in
      let number = try await database.write { connection -> Int64 in
        _ = try Migrator.migrate(connection, migrations: Migration.all, now: Self.appStart)
        let id = try Accounts(connection).createApp(name: "Test", ambient: .system)
        return try Accounts(connection).number(of: id) ?? 0
      }
      try await body { seconds, work in
        try await database.write { connection in
          // As a request does: with the app as it is when it begins.
          let app = try #require(try Accounts.context(of: number, connection))
          let now = Self.appStart.adding(milliseconds: seconds * 1_000)
          try work(Scope(connection: connection, app: app, now: now, ambient: .system))
        }
      }
    }
  }
}
