import Foundation

extension QueueContents {
  /// Finds what earlier runs left behind.
  /// - Throws: `FileError` when the directory cannot be read for now; nothing is changed then.
  func loadAll() throws(FileError) {
    let names = try files.names(in: directory)
    let numbers = names.compactMap(Segment.number(ofName:)).sorted()
    ledger = try loadLedger(isThere: names.contains(Self.ledgerName))
    let known = numbers + Array(ledger.delivered.keys)
    nextNumber = (known.max() ?? 0) + 1
    ledger.delivered = ledger.delivered.filter { numbers.contains($0.key) }
    (segments, count, bytes) = ([], 0, 0)
    for number in numbers { load(number) }
    segments.sort { $0.number < $1.number }
    removeOldDamagedFiles(names)
  }

  /// Tries again what could not be read.
  func retryUnreadable() {
    guard !unreadable.isEmpty else { return }
    let numbers = unreadable.sorted()
    unreadable = []
    for number in numbers { load(number) }
    segments.sort { $0.number < $1.number }
  }

  /// Puts a file that cannot be used out of the way, where a person can look at it.
  func setAside(_ name: String) {
    _ = files.rename(path(name), path(name) + ".damaged")
    damagedFiles += 1
  }

  /// Takes a segment out of the queue because its file could not be read.
  func giveUp(_ segment: Segment, because error: FileError) {
    segments.removeAll { $0.number == segment.number }
    count -= segment.waitingCount
    bytes -= segment.waitingBytes
    if error.isMissing {
      countDrop(segment.waitingCount, .damaged)
      saveLedger()
    } else {
      unreadable.insert(segment.number)
    }
  }

  private func loadLedger(isThere: Bool) throws(FileError) -> QueueLedger {
    guard isThere else { return QueueLedger() }
    do throws(FileError) {
      if let ledger = QueueLedger(try files.read(path(Self.ledgerName))) { return ledger }
    } catch {
      guard error.isMissing else { throw error }
      return QueueLedger()
    }
    // Without it everything is sent again, and the server knows the ids.
    setAside(Self.ledgerName)
    return QueueLedger()
  }

  private func load(_ number: Int) {
    let name = Segment.name(number)
    let content: [UInt8]
    do {
      content = try files.read(path(name))
    } catch {
      if !error.isMissing { unreadable.insert(number) }
      return
    }
    let scan = Record.scan(content)
    let segment = Segment(number: number, spans: scan.spans, delivered: ledger.delivered[number])
    if scan.damagedRecords > 0 {
      salvage(segment, content, damagedRecords: scan.damagedRecords)
    } else if segment.waitingCount == 0 {
      _ = files.remove(path(name))
      ledger.delivered[number] = nil
    } else {
      add(segment)
    }
  }

  /// Copies the sound records to a new segment before the damaged file is set aside. A crash
  /// between the two leaves both, and the server knows the ids.
  private func salvage(_ segment: Segment, _ content: [UInt8], damagedRecords: Int) {
    var copy = Segment(number: nextNumber)
    var copied: [UInt8] = []
    for span in segment.waiting.map({ segment.spans[$0] }) {
      copied += content[span]
      copy.append(span.count)
    }
    if !copied.isEmpty {
      nextNumber += 1
      guard (try? files.overwrite(path(copy.name), content: copied)) != nil else {
        unreadable.insert(segment.number)
        return
      }
      add(copy)
    }
    setAside(segment.name)
    ledger.delivered[segment.number] = nil
    countDrop(damagedRecords, .damaged)
    saveLedger()
  }

  private func add(_ segment: Segment) {
    segments.append(segment)
    count += segment.waitingCount
    bytes += segment.waitingBytes
  }

  private func removeOldDamagedFiles(_ names: [String]) {
    let damaged = names.filter { $0.hasSuffix(".damaged") }.sorted()
    for name in damaged.dropLast(Self.damagedFilesMax) { _ = files.remove(path(name)) }
  }
}
