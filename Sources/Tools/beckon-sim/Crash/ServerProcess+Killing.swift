import ChildProcess
import Foundation

extension ServerProcess {
  /// A server that refuses nobody for coming too often.
  convenience init(program: URL, database: String, log: URL) throws {
    try self.init(
      program: program.path, database: "sqlite:" + database, log: log.path,
      flags: ["--rate-limit-address", "1000000000", "--rate-limit-key", "1000000000"])
  }

  /// Ends it as a power cut would.
  func kill9() {
    process.signal(SIGKILL)
    process.waitUntilExit()
  }

  /// How it ended, when it was not told to.
  var ending: String {
    let status = process.waitUntilExit()
    return status < 0 ? "signal \(-status)" : "status \(status)"
  }
}
