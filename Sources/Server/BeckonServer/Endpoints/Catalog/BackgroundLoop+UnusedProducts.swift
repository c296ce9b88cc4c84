import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// Forgets products that nobody uses any more (`UnusedProducts`); what is left is how many were
  /// looked at.
  static func unusedProducts(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "unused-products", everyMilliseconds: 3_600_000) {
      let (database, ambient) = (surroundings.database, surroundings.ambient)
      let now = ambient.now()
      var done: Int64 = 0
      for number in try await database.read({ try UnusedProducts.apps(at: now, $0) }) {
        done += try await database.write { connection in
          // Two servers that delete the same rows would only wait for each other.
          guard try Loops(connection).claim("unused-products") != nil,
            let app = try surroundings.context(of: number, connection)
          else { return 0 }
          let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
          return Int64(try UnusedProducts(scope).remove())
        }
      }
      return done
    }
  }
}
