import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import ChildProcess
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
    Telling.say("beckon-sim sdk-kill --seed \(seed)")
    let start = MonotonicSeconds.now
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
      return report(
        tracked, endings, isDrained: isDrained, seconds: MonotonicSeconds.now - start)
    } catch {
      Telling.line("Error: \(error)")
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
    let deadline = MonotonicSeconds.now + 4
    while isInFileCall, child.isRunning, MonotonicSeconds.now < deadline { Self.pause(2) }
    child.signal(SIGKILL)
    switch child.waitUntilExit() {
    case SDKKillChild.exitInFileCall: return "in_file_call"
    case ..<0: return "killed"
    case let status: return "status_\(status)"
    }
  }

  private func drain(_ url: String) throws -> Bool {
    let child = try start(rounds + 1, url, ["--drain", "yes"])
    let deadline = MonotonicSeconds.now + 120
    while child.isRunning, MonotonicSeconds.now < deadline { Self.pause(10) }
    child.signal(SIGKILL)
    return child.waitUntilExit() == 0
  }

  private static func pause(_ milliseconds: UInt32) {
    // Sleeps because: the moment of the kill is a matter of time, and a process gives no other
    // sign.
    usleep(milliseconds * 1_000)
  }

  private func start(_ run: UInt64, _ url: String, _ more: [String]) throws -> ChildProcess {
    var program = URL(fileURLWithPath: CommandLine.arguments[0])
    #if os(Linux)
      program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    return try ChildProcess(
      program.path,
      [
        "sdk-kill-child", "--directory", directory.appendingPathComponent("app").path, "--url", url,
        "--run", "\(run)",
      ] + more, output: .file(printedFile(run).path),
      errors: .file(directory.appendingPathComponent("errors").path))
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
    Telling.result([
      "simulation": "sdk-kill", "seed": .integer(seed), "rounds": .integer(rounds),
      "sound": .bool(isSound), "tracked": .integer(tracked.count),
      "arrived": .integer(tally.events.count), "lost": .integer(lost),
      "counted_twice": .integer(twice), "out_of_order": .integer(disorder),
      "resent": .integer(tally.duplicates), "requests": .integer(tally.requests),
      "drained": .bool(isDrained),
      "endings": .object(
        endings.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .integer($0.value)) }),
      "faults": .array(tally.faults.prefix(5).map(JSON.string)),
      "seconds": Telling.rounded(seconds, 1),
    ])
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
