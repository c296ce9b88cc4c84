#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Hands elements from a thread that may block, such as a database's, to one task that may not. It
/// holds only a few, so that the faster side waits for the slower one.
final class PageChannel<Element: Sendable>: @unchecked Sendable {
  /// The task takes no more.
  struct Abandoned: Error {}

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let room = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let depth: Int
  // What follows is guarded by `mutex`.
  private var elements: [Element] = []
  private var waiter: CheckedContinuation<Element?, Never>?
  private var isClosed = false
  private var isAbandoned = false

  /// A channel in which at most `depth` elements wait.
  init(depth: Int) {
    self.depth = depth
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(room, nil)
  }

  deinit {
    pthread_cond_destroy(room)
    pthread_mutex_destroy(mutex)
    room.deallocate()
    mutex.deallocate()
  }

  /// On the thread: hands an element over; waits while too many are waiting.
  /// - Throws: `Abandoned`.
  func send(_ element: Element) throws(Abandoned) {
    pthread_mutex_lock(mutex)
    while elements.count >= depth, !isAbandoned { pthread_cond_wait(room, mutex) }
    let (isAbandoned, taker) = (self.isAbandoned, waiter)
    waiter = nil
    if taker == nil, !isAbandoned { elements.append(element) }
    pthread_mutex_unlock(mutex)
    if isAbandoned { throw Abandoned() }
    taker?.resume(returning: element)
  }

  /// From anywhere: there will be no more.
  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    let taker = waiter
    waiter = nil
    pthread_mutex_unlock(mutex)
    taker?.resume(returning: nil)
  }

  /// In the task: no more is wanted.
  func abandon() {
    pthread_mutex_lock(mutex)
    isAbandoned = true
    pthread_mutex_unlock(mutex)
    pthread_cond_broadcast(room)
  }

  /// In the task: the next element; `nil` when there are no more.
  func next() async -> Element? {
    await withCheckedContinuation { continuation in
      pthread_mutex_lock(mutex)
      let element = elements.isEmpty ? nil : elements.removeFirst()
      let isOver = element == nil && isClosed
      if element == nil, !isOver { waiter = continuation }
      pthread_mutex_unlock(mutex)
      if element != nil { pthread_cond_signal(room) }
      if element != nil || isOver { continuation.resume(returning: element) }
    }
  }
}
