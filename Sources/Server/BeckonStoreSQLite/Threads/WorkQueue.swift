import BeckonStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Work on its way to the threads that do it, first come, first served.
final class WorkQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let unansweredMax: Int
  // What follows is guarded by `mutex`.
  private var arrived: [any Work] = []
  /// Work that arrived earlier, last first.
  private var leaving: [any Work] = []
  private var unanswered = 0
  private var idleThreads = 0
  private var isClosing = false

  /// A queue that refuses work while `unansweredMax` calls wait or are being served.
  init(unansweredMax: Int) {
    self.unansweredMax = unansweredMax
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrival, nil)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(mutex)
    arrival.deallocate()
    mutex.deallocate()
  }

  /// Adds work, or answers it with the reason why not. A busy thread is not disturbed: it comes
  /// back by itself.
  func add(_ work: any Work) {
    pthread_mutex_lock(mutex)
    if isClosing || unanswered >= unansweredMax {
      let error: DatabaseError =
        isClosing ? .closed : .unavailable("\(unansweredMax) calls wait for the database already")
      pthread_mutex_unlock(mutex)
      return work.fail(error)
    }
    arrived.append(work)
    unanswered += 1
    let someoneIsIdle = idleThreads > 0
    pthread_mutex_unlock(mutex)
    if someoneIsIdle { pthread_cond_signal(arrival) }
  }

  /// Waits for work and appends all of it to `works`. For one thread.
  /// - Returns: `false` when there will never be more.
  func takeAll(into works: inout [any Work]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return waitForWork() && moveArrived(to: &works)
  }

  /// Appends what has arrived to `works`, without waiting. For one thread.
  /// - Returns: whether there was any.
  func takeArrived(into works: inout [any Work]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return moveArrived(to: &works)
  }

  /// Waits for work and takes the oldest. For any number of threads; `nil` when there will never be
  /// more.
  func takeOne() -> (any Work)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard waitForWork() else { return nil }
    if leaving.isEmpty {
      swap(&arrived, &leaving)
      leaving.reverse()
    }
    return leaving.popLast()
  }

  /// So many calls are about to be answered, and no longer count.
  func forget(_ count: Int) {
    pthread_mutex_lock(mutex)
    unanswered -= count
    pthread_mutex_unlock(mutex)
  }

  /// Refuses new work; what waits is still given out.
  func close() {
    pthread_mutex_lock(mutex)
    isClosing = true
    pthread_mutex_unlock(mutex)
    pthread_cond_broadcast(arrival)
  }

  private func waitForWork() -> Bool {
    idleThreads += 1
    defer { idleThreads -= 1 }
    while arrived.isEmpty && leaving.isEmpty && !isClosing { pthread_cond_wait(arrival, mutex) }
    return !arrived.isEmpty || !leaving.isEmpty
  }

  private func moveArrived(to works: inout [any Work]) -> Bool {
    guard !arrived.isEmpty else { return false }
    if works.isEmpty {
      swap(&arrived, &works)
    } else {
      works += arrived
      arrived.removeAll(keepingCapacity: true)
    }
    return true
  }
}
