import BeckonModel
import Foundation

/// The real server, as a process of its own.
final class ServerProcess {
  private let process = Process()
  private let output = Pipe()
  /// What it wrote to standard error.
  let log: URL
  /// Where it listens.
  let port: Int

  /// A server that did not come up, and what it said.
  struct StartFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts the server on a database and waits for its ready line.
  /// - Throws: `StartFailure`.
  init(program: URL, database: String, log: URL) throws {
    self.log = log
    process.executableURL = program
    process.arguments = [
      "serve", "--listen", "127.0.0.1:0", "--database", "sqlite:\(database)",
      "--rate-limit-address", "1000000000", "--rate-limit-key", "1000000000",
    ]
    process.standardOutput = output
    if !FileManager.default.fileExists(atPath: log.path) {
      _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    }
    let errors = try FileHandle(forWritingTo: log)
    errors.seekToEndOfFile()
    process.standardError = errors
    try process.run()
    let line = output.fileHandleForReading.availableData
    guard let ready = try? JSONReader.read(Array(line)), ready["event"] == "ready",
      let port = ready["url"]?.string?.split(separator: ":").last.flatMap({ Int($0) })
    else {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      throw StartFailure(description: "the server did not start; see \(log.path)")
    }
    self.port = port
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Whether it is running still.
  var isRunning: Bool { process.isRunning }

  /// Ends it as a power cut would.
  func kill9() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Asks it to stop, and waits until it has.
  /// - Returns: whether it drained and exited with 0, in time.
  func terminate(withinSeconds limit: Int = 15) -> Bool {
    process.terminate()
    let deadline = MonotonicSeconds.now + Double(limit)
    while process.isRunning, MonotonicSeconds.now < deadline { usleep(5_000) }
    guard !process.isRunning else {
      kill9()
      return false
    }
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// How it ended, when it was not told to.
  var ending: String {
    process.waitUntilExit()
    let word = process.terminationReason == .uncaughtSignal ? "signal" : "status"
    return "\(word) \(process.terminationStatus)"
  }
}
