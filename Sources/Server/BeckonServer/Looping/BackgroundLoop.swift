import BeckonBasics
import BeckonDatabase
import BeckonStore

/// One piece of work that goes on beside requests. Who adds one writes it beside what it works for
/// and lists it where the server is started (`GrowthServer.loops`).
struct BackgroundLoop: Sendable {
  /// As `/health`, `/metrics` and `beckon doctor` tell it.
  let name: String
  /// The pause after a round that left nothing to do.
  let everyMilliseconds: UInt64
  /// Does one round, and gives how much is left to do.
  let round: @Sendable () async throws -> Int64
}

/// What a loop works with.
struct LoopSurroundings: Sendable {
  let database: any Database
  let directory: AppDirectory
  let ambient: Ambient

  /// An app in force, as a loop's transaction needs it.
  /// - Throws: `DatabaseError`.
  func context(of app: Int64, _ connection: any Connection) throws -> AppContext? {
    try Accounts.context(of: app, forms: directory.forms, connection)
  }
}
