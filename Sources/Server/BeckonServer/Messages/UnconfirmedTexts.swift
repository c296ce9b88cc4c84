import BeckonBasics
import BeckonDatabase
import BeckonStore

extension BackgroundLoop {
  /// Text messages of which one transaction tells.
  private static let unconfirmedOfRound = 200

  /// Tells webhooks of text messages of which nobody has confirmed for two days what became of
  /// them.
  static func unconfirmedTexts(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    let (database, ambient) = (surroundings.database, surroundings.ambient)
    return BackgroundLoop(name: "unconfirmed-texts", everyMilliseconds: 60_000) {
      let apps = try await database.read {
        try Messages.unconfirmedApps(at: ambient.now(), $0)
      }
      var left: Int64 = 0
      for number in apps {
        let told = try await database.write { connection -> Int in
          guard let app = try surroundings.context(of: number, connection) else { return 0 }
          let scope = Scope(
            connection: connection, app: app, now: ambient.now(), ambient: ambient)
          return try Messages(scope).tellUnconfirmed(most: unconfirmedOfRound)
        }
        left += told == unconfirmedOfRound ? 1 : 0
      }
      return left
    }
  }
}
