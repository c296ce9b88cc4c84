import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// Counts clicks by link and day; what is left is how many were in the batch.
  static func clickRollUp(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "click-roll-up", everyMilliseconds: 1_000) {
      let database = surroundings.database
      // A look on a snapshot first: a round without new clicks must not make the writers wait.
      guard try await database.read({ try ClickRollUp.lag($0) }) > 0 else { return 0 }
      let most = database.gainsByGathering ? ClickRollUp.largeBatchMax : ClickRollUp.batchMax
      return try await database.write { connection in
        let rollUp = ClickRollUp(connection, batchMax: most) {
          try surroundings.context(of: $0, connection)
        }
        return Int64(try rollUp.run())
      }
    }
  }
}
