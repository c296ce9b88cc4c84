import BeckonBasics
import Foundation

/// What a demo leaves behind that is ended by Ctrl-C: nothing. Its server is stopped and its files
/// are removed, also where `--keep` would have kept them: nobody was told where they are.
final class DemoCleaning: Sendable {
  /// Where the demo's files are.
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("beckon-demo-" + Ambient.system.secret(prefix: "run").suffix(8))
  private let server = Locked(Int32?.none)

  /// Cleans up from now on, before there is anything.
  init() {
    let signals = StopSignal()
    Task { [self] in
      let number = await signals.wait()
      run()
      // As a shell writes what a signal has ended.
      _exit(128 + number)
    }
  }

  /// A server that is to be stopped: it would not hear of Ctrl-C itself.
  func stops(_ process: Int32) { server.withLock { $0 = process } }

  private func run() {
    // Nobody needs what it might still store.
    if let process = server.withLock({ $0 }) { kill(process, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }
}
