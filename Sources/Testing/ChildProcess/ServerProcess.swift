import BeckonBasics
import BeckonModel
import Foundation

/// The real `beckon serve` on a free port. Killed with the last reference to it.
public final class ServerProcess: Sendable {
  /// Where it listens, as `http://127.0.0.1:PORT`.
  public let url: String
  /// The port of `url`.
  public let port: Int
  /// Nanoseconds from the start of the process to its ready line.
  public let readyNanoseconds: UInt64
  /// The process itself.
  public let process: ChildProcess

  /// Starts the server and waits for its ready line.
  /// - Parameters:
  ///   - program: path of `beckon`.
  ///   - database: as `--database` takes it.
  ///   - log: path of the file to whose end it writes its log.
  ///   - flags: more flags of `beckon serve`.
  ///   - environment: what is set besides this process's own environment.
  /// - Throws: `ChildProcess.Failure` when it does not come up.
  public init(
    program: String, database: String, log: String, flags: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    let start = MonotonicClock.nanoseconds()
    process = try ChildProcess(
      program, ["serve", "--listen", "127.0.0.1:0", "--database", database] + flags,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
      output: .pipe, errors: .file(log))
    let line = process.outputLine(withinSeconds: 60)
    readyNanoseconds = MonotonicClock.nanoseconds() - start
    guard let ready = try? JSONReader.read(line), let url = ready["url"]?.string,
      let port = url.split(separator: ":").last.flatMap({ Int($0) })
    else {
      process.signal(SIGKILL)
      let words = (FileManager.default.contents(atPath: log) ?? Data()).suffix(1_000)
      throw ChildProcess.Failure(
        description: "\(program) serve did not start: " + String(decoding: words, as: UTF8.self))
    }
    (self.url, self.port) = (url, port)
  }

  deinit { process.signal(SIGKILL) }

  /// Asks it to stop, which lets it answer what it has begun, and waits until it has; after so many
  /// seconds it is killed.
  /// - Returns: its exit status; of a signal, its number below zero.
  @discardableResult public func stop(withinSeconds limit: UInt64 = 60) -> Int32 {
    process.signal(SIGTERM)
    let end = MonotonicClock.nanoseconds() + limit * 1_000_000_000
    // Sleeps because: a process that does not end tells nobody so.
    while process.isRunning, MonotonicClock.nanoseconds() < end { usleep(5_000) }
    process.signal(SIGKILL)
    return process.waitUntilExit()
  }
}
