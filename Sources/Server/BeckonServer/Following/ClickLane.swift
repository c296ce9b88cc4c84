import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// The clicks that one event thread stores. Those that come in one turn of the thread are one
/// write, and when that is on disk they are answered on the thread again, by one message. On its
/// thread only.
final class ClickLane {
  /// Is told when the click is on disk, or why not.
  typealias Answer = @Sendable (Result<Void, any Error>) -> Void

  /// Clicks of one write.
  private static let batchMax = 1_000
  /// Clicks that are not answered yet; one more is refused at once. A connection has one request
  /// at a time, but may be gone while its click waits.
  private static let unansweredMax = 20_000

  private let database: any Database
  private let thread: EventThread
  /// In the order in which they came; all but the last are full.
  private var waiting: [Waiting] = []
  private var writesUnderway = 0
  private var unanswered = 0
  private var isTurnNoted = false

  /// Clicks of one write, as rows already, and who waits for them.
  private struct Waiting {
    var batch = ClickBatch()
    var answers: [Answer] = []
  }

  init(_ database: any Database, on thread: EventThread) {
    self.database = database
    self.thread = thread
  }

  /// Stores a click. `answer` is called once, on this thread unless it has ended.
  func store(_ click: Click, app: Int64, _ answer: @escaping Answer) {
    guard unanswered < Self.unansweredMax else {
      return answer(.failure(DatabaseError.unavailable("too many clicks wait")))
    }
    unanswered += 1
    if waiting.last.map({ $0.batch.count >= Self.batchMax }) ?? true { waiting.append(Waiting()) }
    waiting[waiting.count - 1].batch.add(click, app: app)
    waiting[waiting.count - 1].answers.append(answer)
    noteTurn()
  }

  private func noteTurn() {
    guard !isTurnNoted else { return }
    isTurnNoted = true
    thread.atEndOfTurn { [self] in
      isTurnNoted = false
      storeAll()
    }
  }

  /// Where a write is a journey, those that come while one is under way go together.
  private func storeAll() {
    while !waiting.isEmpty, writesUnderway == 0 || !database.gainsByGathering {
      let next = waiting.removeFirst()
      writesUnderway += 1
      let lane = OfThread(lane: self, thread: thread)
      database.write(next.batch.store) { [answers = next.answers] result in
        lane.tell(answers, result)
      }
    }
  }

  private func tell(_ answers: [Answer], _ result: Result<Void, any Error>) {
    writesUnderway -= 1
    unanswered -= answers.count
    for answer in answers { answer(result) }
    if !waiting.isEmpty { noteTurn() }
  }

  /// What still waits cannot be stored.
  private func giveUp() {
    let lost = waiting.flatMap(\.answers)
    waiting = []
    for answer in lost { answer(.failure(DatabaseError.closed)) }
  }

  /// Carries the lane through the database's thread, where nobody touches it.
  private struct OfThread: @unchecked Sendable {
    let lane: ClickLane
    let thread: EventThread

    func tell(_ answers: [Answer], _ result: Result<Void, any Error>) {
      if thread.perform({ lane.tell(answers, result) }) { return }
      // The thread has ended, and nobody else touches the lane any more.
      for answer in answers { answer(result) }
      lane.giveUp()
    }
  }
}
