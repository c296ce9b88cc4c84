import BeckonEngine
import BeckonModel
import Foundation

/// A file of sessions, for training or for testing.
struct SessionFile {
  /// How a file is written.
  enum Format: String, CaseIterable {
    /// `SessionId ItemId Time` in columns that tabs part, below a line with these names.
    case serenade
    /// A session a line, the oldest first: its items, parted by spaces. In tests ` | ` stands
    /// before the item to predict.
    case prefix
  }

  /// A session: its clicks in order.
  struct Session {
    var clicks: [(item: UInt32, at: Int64)]
    /// How many clicks are given before the first item to predict.
    var given = 1
  }

  /// The longest file that is read, in bytes.
  private static let bytesMax = 4 << 30

  let path: String
  private(set) var sessions: [Session] = []
  private let bytes: [UInt8]

  /// Reads a file.
  /// - Throws: `Failure` with the line that is not as the format has it.
  init(_ path: String, as format: Format, _ names: inout ItemNames) throws {
    self.path = path
    let url = URL(fileURLWithPath: path)
    guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else {
      throw Failure("the file \(path) cannot be read", "check its name")
    }
    guard data.count <= Self.bytesMax else {
      throw Failure("the file \(path) is larger than 4 GB", "give a part of it")
    }
    bytes = Array(data)
    switch format {
    case .serenade: try readTable(&names)
    case .prefix: try readLines(&names)
    }
    guard !sessions.isEmpty else {
      throw refusal(1, "there is no session in it")
    }
  }

  /// Gives each line that is not empty, with its number.
  private func eachLine(_ body: (Int, ArraySlice<UInt8>) throws -> Void) rethrows {
    var (start, number) = (0, 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      number += 1
      let line = bytes[start..<end]
      try body(number, line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      start = end + 1
    }
  }

  private func refusal(_ line: Int, _ problem: String) -> Failure {
    Failure(
      "\(path), line \(line): \(problem)", "see docs/RECOMMENDATIONS.md, or give another --format",
      status: Failure.refusedStatus)
  }

  // MARK: columns

  private mutating func readTable(_ names: inout ItemNames) throws {
    var (places, read): ([String: Int], [Session]) = ([:], [])
    try eachLine { number, line in
      guard number > 1, !line.isEmpty else { return }
      let cells = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard cells.count == 3, let seconds = Double(String(decoding: cells[2], as: UTF8.self)),
        (0..<Double(SessionIndex.timeMax / 1_000)).contains(seconds)
      else { throw refusal(number, "it is no session, item and time in seconds, parted by tabs") }
      let session = String(decoding: cells[0], as: UTF8.self)
      let place = places[session] ?? read.count
      if place == read.count {
        places[session] = place
        read.append(Session(clicks: []))
      }
      read[place].clicks.append((names.number(cells[1]), Int64((seconds * 1_000).rounded())))
    }
    sessions = read.map { session in
      // What has one time stays as the file has it.
      let order = session.clicks.indices.sorted {
        (session.clicks[$0].at, $0) < (session.clicks[$1].at, $1)
      }
      return Session(clicks: order.map { session.clicks[$0] })
    }
  }

  // MARK: lines

  /// Seconds between sessions whose times nobody has written down: only their order is known.
  private static let sessionSeconds: Int64 = 1_000

  private mutating func readLines(_ names: inout ItemNames) throws {
    var read: [Session] = []
    try eachLine { number, line in
      let words = line.split(separator: UInt8(ascii: " "))
      guard !words.isEmpty else { return }
      let bar = words.firstIndex { $0.elementsEqual("|".utf8) }
      guard bar == nil || (bar == words.count - 2 && words.count >= 3) else {
        throw refusal(number, "before '|' at least one item must stand, and behind it one")
      }
      let start = Int64(read.count) * Self.sessionSeconds
      let items = words.enumerated().filter { $0.offset != bar }.map { names.number($0.element) }
      let clicks = items.enumerated().map { place, item in
        (item: item, at: (start + Int64(min(place, 999))) * 1_000 + Int64(max(0, place - 999)))
      }
      read.append(Session(clicks: clicks, given: bar ?? 1))
    }
    sessions = read
  }
}
