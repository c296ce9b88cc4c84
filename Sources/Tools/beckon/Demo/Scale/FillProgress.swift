import BeckonBasics
import Foundation

/// Tells on standard error how far a demo is filled: a bar on a terminal, else a line now and then.
final class FillProgress: Sendable {
  private struct State {
    var done = 0
    var toldAt = MonotonicClock.nanoseconds()
  }

  private let total: Int
  private let bar = ProgressBar(of: "facts")
  private let state = Locked(State())
  private let start = MonotonicClock.nanoseconds()
  private let isTerminal = isatty(2) == 1

  private static let pauseNanoseconds: UInt64 = 15_000_000_000

  init(total: Int) { self.total = total }

  /// So many more facts are in.
  func add(_ count: Int, _ kind: FilledKind) {
    let time = MonotonicClock.nanoseconds()
    let (done, isToTell) = state.withLock { state in
      state.done += count
      let isToTell = !isTerminal && time - state.toldAt > Self.pauseNanoseconds
      if isToTell { state.toldAt = time }
      return (state.done, isToTell)
    }
    bar.show("filling", Int64(done), of: Int64(total), kind.words)
    guard isToTell else { return }
    let rate = max(1, ProgressBar.rate(Int64(done), nanoseconds: time - start))
    let left = Int64(total - done) / rate
    Terminal.error("filling: \(done) of \(total) facts, \(rate) a second, \(left) s left")
  }

  /// Takes the bar away.
  func end() { bar.end() }
}
