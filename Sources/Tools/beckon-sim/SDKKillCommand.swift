import BeckonBasics
import BeckonSDK
import BeckonTesting
import Foundation

/// `beckon-sim sdk-kill`: kills an app that uses the SDK again and again, and checks that every
/// event for which `track` returned arrives, and counts once.
struct SDKKillCommand {
  private let rounds: UInt64
  private let seed: UInt64
  private let directory: URL
  private let sink: SDKKillSink

  init(_ options: SimulationOptions) {
    rounds = options.number("rounds") ?? 20
    seed = options.number("seed") ?? UInt64.random(in: 0...999_999)
    sink = SDKKillSink(seed: seed)
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-sim-\(getpid())-\(seed)")
  }

  /// Runs all rounds.
  /// - Returns: the exit status.
  func run() -> Int32 {
    FileHandle.standardError.write(Data("beckon-sim sdk-kill --seed \(seed)\n".utf8))
    let start = MonotonicClock.nanoseconds()
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let server = try LoopbackServer(reply: sink.reply)
      var generator = SeededGenerator(seed: seed)
      var tracked: [String: SDKKillSink.Key] = [:]
      var endings: [String: Int] = [:]
      for run in 1...max(1, rounds) {
        let ending = try round(run, server.url, &generator)
        endings[ending, default: 0] += 1
        for (id, key) in try printed(run) { tracked[id] = key }
      }
      sink.calmDown()
      let isDrained = try drain(server.url)
      let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
      return report(tracked, endings, isDrained: isDrained, seconds: seconds)
    } catch {
      FileHandle.standardError.write(Data("beckon-sim: \(error)\n".utf8))
      return 1
    }
  }

  // MARK: Rounds

  /// One life of the app.
  /// - Returns: how it ended.
  private func round(
    _ run: UInt64, _ url: String, _ generator: inout SeededGenerator
  ) throws -> String {
    let isInFileCall = Bool.random(using: &generator)
    // Early calls are those of opening the queue; they are met as often as those of tracking.
    let scale = UInt64(1) << UInt64.random(in: 1...10, using: &generator)
    let call = UInt64.random(in: 1...scale, using: &generator)
    let milliseconds = UInt32.random(in: 10...800, using: &generator)
    var flags = isInFileCall ? ["--exit-at", "\(call)"] : []
    if Bool.random(using: &generator) { flags += ["--upload-each", "yes"] }
    let child = try start(run, url, flags)
    if !isInFileCall { Self.pause(milliseconds) }
    let deadline = MonotonicClock.nanoseconds() + 4_000_000_000
    while isInFileCall, child.isRunning, MonotonicClock.nanoseconds() < deadline { Self.pause(2) }
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    if child.terminationReason == .uncaughtSignal { return "killed" }
    let isPlanned = child.terminationStatus == SDKKillChild.exitInFileCall
    return isPlanned ? "in_file_call" : "status_\(child.terminationStatus)"
  }

  private func drain(_ url: String) throws -> Bool {
    let child = try start(rounds + 1, url, ["--drain", "yes"])
    let deadline = MonotonicClock.nanoseconds() + 120_000_000_000
    while child.isRunning, MonotonicClock.nanoseconds() < deadline { Self.pause(10) }
    guard !child.isRunning else {
      kill(child.processIdentifier, SIGKILL)
      return false
    }
    return child.terminationStatus == 0
  }

  private static func pause(_ milliseconds: UInt32) {
    // Sleeps because: the moment of the kill is a matter of time, and a process gives no other
    // sign.
    usleep(milliseconds * 1_000)
  }

  private func start(_ run: UInt64, _ url: String, _ more: [String]) throws -> Process {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    #if os(Linux)
      child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    child.arguments =
      [
        "sdk-kill-child", "--directory", directory.appendingPathComponent("app").path, "--url", url,
        "--run", "\(run)",
      ] + more
    let output = printedFile(run)
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    child.standardOutput = try FileHandle(forWritingTo: output)
    try child.run()
    return child
  }

  private func printedFile(_ run: UInt64) -> URL {
    directory.appendingPathComponent("printed-\(run)")
  }

  /// What the app said was tracked: lines of number and id.
  private func printed(_ run: UInt64) throws -> [(String, SDKKillSink.Key)] {
    let text = String(decoding: try Data(contentsOf: printedFile(run)), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int64(words[0]) else { return nil }
      return (String(words[1]), SDKKillSink.Key(run: Int64(run), number: number))
    }
  }

  // MARK: Result

  private func report(
    _ tracked: [String: SDKKillSink.Key], _ endings: [String: Int], isDrained: Bool,
    seconds: Double
  ) -> Int32 {
    let tally = sink.tally
    let lost = tracked.filter { tally.events[$0.key] != $0.value }.count
    let twice = tally.events.count - Set(tally.events.values).count
    let disorder = Self.disorder(tally)
    let expected = Set(["killed", "in_file_call"])
    let strange = endings.filter { !expected.contains($0.key) }.values.reduce(0, +)
    let isSound =
      lost == 0 && twice == 0 && disorder == 0 && strange == 0 && isDrained
      && tally.faults.isEmpty && !tracked.isEmpty
    let result: JSON = [
      "simulation": "sdk-kill", "seed": .integer(seed), "rounds": .integer(rounds),
      "sound": .bool(isSound), "tracked": .integer(tracked.count),
      "arrived": .integer(tally.events.count), "lost": .integer(lost),
      "counted_twice": .integer(twice), "out_of_order": .integer(disorder),
      "resent": .integer(tally.duplicates), "requests": .integer(tally.requests),
      "drained": .bool(isDrained),
      "endings": .object(
        endings.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .integer($0.value)) }),
      "faults": .array(tally.faults.prefix(5).map(JSON.string)),
      "seconds": .number("\((seconds * 10).rounded() / 10)"),
    ]
    FileHandle.standardOutput.write(Data((result.text + "\n").utf8))
    if isSound { try? FileManager.default.removeItem(at: directory) }
    return isSound ? 0 : 1
  }

  /// How often an event came for the first time after one that was tracked later.
  private static func disorder(_ tally: SDKKillSink.Tally) -> Int {
    var disorder = 0
    var last = SDKKillSink.Key(run: 0, number: 0)
    for key in tally.order.compactMap({ tally.events[$0] }) {
      if (key.run, key.number) < (last.run, last.number) { disorder += 1 }
      last = key
    }
    return disorder
  }
}
