import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// Looks for the installs and people whose the stores' payments are; what is left is how many
  /// were due.
  static func storeOwners(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "store-owners", everyMilliseconds: 5_000) {
      let (database, ambient) = (surroundings.database, surroundings.ambient)
      let now = ambient.now()
      guard try await database.read({ try StorePayments.isAnyDue(at: now, $0) }) else { return 0 }
      return try await database.write { connection in
        let due = try StorePayments.claim(at: now, connection)
        for (number, reference) in due {
          guard let app = try surroundings.context(of: number, connection) else { continue }
          let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
          try StorePayments(scope).search(reference)
        }
        return Int64(due.count)
      }
    }
  }
}
