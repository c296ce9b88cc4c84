import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// Decides whom to remind, app by app; what is left is how much was done, for there may be more.
  static func reminders(
    _ surroundings: LoopSurroundings, _ known: @escaping @Sendable () -> ReminderSurroundings
  ) -> BackgroundLoop {
    BackgroundLoop(name: "reminders", everyMilliseconds: 1_000) {
      let (database, ambient) = (surroundings.database, surroundings.ambient)
      let now = ambient.now()
      // A look on a snapshot first: where nothing is due nobody must wait for a writer.
      let apps = try await database.read { try ReminderRound.waiting(at: now, $0) }
      var done: Int64 = 0
      for number in apps {
        let reminding = known()
        done += try await database.write { connection in
          guard let app = try surroundings.context(of: number, connection) else { return 0 }
          let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
          return Int64(try ReminderRound(scope, reminding).run())
        }
      }
      return done
    }
  }
}
