import BeckonBasics
import BeckonModel

extension QueueContents {
  /// Drops the oldest when there is too much: a sixteenth more than needed, so that a full queue
  /// does not write its ledger with every event.
  func enforceBounds() {
    if count > limits.events {
      drop(oldest(count - limits.events + limits.events / 16), .count)
    }
    if bytes > limits.bytes {
      drop(oldest(bytes: bytes - limits.bytes + limits.bytes / 16), .bytes)
    }
  }

  /// Drops records.
  func drop(_ places: [QueuePlace], _ reason: DropReason) {
    guard !places.isEmpty else { return }
    let sent = places.filter(inFlight.places.contains)
    inFlight.places.subtract(sent)
    if !sent.isEmpty { inFlight.held[reason, default: 0] += sent.count }
    countDrop(places.count - sent.count, reason)
    finish(places)
  }

  /// Counts drops for the report to the server, and tells the app.
  func countDrop(_ number: Int, _ reason: DropReason) {
    guard number > 0 else { return }
    ledger.count(number, reason, id: ambient.identifier().uuid, at: ambient.now())
    dropped(number, reason)
  }

  /// Marks records as done with, on disk; one that is done with already changes nothing.
  func finish(_ places: [QueuePlace]) {
    let records = Dictionary(grouping: places, by: \.segment)
    for index in segments.indices {
      guard let records = records[segments[index].number] else { continue }
      let before = (segments[index].waitingCount, segments[index].waitingBytes)
      segments[index].finish(records.map(\.record))
      count -= before.0 - segments[index].waitingCount
      bytes -= before.1 - segments[index].waitingBytes
      ledger.delivered[segments[index].number] = segments[index].delivered
    }
    saveLedger()
    removeFinishedSegments()
  }

  private func oldest(_ number: Int) -> [QueuePlace] {
    var places: [QueuePlace] = []
    for segment in segments {
      places += segment.waiting.prefix(number - places.count).map { record in
        QueuePlace(segment: segment.number, record: record)
      }
    }
    return places
  }

  /// The oldest that take up so many bytes, with what is done with between them.
  private func oldest(bytes wanted: Int) -> [QueuePlace] {
    var places: [QueuePlace] = []
    var freed = 0
    for segment in segments {
      let before = freed
      for record in segment.waiting {
        if freed >= wanted { return places }
        places.append(QueuePlace(segment: segment.number, record: record))
        freed = before + segment.spans[record].upperBound - segment.doneBytes
      }
    }
    return places
  }
}
