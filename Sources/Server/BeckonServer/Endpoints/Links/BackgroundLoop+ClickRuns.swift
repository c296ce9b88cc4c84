import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// Learns by network the clicks that are new, and writes a run when they are enough for one; what
  /// is left is 1 while there are more.
  static func clickRuns(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    let recent = surroundings.directory.recentClicks
    let (database, ambient) = (surroundings.database, surroundings.ambient)
    return BackgroundLoop(name: ClickRuns.loop, everyMilliseconds: 200) {
      // On a snapshot, which sees nothing that could still be taken back.
      let isMore = try await database.read { try recent.learn($0) }
      guard let run = recent.nextRun(at: ambient.now()) else { return isMore ? 1 : 0 }
      // Where another server writes a run, that one will be there in a moment.
      return try await write(run, database) ? 1 : 0
    }
  }

  private static func write(_ run: NewClickRun, _ database: any Database) async throws -> Bool {
    let most = database.gainsByGathering ? NewClickRun.largeSliceMax : NewClickRun.sliceMax
    while true {
      let left = try await database.write { try ClickRuns($0).clear(most) }
      guard let left else { return false }
      if left == 0 { break }
    }
    for slice in run.slices(of: most) {
      guard try await database.write({ try ClickRuns($0).add(slice, of: run) }) else {
        return false
      }
    }
    return try await database.write { try ClickRuns($0).finish(run) }
  }
}
