#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Work on its way to the threads that do it, first come, first served.
package final class WorkQueue: @unchecked Sendable {
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
  package init(unansweredMax: Int) {
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
  package func add(_ work: any Work) {
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
  package func takeAll(into works: inout [any Work]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return waitForWork() && moveArrived(to: &works)
  }

  /// Waits for work and appends up to `count` of it, the oldest, to `works`. For any number of
  /// threads.
  /// - Returns: `false` when there will never be more.
  package func take(_ count: Int, into works: inout [any Work]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return waitForWork() && moveArrived(count, to: &works)
  }

  /// Appends up to `count` of what has arrived, the oldest, to `works`, without waiting. For any
  /// number of threads.
  /// - Returns: whether there was any.
  package func takeArrived(_ count: Int, into works: inout [any Work]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return moveArrived(count, to: &works)
  }

  /// Appends what has arrived to `works`, without waiting. For one thread.
  /// - Returns: whether there was any.
  package func takeArrived(into works: inout [any Work]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return moveArrived(to: &works)
  }

  /// Waits for work and takes the oldest. For any number of threads; `nil` when there will never be
  /// more.
  package func takeOne() -> (any Work)? {
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
  package func forget(_ count: Int) {
    pthread_mutex_lock(mutex)
    unanswered -= count
    pthread_mutex_unlock(mutex)
  }

  /// Refuses new work; what waits is still given out.
  package func close() {
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

  private func moveArrived(_ count: Int, to works: inout [any Work]) -> Bool {
    guard arrived.count > count else { return moveArrived(to: &works) }
    works += arrived.prefix(count)
    arrived.removeFirst(count)
    if idleThreads > 0 { pthread_cond_signal(arrival) }
    return true
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
