import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// Posts held rewards that are due; what is left is how many were in the batch, as there may be
  /// more.
  static func holds(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "holds", everyMilliseconds: 1_000) {
      let (database, ambient) = (surroundings.database, surroundings.ambient)
      let now = ambient.now()
      // A look on a snapshot first: an idle server must not write every second.
      guard try await database.read({ try Holds.isAnyDue(at: now, $0) }) else { return 0 }
      return try await database.write { connection in
        let due = try Holds.claim(at: now, connection)
        var apps: [Int64: AppContext] = [:]
        for held in due {
          let app = try apps[held.app] ?? surroundings.context(of: held.app, connection)
          guard let app else { continue }
          apps[held.app] = app
          let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
          try Ledger(scope).post(held.id)
        }
        return Int64(due.count)
      }
    }
  }
}
