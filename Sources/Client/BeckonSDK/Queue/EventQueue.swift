import BeckonBasics
import BeckonModel
import Foundation

/// The durable queue: append-only segment files in one directory, behind one lock. Nobody holds it
/// during the `fsync` of what was appended. It is held while the first call finds what earlier runs
/// left, and while a batch is read to be sent, half a megabyte at most.
///
/// `append` returns after `write(2)` of the whole record, so the end of the process loses nothing.
/// The end of the power may lose what the system had not written yet. `fsync` for each event would
/// cost a phone more than that is worth, so it comes half a second after the first event that needs
/// it, before each upload, and when the app goes to the background.
final class EventQueue: Sendable {
  private let contents: Locked<QueueContents>
  private let lock: DirectoryLock
  private let files: FileAccess
  private let later: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let isSynchronizedSoon = Locked(false)

  /// A queue in a directory that is there and locked. Files are touched with the first call.
  /// - Parameters:
  ///   - later: does something on another thread, less than a second later.
  ///   - dropped: told of each drop; not to call the queue.
  init(
    directory: URL, lock: DirectoryLock, limits: QueueLimits, files: FileAccess, ambient: Ambient,
    later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    dropped: @escaping @Sendable (_ count: Int, DropReason) -> Void
  ) {
    contents = Locked(
      QueueContents(
        directory: directory, limits: limits, files: files, ambient: ambient, dropped: dropped))
    self.lock = lock
    self.files = files
    self.later = later
  }

  /// Stores a record, then drops the oldest if a bound is passed.
  /// - Returns: how many wait now.
  /// - Throws: `BeckonError.storageUnavailable`; then nothing was stored.
  @discardableResult
  func append(_ envelope: Envelope) throws(BeckonError) -> Int {
    let record = Record.encoded(envelope.payload)
    let count = try contents.attempt { contents throws(BeckonError) in
      try contents.append(record)
    }
    synchronizeSoon()
    return count
  }

  /// Brings all that was written to the disk itself.
  func synchronize() {
    for file in contents.withLock({ $0.takeUnsynchronized() }) {
      _ = files.synchronize(file)
      close(file)
    }
  }

  /// The oldest records that fit into one request; see `QueueContents`.
  func nextBatch(
    events: Int, bytes: Int, oldest: Instant?, holding: HeldBack = .nothing
  ) throws(BeckonError) -> QueuedBatch? {
    try contents.attempt { contents throws(BeckonError) in
      try contents.nextBatch(events: events, bytes: bytes, oldest: oldest, holding: holding)
    }
  }

  /// How many wait that may be sent now, as far as that is known.
  func sendable(holding: HeldBack) throws(BeckonError) -> Int {
    try contents.attempt { contents throws(BeckonError) in try contents.sendable(holding: holding) }
  }

  /// Takes a report of drops over from a queue of before.
  func adopt(_ report: DropReport) throws(BeckonError) {
    try contents.attempt { contents throws(BeckonError) in try contents.adopt(report) }
  }

  /// Says what became of a batch.
  func settle(_ batch: QueuedBatch, _ settlement: Settlement) {
    contents.withLock { $0.settle(batch, settlement) }
  }

  /// Forgets everything that waits.
  /// - Returns: how many that was.
  func clear() throws(BeckonError) -> Int {
    try contents.attempt { contents throws(BeckonError) in try contents.clear() }
  }

  /// What is in the queue.
  func statistics() throws(BeckonError) -> QueueStatistics {
    try contents.attempt { contents throws(BeckonError) in try contents.statistics() }
  }

  /// Lets go of the directory; every later call throws `BeckonError.closed`.
  func end() {
    synchronize()
    contents.withLock { $0.end() }
    lock.release()
  }

  private func synchronizeSoon() {
    guard isSynchronizedSoon.withLock({ isSoon in (!isSoon, isSoon = true).0 }) else { return }
    later { [weak self] in
      self?.isSynchronizedSoon.withLock { $0 = false }
      self?.synchronize()
    }
  }
}
