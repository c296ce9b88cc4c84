import Foundation

/// A program that a test, a simulation or a benchmark starts.
///
/// Not Foundation's `Process`: with a thousand open descriptors, as many tests in one process have,
/// it crashes or never tells that its child has ended: its run loop waits with `select`. It also
/// puts the child into a process group of its own, where Ctrl-C does not reach it, and blocks its
/// signals, so that a program that ends by an alarm never ends.
public final class ChildProcess: @unchecked Sendable {
  /// Where one of its three streams goes.
  public enum Stream: Sendable, Equatable {
    /// Reads nothing, or writes to nobody.
    case nothing
    /// Written to the end of a file.
    case file(String)
    /// To or from this process.
    case pipe
  }

  /// Starting failed.
  public struct Failure: Error, CustomStringConvertible {
    /// What did not work.
    public let description: String

    /// - Parameter description: what did not work.
    public init(description: String) { self.description = description }
  }

  /// Its number in the system.
  public let identifier: Int32
  /// Our end of the pipe that it reads.
  public let input: FileHandle?
  /// Our end of the pipe that it writes to.
  public let output: FileHandle?
  /// Our end of the pipe that it writes errors to.
  public let errors: FileHandle?

  private let condition = NSCondition()
  private var status: Int32?
  private var waiting: [CheckedContinuation<Int32, Never>] = []

  /// Starts a program.
  /// - Parameters:
  ///   - program: its path.
  ///   - environment: all of it; this process's when `nil`.
  ///   - folder: where it works; where this process does when `nil`.
  /// - Throws: `Failure`.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    folder: String? = nil, input: Stream = .nothing, output: Stream = .nothing,
    errors: Stream = .nothing
  ) throws {
    let streams = try [input, output, errors].enumerated()
      .map { try ChildStream($1, isInput: $0 == 0) }
    defer { for stream in streams { stream.closeTheirs() } }
    var words = [program] + arguments
    if let folder { words = ["/usr/bin/env", "-C", folder] + words }
    identifier = try spawn(words, environment, streams.map(\.theirs))
    (self.input, self.output, self.errors) = (streams[0].ours, streams[1].ours, streams[2].ours)
    Thread.detachNewThread { self.reap() }
  }

  /// Whether it has not ended yet.
  public var isRunning: Bool { condition.withLock { status == nil } }

  /// Sends a signal, unless it has ended.
  public func signal(_ number: Int32) {
    condition.withLock { if status == nil { kill(identifier, number) } }
  }

  /// Waits for its end.
  /// - Returns: its exit status; of a signal, its number below zero.
  public func ending() async -> Int32 {
    await withCheckedContinuation { continuation in
      let known = condition.withLock {
        if status == nil { waiting.append(continuation) }
        return status
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// The same for a test that is not async.
  @discardableResult public func waitUntilExit() -> Int32 {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let status { return status }
      condition.wait()
    }
  }

  /// The next line of its standard output, which is a pipe; what is there of it when the process
  /// ends before, or says nothing for so many seconds. Without a number it is waited for.
  public func outputLine(withinSeconds seconds: Int32? = nil) -> String {
    var bytes: [UInt8] = []
    while let output, Self.isReadable(output, withinSeconds: seconds),
      let byte = output.readData(ofLength: 1).first, byte != UInt8(ascii: "\n")
    {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether there is something to read, or nothing any more.
  private static func isReadable(_ handle: FileHandle, withinSeconds seconds: Int32?) -> Bool {
    var wanted = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = seconds.map { $0 * 1_000 } ?? -1
    var found: Int32
    repeat { found = poll(&wanted, 1, milliseconds) } while found < 0 && errno == EINTR
    return found > 0
  }

  private func reap() {
    var word: Int32 = 0
    // Left as a corpse until the lock is held: nobody shall signal a number that has a new owner.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    condition.lock()
    waitpid(identifier, &word, 0)
    let ending = word & 0x7F == 0 ? (word >> 8) & 0xFF : -(word & 0x7F)
    status = ending
    let told = waiting
    waiting = []
    condition.broadcast()
    condition.unlock()
    for continuation in told { continuation.resume(returning: ending) }
  }
}

/// One stream: the child's end, and ours when it is a pipe.
private struct ChildStream {
  let theirs: Int32
  let ours: FileHandle?

  init(_ stream: ChildProcess.Stream, isInput: Bool) throws {
    switch stream {
    case .nothing:
      theirs = open("/dev/null", (isInput ? O_RDONLY : O_WRONLY) | O_CLOEXEC)
      ours = nil
    case .file(let path):
      theirs = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      ours = nil
    case .pipe:
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw ChildProcess.Failure(description: "no pipe: \(errno)") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      theirs = ends[isInput ? 0 : 1]
      ours = FileHandle(fileDescriptor: ends[isInput ? 1 : 0], closeOnDealloc: true)
    }
    guard theirs >= 0 else {
      throw ChildProcess.Failure(description: "\(stream) cannot be opened: \(errno)")
    }
  }

  func closeTheirs() { close(theirs) }
}

/// Gives a child none of what is open here: a socket that it kept would not be closed for whoever
/// is at its other end.
private func keepDescriptors() {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
  for descriptor in names.compactMap({ Int32($0) }) where descriptor > 2 {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}

/// Starts a program with three descriptors and no signal blocked.
private func spawn(
  _ words: [String], _ environment: [String: String]?, _ descriptors: [Int32]
) throws -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  for (number, descriptor) in descriptors.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
  }
  keepDescriptors()
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

  let variables = environment ?? ProcessInfo.processInfo.environment
  let arguments = words.map { strdup($0) } + [nil]
  let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
  defer { for pointer in arguments + settings { free(pointer) } }
  var identifier: pid_t = 0
  let code = posix_spawn(&identifier, words[0], &actions, &attributes, arguments, settings)
  guard code == 0 else {
    throw ChildProcess.Failure(description: "\(words[0]) does not start: \(code)")
  }
  return identifier
}
