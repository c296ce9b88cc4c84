import BeckonBasics
import BeckonDatabase
import BeckonStore

/// Looks at the newest clicks before the transactions of launches. One look serves all launches
/// that came before it began, since it sees whatever was committed before they came.
final class ClickLook: Sendable {
  private typealias Answer = CheckedContinuation<RecentClicks.Generation?, Never>

  private let look: @Sendable () async -> RecentClicks.Generation?
  private let gathered = Locked(Gathering<Answer>(batchMax: 10_000, waitingMax: 10_000))

  /// Does with `look` what serves all who wait.
  init(_ look: @escaping @Sendable () async -> RecentClicks.Generation?) {
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
      let generation = await look()
      for answer in answers { answer.resume(returning: generation) }
    }
  }
}
