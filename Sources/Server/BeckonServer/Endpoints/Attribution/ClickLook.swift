import BeckonBasics
import BeckonDatabase
import BeckonStore

/// Looks at the newest clicks before the transactions of launches. One look serves all launches
/// that came before it began, since it sees whatever was committed before they came. A launch whose
/// look takes long goes on without: its transaction looks itself.
final class ClickLook: Sendable {
  private typealias Answer = CheckedContinuation<RecentClicks.Generation?, Never>

  private let look: @Sendable () async -> RecentClicks.Generation?
  private let patienceMilliseconds: Int64
  private let gathered = Locked(Gathering<Answer>(batchMax: 10_000, waitingMax: 10_000))

  /// Does with `look` what serves all who wait.
  /// - Parameter patienceMilliseconds: how long somebody waits for a look.
  init(
    patienceMilliseconds: Int64 = 1_000,
    _ look: @escaping @Sendable () async -> RecentClicks.Generation?
  ) {
    self.patienceMilliseconds = patienceMilliseconds
    self.look = look
  }

  /// Looks into a database. One that does not answer tells the transaction the same.
  convenience init(_ database: any Database, _ recent: RecentClicks) {
    self.init { (try? await database.read { try recent.catchUp($0) }) ?? nil }
  }

  /// How many wait for the next look.
  var waitingCount: Int { gathered.withLock { $0.waiting.count } }

  /// What a launch that comes now tells its transaction of the clicks that are in memory; `nil`
  /// when the transaction has to look itself.
  func caughtUp() async -> RecentClicks.Generation? {
    await withCheckedContinuation { answer in
      switch gathered.withLock({ $0.add(answer) }) {
      case .full: answer.resume(returning: nil)
      case .begin: Task { await lookForAll() }
      case .wait: break
      }
    }
  }

  /// Until none waits.
  private func lookForAll() async {
    while let answers = gathered.withLock({ $0.take() }) {
      let served = Served(answers)
      let patience = Task {
        try await Task.sleep(nanoseconds: UInt64(patienceMilliseconds) * 1_000_000)
        letGo(served)
      }
      served.tell(await look())
      patience.cancel()
    }
  }

  /// Lets those go who wait for a look that hangs, and for the one behind it. Who comes then begins
  /// another, which may have more luck: one of a database's connections may hang alone.
  private func letGo(_ served: Served) {
    served.tell(nil)
    while let answers = gathered.withLock({ $0.take() }) { Served(answers).tell(nil) }
  }

  /// Those whom one look serves; each is told once.
  private final class Served: Sendable {
    private let answers: Locked<[Answer]>

    init(_ answers: [Answer]) { self.answers = Locked(answers) }

    func tell(_ generation: RecentClicks.Generation?) {
      let untold = answers.withLock { answers in
        defer { answers = [] }
        return answers
      }
      for answer in untold { answer.resume(returning: generation) }
    }
  }
}
