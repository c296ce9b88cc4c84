import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// Adds up what visitors did with widgets; what is left is how many acts were in the batch.
  static func widgetRollUp(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "widget-roll-up", everyMilliseconds: 1_000) {
      let (database, ambient) = (surroundings.database, surroundings.ambient)
      // A look on a snapshot first: a round without new acts must not make the writers wait.
      guard try await database.read({ try WidgetRollUp.lag($0) }) > 0 else { return 0 }
      return try await database.write { connection in
        let rollUp = WidgetRollUp(connection) { number in
          try surroundings.context(of: number, connection).map {
            Scope(connection: connection, app: $0, now: ambient.now(), ambient: ambient)
          }
        }
        return Int64(try rollUp.run())
      }
    }
  }
}
