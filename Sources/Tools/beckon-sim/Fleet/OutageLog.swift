import BeckonBasics
import Foundation

/// When writes were accepted and when refused, told apart by the kills in between.
final class OutageLog: Sendable {
  /// From one kill to the next. Times are seconds since 1970.
  struct Outage: Sendable {
    let node: String
    let killed: Double
    var elected: (node: String, at: Double)?
    /// When all nodes were there again.
    var whole: Double?
    var accepted = 0
    var refused = 0
    /// Writes to which no whole answer came.
    var unanswered = 0
    /// Refusals that did not say when to come again.
    var unadvised = 0
    var firstRefused: Double?
    var lastRefused: Double?
    /// The longest time without an accepted write: after the first moment, until the second.
    var silence: (from: Double, until: Double)?
  }

  private struct State {
    /// The first is the time before any kill.
    var outages = [Outage(node: "", killed: 0)]
    var lastAccepted: Double?
  }

  private let state = Locked(State())

  static var now: Double { Date().timeIntervalSince1970 }

  /// All so far; the first is the time before any kill.
  var outages: [Outage] { state.withLock { $0.outages } }

  /// A node was killed.
  func killed(_ node: String) {
    let outage = Outage(node: node, killed: Self.now)
    state.withLock { $0.outages.append(outage) }
  }

  /// Another node is primary.
  func elected(_ node: String) {
    let now = Self.now
    state.withLock { $0.outages[$0.outages.count - 1].elected = (node, now) }
  }

  /// All nodes are there.
  func isWhole() {
    let now = Self.now
    state.withLock { $0.outages[$0.outages.count - 1].whole = now }
  }

  /// Notes the answer to a write, `nil` for none. A refusal is 503; any other fault is none, and is
  /// complained of elsewhere.
  func note(_ answer: SimulatedAnswer?) {
    let now = Self.now
    state.withLock { state in
      let last = state.outages.count - 1
      guard let answer else {
        state.outages[last].unanswered += 1
        return
      }
      if answer.status == 503 {
        state.outages[last].refuse(answer, now)
      } else if answer.status < 500 {
        state.outages[last].accept(now, after: state.lastAccepted)
        state.lastAccepted = now
      }
    }
  }
}

extension OutageLog.Outage {
  fileprivate mutating func refuse(_ answer: SimulatedAnswer, _ now: Double) {
    refused += 1
    if answer.headers["retry-after"] == nil { unadvised += 1 }
    firstRefused = firstRefused ?? now
    lastRefused = now
  }

  fileprivate mutating func accept(_ now: Double, after earlier: Double?) {
    accepted += 1
    guard let earlier else { return }
    if now - earlier > (silence.map { $0.until - $0.from } ?? 0) { silence = (earlier, now) }
  }
}
