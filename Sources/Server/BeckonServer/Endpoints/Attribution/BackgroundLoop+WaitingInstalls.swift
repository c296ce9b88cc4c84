import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// Decides about installs of which no call has described the device for a day; what is left is
  /// how many were in the batch, as there may be more.
  static func waitingInstalls(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "waiting-installs", everyMilliseconds: 60_000) {
      let (database, ambient) = (surroundings.database, surroundings.ambient)
      let now = ambient.now()
      guard try await database.read({ try Installs.isAnyOverdue(at: now, $0) }) else { return 0 }
      return try await database.write { connection in
        let overdue = try Installs.overdue(at: now, connection)
        var apps: [Int64: AppContext] = [:]
        for install in overdue {
          let app = try apps[install.app] ?? surroundings.context(of: install.app, connection)
          guard let app else { continue }
          apps[install.app] = app
          let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
          try Installs(scope).giveUpWaiting(install)
        }
        return Int64(overdue.count)
      }
    }
  }
}
