import BeckonBasics
import BeckonModel
import Foundation

/// What `EventQueue` guards: the segment files in one directory, and what is known of them. A file
/// of an earlier run is never appended to; so a torn end needs no repair.
final class QueueContents {
  static let ledgerName = "position.json"
  static let damagedFilesMax = 8

  let directory: String
  let limits: QueueLimits
  let files: FileAccess
  let ambient: Ambient
  /// Told of each drop.
  let dropped: @Sendable (_ count: Int, DropReason) -> Void

  /// Segments with records that wait, and the one that is written; by number.
  var segments: [Segment] = []
  var ledger = QueueLedger()
  var nextNumber = 1
  /// Segments that cannot be read for now.
  var unreadable: Set<Int> = []
  var damagedFiles = 0
  /// Records that wait.
  var count = 0
  /// Bytes of the records that wait.
  var bytes = 0
  var inFlight = InFlight()
  private var isOpen = false
  private var isClosed = false
  private var writer: (file: Int32, number: Int)?
  /// Files of full segments whose end is not on the disk itself.
  private var full: [Int32] = []
  /// Whether something was written that is not on the disk itself.
  private var isDirty = false

  /// Records that are being sent, and which of them a bound has dropped meanwhile. Whether those
  /// count as dropped is known only when the answer comes.
  struct InFlight {
    var places: Set<QueuePlace> = []
    var held: [DropReason: Int] = [:]
  }

  init(
    directory: URL, limits: QueueLimits, files: FileAccess, ambient: Ambient,
    dropped: @escaping @Sendable (_ count: Int, DropReason) -> Void
  ) {
    self.directory = directory.path
    self.limits = limits
    self.files = files
    self.ambient = ambient
    self.dropped = dropped
  }

  deinit {
    closeWriter()
    for file in full { close(file) }
  }

  /// Stores a record, then drops the oldest if a bound is passed.
  /// - Returns: how many wait now.
  /// - Throws: `BeckonError.storageUnavailable`; then nothing was stored.
  func append(_ record: [UInt8]) throws(BeckonError) -> Int {
    try openIfNeeded()
    do {
      try write(record)
    } catch {
      throw error.asBeckonError
    }
    count += 1
    bytes += record.count
    enforceBounds()
    return count
  }

  /// The files whose content is not on the disk itself, for the caller to synchronize and close.
  func takeUnsynchronized() -> [Int32] {
    guard isDirty else { return [] }
    isDirty = false
    let ledger = files.open(path(Self.ledgerName), O_RDONLY)
    let folder = files.open(directory, O_RDONLY)
    defer { full = [] }
    return (full + [writer.map { dup($0.file) } ?? -1, ledger, folder]).filter { $0 >= 0 }
  }

  /// Forgets everything that waits, also what cannot be read now or was found damaged.
  /// - Returns: how many that was, of what could be read.
  func clear() throws(BeckonError) -> Int {
    try openIfNeeded()
    let names: [String]
    do {
      names = try files.names(in: directory)
    } catch {
      throw error.asBeckonError
    }
    let removed = count
    closeWriter()
    for name in names where name.contains(".events") || name.hasSuffix(".damaged") {
      _ = files.remove(path(name))
    }
    (segments, unreadable) = ([], [])
    ledger = QueueLedger()
    inFlight = InFlight()
    (count, bytes, damagedFiles) = (0, 0, 0)
    saveLedger()
    return removed
  }

  /// Takes a report over from a queue of before.
  func adopt(_ report: DropReport) throws(BeckonError) {
    try openIfNeeded()
    guard !ledger.drops.contains(where: { $0.id == report.id }) else { return }
    ledger.drops.append(report)
    saveLedger()
  }

  /// What is in the queue.
  func statistics() throws(BeckonError) -> QueueStatistics {
    try openIfNeeded()
    let drops = ledger.drops.map { ($0.reason, $0.count) }
    return QueueStatistics(
      events: count, bytes: bytes, dropsToReport: Dictionary(drops, uniquingKeysWith: +),
      damagedFiles: damagedFiles, unreadableFiles: unreadable.count)
  }

  /// Ends the work: every later call throws `BeckonError.closed`.
  func end() {
    closeWriter()
    isClosed = true
  }

  func openIfNeeded() throws(BeckonError) {
    guard !isClosed else { throw .closed }
    guard !isOpen else { return }
    do {
      try loadAll()
      isOpen = true
    } catch {
      throw error.asBeckonError
    }
    enforceBounds()
  }

  func path(_ name: String) -> String { directory + "/" + name }

  /// Writes the ledger to its file. A failure, such as a full disk, is no reason to stop: what is
  /// sent again because of it, the server knows by its id. Nor does anybody wait for the disk: a
  /// ledger that is lost with the power is as good as none.
  func saveLedger() {
    try? files.overwrite(path(Self.ledgerName), content: ledger.bytes, isSynchronized: false)
    isDirty = true
  }
}

// MARK: - Writing

extension QueueContents {
  private func write(_ record: [UInt8]) throws(FileError) {
    let index = try writableSegment(for: record.count)
    guard let writer else { return }
    let path = path(segments[index].name)
    do {
      try files.writeAll(record, to: writer.file, path: path)
    } catch {
      // Half a record must not stay in front of the next one.
      if ftruncate(writer.file, off_t(segments[index].end)) != 0 { closeWriter() }
      throw error
    }
    segments[index].append(record.count)
    isDirty = true
  }

  /// The index of the segment that is written; begins a new one when the last is full.
  private func writableSegment(for length: Int) throws(FileError) -> Int {
    if let writer, let last = segments.indices.last, segments[last].number == writer.number {
      let end = segments[last].end
      if end == 0 || end + length <= limits.segmentBytes { return last }
      full.append(writer.file)
      self.writer = nil
    }
    closeWriter()
    let segment = Segment(number: nextNumber)
    nextNumber += 1
    let path = path(segment.name)
    let file = files.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND)
    guard file >= 0 else { throw files.failure("create", path) }
    writer = (file, segment.number)
    segments.append(segment)
    return segments.count - 1
  }

  private func closeWriter() {
    if let writer { close(writer.file) }
    writer = nil
  }

  /// Takes segments that are done with off the disk.
  func removeFinishedSegments() {
    for segment in segments where segment.waitingCount == 0 {
      if segment.number == writer?.number {
        if segment.end == 0 { continue }
        closeWriter()
      }
      _ = files.remove(path(segment.name))
      ledger.delivered[segment.number] = nil
    }
    segments.removeAll { $0.waitingCount == 0 && $0.number != writer?.number }
  }
}
