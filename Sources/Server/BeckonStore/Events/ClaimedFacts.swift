import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Facts that only a client has told, under ids that the app's server uses for its own. The
/// server's fact is no duplicate then: else anyone who guesses an id could keep what is true from
/// being known.
struct ClaimedFacts {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Whether only a client has told the fact of an id.
  func isClients(_ id: FactID) throws -> Bool {
    try scope.connection.first(
      "SELECT 1 FROM fact_ids WHERE app = $1 AND id = $2 AND by_client = 1",
      [scope.tenant, .id(id)]
    ) { _ in true } ?? false
  }

  /// Makes an id the server's and takes away what the client told under it; `false`, and nothing
  /// changes, when it was the server's before, or is not known.
  func giveWay(_ id: FactID) throws -> Bool {
    let claimed = try scope.connection.first(
      """
      UPDATE fact_ids SET by_client = NULL WHERE app = $1 AND id = $2 AND by_client = 1
      RETURNING at
      """, [scope.tenant, .id(id)]
    ) { $0.instant(0) }
    guard let claimed else { return false }
    // It was stored when its id was claimed, by which it can be found.
    try scope.connection.send(
      "DELETE FROM facts {by facts_by_time} WHERE app = $1 AND received_at = $2 AND id = $3",
      [scope.tenant, .instant(claimed), .id(id)])
    try scope.connection.send(
      "DELETE FROM outcomes WHERE app = $1 AND id = $2", [scope.tenant, .id(id)])
    return true
  }
}
