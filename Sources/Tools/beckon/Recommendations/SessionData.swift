import BeckonBasics
import BeckonEngine
import BeckonModel

/// What an evaluation or a search reads: an index of the sessions to learn from, and the items.
struct SessionData {
  var names = ItemNames()
  private(set) var index: SessionIndex
  let format: SessionFile.Format
  /// The number that the next session gets, and how many milliseconds after its own time it is.
  private var nextSession: Int64 = 0
  private var shiftMilliseconds: Int64 = 0

  /// Bytes that an index of files may take.
  private static let bytesMax = 8 << 30

  /// Reads the sessions to learn from.
  /// - Throws: `Failure` when the file is not as its format has it.
  init(train path: String, as format: SessionFile.Format, _ bar: ProgressBar) throws {
    self.format = format
    index = SessionIndex(bytesMax: Self.bytesMax)
    let file = try SessionFile(path, as: format, &names)
    for (place, session) in file.sessions.enumerated() {
      learn(session.clicks)
      bar.show("learning", Int64(place + 1), of: Int64(file.sessions.count))
    }
    // Lines have no times: those of another file come after these.
    if format == .prefix, let last = file.sessions.last?.clicks.last?.at {
      shiftMilliseconds = last + Span.secondMilliseconds
    }
  }

  /// Learns from sessions that have their own times.
  init(_ sessions: [SessionFile.Session], _ bar: ProgressBar) {
    format = .serenade
    index = SessionIndex(bytesMax: Self.bytesMax)
    for (place, session) in sessions.enumerated() {
      learn(session.clicks)
      bar.show("learning", Int64(place + 1), of: Int64(sessions.count))
    }
  }

  /// Adds a session to the index.
  mutating func learn(_ clicks: [(item: UInt32, at: Int64)]) {
    nextSession += 1
    for click in clicks {
      index.add(
        SessionClick(
          session: nextSession, visitor: nextSession, item: click.item,
          at: Instant(milliseconds: click.at + shiftMilliseconds)))
    }
  }

  /// Reads the sessions to predict.
  /// - Throws: `Failure` when the file is not as its format has it, or has nothing to predict.
  mutating func tests(_ path: String) throws -> [SessionFile.Session] {
    let sessions = try SessionFile(path, as: format, &names).sessions
    guard sessions.contains(where: { $0.clicks.count > $0.given }) else {
      throw Failure(
        "no session of \(path) has an item to predict", "give sessions of two clicks and more",
        status: Failure.refusedStatus)
    }
    return sessions
  }
}

extension SessionFile.Session {
  /// What is predicted: each place behind what is given. Of a line with ` | ` that is its last
  /// item, of others every item but the first.
  var targets: Range<Int> { min(given, clicks.count)..<clicks.count }
}
