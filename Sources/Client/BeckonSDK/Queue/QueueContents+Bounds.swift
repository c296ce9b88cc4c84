import BeckonBasics
import BeckonModel

extension QueueContents {
  /// Drops the oldest when there is too much: a sixteenth more than needed, so that a full queue
  /// does not write its ledger with every event.
  func enforceBounds() {
    if count > limits.events {
      drop(count - limits.events + limits.events / 16, .count)
    }
    if bytes > limits.bytes {
      drop(recordsToFree(bytes - limits.bytes + limits.bytes / 16), .bytes)
    }
  }

  /// Drops the oldest records.
  func drop(_ number: Int, _ reason: DropReason) {
    let number = min(number, count)
    guard number > 0 else { return }
    let held = min(number, inFlight.records)
    inFlight.records -= held
    if held > 0 { inFlight.held[reason, default: 0] += held }
    countDrop(number - held, reason)
    advance(to: position(after: number))
  }

  /// Counts drops for the report to the server.
  func countDrop(_ number: Int, _ reason: DropReason) {
    ledger.count(number, reason, id: ambient.identifier().uuid, at: ambient.now())
  }

  /// Marks all before a place as done with, on disk; a place that is passed already changes
  /// nothing.
  func advance(to position: QueuePosition) {
    for index in segments.indices where segments[index].number <= position.segment {
      let before = (segments[index].waiting.count, segments[index].waitingBytes)
      let isLast = segments[index].number == position.segment
      segments[index].finish(upTo: isLast ? position.records : segments[index].spans.count)
      guard segments[index].waiting.count != before.0 else { continue }
      count -= before.0 - segments[index].waiting.count
      bytes -= before.1 - segments[index].waitingBytes
      ledger.delivered[segments[index].number] = segments[index].deliveredBytes
    }
    saveLedger()
    removeFinishedSegments()
  }

  private func position(after number: Int) -> QueuePosition {
    var remaining = number
    for segment in segments {
      if segment.waiting.count >= remaining {
        return QueuePosition(segment: segment.number, records: segment.done + remaining)
      }
      remaining -= segment.waiting.count
    }
    return QueuePosition(segment: nextNumber, records: 0)
  }

  private func recordsToFree(_ wanted: Int) -> Int {
    var (records, freed) = (0, 0)
    for segment in segments {
      for span in segment.waiting {
        if freed >= wanted { return records }
        records += 1
        freed += span.count
      }
    }
    return records
  }
}
