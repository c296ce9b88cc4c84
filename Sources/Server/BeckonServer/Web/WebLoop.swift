import BeckonBasics
import CBeckonWeb
import Foundation

/// One exchange as libcurl has it. It stays on the thread of its loop, which keeps it while libcurl
/// calls it back.
protocol LoopTransfer: AnyObject, SendableMetatype {
  /// What is asked for.
  associatedtype Request: Sendable
  /// What came of it.
  associatedtype Outcome: Sendable

  /// The exchange's number in its loop.
  var number: Int { get }
  /// libcurl's side of it.
  var handle: UnsafeMutableRawPointer { get }

  /// `nil` when there is no memory for it.
  init?(_ number: Int, _ request: Request)
  /// What came of it, after it has ended with `code`.
  func outcome(_ code: CURLcode) -> Outcome
  /// An exchange that did not begin, or was given up, and why, as a stable word.
  static func failure(_ reason: String) -> Outcome
}

private enum Library {
  static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}

/// The thread on which a client's exchanges happen, all of them at the same time. It is there while
/// there are any, and a while longer.
final class WebLoop<Transfer: LoopTransfer>: Sendable {
  private typealias Waiting = CheckedContinuation<Transfer.Outcome, Never>
  private typealias Transfers = [UnsafeMutableRawPointer: Transfer]

  private struct State {
    var isStopped = false
    var last = 0
    /// libcurl's side of the thread, if there is one.
    var multi: UnsafeMutableRawPointer?
    /// Who waits for an outcome.
    var waiting: [Int: Waiting] = [:]
    /// What the thread has not yet heard of.
    var arrived: [(number: Int, request: Transfer.Request)] = []
    var cancelled: Set<Int> = []

    func wake() {
      if let multi { curl_multi_wakeup(multi) }
    }
  }

  private let idleMilliseconds: Int32
  private let state = Locked(State())

  init(idleMilliseconds: Int32) {
    self.idleMilliseconds = idleMilliseconds
  }

  // MARK: From any thread

  /// Does an exchange. When the task is cancelled, the outcome is of no use.
  func send(_ request: Transfer.Request) async -> Transfer.Outcome {
    let number = nextNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(number, request, continuation)
        // Cancelled before there was anything to end.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  private func start(
    _ number: Int, _ request: Transfer.Request,
    _ continuation: CheckedContinuation<Transfer.Outcome, Never>
  ) {
    let isStarted = state.withLock { state in
      if state.multi == nil, Library.isReady, let multi = curl_multi_init() {
        state.multi = multi
        Thread.detachNewThread { self.run() }
      }
      guard state.multi != nil else { return false }
      state.waiting[number] = continuation
      state.arrived.append((number, request))
      state.wake()
      return true
    }
    if !isStarted { continuation.resume(returning: Transfer.failure("connection_failed")) }
  }

  /// Ends an exchange if it is still on its way.
  private func cancel(_ number: Int) {
    let waiting = state.withLock { state in
      let waiting = state.waiting.removeValue(forKey: number)
      if waiting != nil {
        state.cancelled.insert(number)
        state.wake()
      }
      return waiting
    }
    waiting?.resume(returning: Transfer.failure("cancelled"))
  }

  /// Nothing more will come.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.wake()
    }
  }

  // MARK: On the thread

  private func run() {
    guard let multi = state.withLock({ $0.multi }) else { return }
    Self.ignoreBrokenPipes()
    var transfers: Transfers = [:]
    var busyAt = MonotonicClock.nanoseconds()
    while takeMail(multi, &transfers, idleSince: busyAt) {
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      endComplete(multi, &transfers)
      if !transfers.isEmpty { busyAt = MonotonicClock.nanoseconds() }
      curl_multi_poll(multi, nil, 0, idleMilliseconds, nil)
    }
    for handle in transfers.keys { curl_multi_remove_handle(multi, handle) }
    transfers = [:]
    curl_multi_cleanup(multi)
  }

  /// Begins and gives up what it was told to; `false` when the thread is no longer needed. Then
  /// nobody can wake it any more.
  private func takeMail(
    _ multi: UnsafeMutableRawPointer, _ transfers: inout Transfers, idleSince: UInt64
  ) -> Bool {
    let idle = (MonotonicClock.nanoseconds() &- idleSince) / 1_000_000
    let isIdle = idle >= UInt64(idleMilliseconds)
    let (isNeeded, arrived, cancelled) = state.withLock { state in
      defer { (state.arrived, state.cancelled) = ([], []) }
      let isNeeded = !state.waiting.isEmpty || !(isIdle || state.isStopped)
      if !isNeeded { state.multi = nil }
      return (
        isNeeded, state.arrived.filter { state.waiting[$0.number] != nil }, state.cancelled
      )
    }
    if !cancelled.isEmpty {
      for (handle, transfer) in transfers where cancelled.contains(transfer.number) {
        curl_multi_remove_handle(multi, handle)
        transfers[handle] = nil
      }
    }
    for (number, request) in arrived {
      if let transfer = Transfer(number, request),
        curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
      {
        transfers[transfer.handle] = transfer
      } else {
        end(number, Transfer.failure("connection_failed"))
      }
    }
    return isNeeded
  }

  private func endComplete(_ multi: UnsafeMutableRawPointer, _ transfers: inout Transfers) {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left)?.pointee {
      guard message.msg == CURLMSG_DONE, let handle = message.easy_handle,
        let transfer = transfers.removeValue(forKey: handle)
      else { continue }
      curl_multi_remove_handle(multi, handle)
      end(transfer.number, transfer.outcome(message.data.result))
    }
  }

  private func end(_ number: Int, _ outcome: Transfer.Outcome) {
    let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
    waiting?.resume(returning: outcome)
  }

  /// Connections are written to whose other end may be gone, which must not end the program.
  private static func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
