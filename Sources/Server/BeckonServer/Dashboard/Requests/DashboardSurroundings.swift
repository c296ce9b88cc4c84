import BeckonBasics
import BeckonEngine
import BeckonModel

/// What the dashboard's pages work with, beside the database.
struct DashboardSurroundings: Sendable {
  /// Does what a native call is for.
  let performer: WorkPerformer
  let directory: AppDirectory
  /// The URL under which people reach the server.
  let publicURL: @Sendable () -> String
  /// Of the program.
  let version: String
  let startedAt: Instant
}
