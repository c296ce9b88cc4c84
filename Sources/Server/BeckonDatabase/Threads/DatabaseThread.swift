#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Starts threads of their own for what blocks: a database's calls would starve Swift's own few
/// threads.
package enum DatabaseThread {
  /// What the thread is to do; handed over once.
  private final class Task {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Runs `body` on a new thread.
  /// - Throws: `DatabaseError.unreadable` when the system gives no more threads.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(DatabaseError) {
    let task = Unmanaged.passRetained(Task(body))
    let code = create(task.toOpaque())
    if code == 0 { return }
    task.release()
    let reason = String(cString: strerror(code))
    throw .unreadable("no thread for the database: \(reason); raise ulimit -u")
  }

  private static func create(_ task: UnsafeMutableRawPointer) -> Int32 {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, nil, enterThread, task)
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      if code == 0 { pthread_detach(thread) }
    #endif
    return code
  }

  fileprivate static func enter(_ task: UnsafeMutableRawPointer) {
    Unmanaged<Task>.fromOpaque(task).takeRetainedValue().body()
  }
}

#if canImport(Darwin)
  private func enterThread(_ task: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    DatabaseThread.enter(task)
    return nil
  }
#else
  private func enterThread(_ task: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let task { DatabaseThread.enter(task) }
    return nil
  }
#endif
