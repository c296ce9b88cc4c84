import BeckonBasics
import Foundation

/// The folder and the processes of a demo, which Ctrl-C ends without a trace, also where `--keep`
/// would have kept them: nobody was told where they are.
final class DemoCleaning: Sendable {
  /// Where the demo's files are.
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("beckon-demo-" + Ambient.system.secret(prefix: "run").suffix(8))
  /// Those that may still run. Ctrl-C takes the lock and never gives it back: the story, which goes
  /// on meanwhile, can neither start anything nor end with an exit status of its own.
  private let processes = Locked([Process]())

  /// Cleans up after Ctrl-C from now on, before there is anything.
  init() {
    // A thread of its own: the story may keep every thread of the Swift pool waiting.
    StopSignal().handle { [self] number in
      processes.withLock { processes in
        // Nobody needs what they might still store.
        for process in processes where process.isRunning {
          kill(process.processIdentifier, SIGKILL)
        }
        removeFiles()
        // As a shell writes what a signal has ended.
        _exit(128 + number)
      }
    }
  }

  /// Does what puts something into the folder that was not there. Waits for ever after Ctrl-C.
  func unlessStopped<Result>(_ body: () throws -> Result) rethrows -> Result {
    try processes.withLock { _ in try body() }
  }

  /// Starts a process, which would not hear of Ctrl-C itself.
  func start(_ process: Process) throws {
    try processes.withLock { processes in
      try process.run()
      processes.append(process)
    }
  }

  /// Asks the processes to stop, and removes the files.
  func end(keepingFiles: Bool = false) {
    processes.withLock { processes in
      for process in processes where process.isRunning { process.terminate() }
      if !keepingFiles { removeFiles() }
    }
  }

  private func removeFiles() {
    // Under another name nothing more can be put into it, by whatever is about to end.
    let removed = folder.path + "-removed"
    guard rename(folder.path, removed) == 0 else { return }
    try? FileManager.default.removeItem(atPath: removed)
  }
}
