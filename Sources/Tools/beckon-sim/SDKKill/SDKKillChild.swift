import BeckonBasics
import BeckonSDK
import Foundation

/// The app that is killed: tracks as fast as it can and writes each id to standard output once
/// `track` has returned.
struct SDKKillChild {
  /// Exit status of a process that ended inside a file call.
  static let exitInFileCall: Int32 = 86
  private static let eventsMax = 400

  private let options: SimulationOptions

  init(_ options: SimulationOptions) { self.options = options }

  /// Tracks and uploads until it is killed, or with `--drain` uploads until nothing is left.
  func run() async {
    do {
      let client = try client()
      if options.text("drain") != nil {
        try await drain(client)
        exit(0)
      }
      let uploads = Task {
        while true { _ = await client.flush() }
      }
      let complaints = Task {
        for await problem in client.problems {
          Telling.line("Error: \(problem)")
          exit(3)
        }
      }
      await track(client)
      complaints.cancel()
      await uploads.value
    } catch {
      Telling.line("Error: \(error)")
      exit(1)
    }
  }

  private func client() throws -> BeckonClient {
    let directory = URL(fileURLWithPath: options.text("directory") ?? "")
    guard let url = URL(string: options.text("url") ?? "") else {
      throw BeckonError.invalidConfiguration("--url is missing")
    }
    var settings = BeckonOptions(
      directory: directory, queue: QueueLimits(events: 1_000_000, bytes: 500_000_000),
      flushEvents: 20, flushSeconds: 0.02, timeoutSeconds: 2)
    if let call = options.number("exit-at") { settings.files = .ending(atCall: Int(call)) }
    return try Beckon.configure(url: url, key: "pk_sim", options: settings)
  }

  private func track(_ client: BeckonClient) async {
    let run = Int(options.number("run") ?? 0)
    for number in 1...Self.eventsMax {
      let text = String(repeating: "é", count: number % 97)
      let id = client.track(
        "sim", ["run": run, "number": number, "text": text])
      let line = Array("\(number) \(id)\n".utf8)
      guard write(1, line, line.count) == line.count else { exit(2) }
      // Then the file calls of an upload are met as often as those of tracking.
      if options.text("upload-each") != nil { _ = await client.flush() }
    }
  }

  private func drain(_ client: BeckonClient) async throws {
    while try client.queueStatistics().events > 0 { _ = await client.flush() }
    await client.close()
  }
}

extension FileAccess {
  /// Ends the process at the n-th call that changes files: a write half-way, anything else before
  /// it happens.
  fileprivate static func ending(atCall last: Int) -> FileAccess {
    let calls = Locked(0)
    @Sendable func isLast() -> Bool {
      calls.withLock { calls in
        calls += 1
        return calls == last
      }
    }
    var access = FileAccess.system
    access.write = { file, bytes in
      if isLast() {
        let half = UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2))
        _ = FileAccess.system.write(file, half)
        _exit(SDKKillChild.exitInFileCall)
      }
      return FileAccess.system.write(file, bytes)
    }
    access.synchronize = { file in
      if isLast() { _exit(SDKKillChild.exitInFileCall) }
      return FileAccess.system.synchronize(file)
    }
    access.rename = { from, to in
      if isLast() { _exit(SDKKillChild.exitInFileCall) }
      return FileAccess.system.rename(from, to)
    }
    access.remove = { path in
      if isLast() { _exit(SDKKillChild.exitInFileCall) }
      return FileAccess.system.remove(path)
    }
    return access
  }
}
