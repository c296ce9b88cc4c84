#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Jobs on their way to the threads that do them, first come, first served.
package final class JobQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let unansweredMax: Int
  // What follows is guarded by `mutex`.
  private var arrived: [any Job] = []
  /// Jobs that arrived earlier, last first.
  private var leaving: [any Job] = []
  private var unanswered = 0
  private var idleThreads = 0
  private var isClosing = false

  /// A queue that refuses jobs while `unansweredMax` calls wait or are being served.
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

  /// Adds a job, or answers it with the reason why not. A busy thread is not disturbed: it comes
  /// back by itself.
  package func add(_ job: any Job) {
    pthread_mutex_lock(mutex)
    if isClosing || unanswered >= unansweredMax {
      let error: DatabaseError =
        isClosing ? .closed : .unavailable("\(unansweredMax) calls wait for the database already")
      pthread_mutex_unlock(mutex)
      return job.fail(error)
    }
    arrived.append(job)
    unanswered += 1
    let someoneIsIdle = idleThreads > 0
    pthread_mutex_unlock(mutex)
    if someoneIsIdle { pthread_cond_signal(arrival) }
  }

  /// Waits for jobs and appends all of them to `jobs`. For one thread.
  /// - Returns: `false` when there will never be more.
  package func takeAll(into jobs: inout [any Job]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return waitForJobs() && moveArrived(to: &jobs)
  }

  /// Waits for jobs and appends up to `count` of them, the oldest, to `jobs`. For any number of
  /// threads.
  /// - Returns: `false` when there will never be more.
  package func take(_ count: Int, into jobs: inout [any Job]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return waitForJobs() && moveArrived(count, to: &jobs)
  }

  /// Appends up to `count` of what has arrived, the oldest, to `jobs`, without waiting. For any
  /// number of threads.
  /// - Returns: whether there was any.
  package func takeArrived(_ count: Int, into jobs: inout [any Job]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return moveArrived(count, to: &jobs)
  }

  /// Appends what has arrived to `jobs`, without waiting. For one thread.
  /// - Returns: whether there was any.
  package func takeArrived(into jobs: inout [any Job]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return moveArrived(to: &jobs)
  }

  /// Waits for a job and takes the oldest. For any number of threads; `nil` when there will never
  /// be more.
  package func takeOne() -> (any Job)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard waitForJobs() else { return nil }
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

  /// Refuses new jobs; what waits is still given out.
  package func close() {
    pthread_mutex_lock(mutex)
    isClosing = true
    pthread_mutex_unlock(mutex)
    pthread_cond_broadcast(arrival)
  }

  private func waitForJobs() -> Bool {
    idleThreads += 1
    defer { idleThreads -= 1 }
    while arrived.isEmpty && leaving.isEmpty && !isClosing { pthread_cond_wait(arrival, mutex) }
    return !arrived.isEmpty || !leaving.isEmpty
  }

  private func moveArrived(_ count: Int, to jobs: inout [any Job]) -> Bool {
    guard arrived.count > count else { return moveArrived(to: &jobs) }
    jobs += arrived.prefix(count)
    arrived.removeFirst(count)
    if idleThreads > 0 { pthread_cond_signal(arrival) }
    return true
  }

  private func moveArrived(to jobs: inout [any Job]) -> Bool {
    guard !arrived.isEmpty else { return false }
    if jobs.isEmpty {
      swap(&arrived, &jobs)
    } else {
      jobs += arrived
      arrived.removeAll(keepingCapacity: true)
    }
    return true
  }
}
