import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonHTTP
import BeckonModel
import BeckonStore

/// A list as CSV, from its first row or a cursor to its end.
struct Table: Sendable {
  let name: String
  let columns: [String]
  let cursor: String?
  let page: @Sendable (Scope, _ cursor: String?, _ limit: Int) throws -> Page

  /// The rows that are read by one look at the database: those of a page, as a row may have 32 KiB.
  private static let rowsOfLook = Limits.pageRows

  /// The rows behind a cursor, and where they end.
  func read(_ scope: Scope, behind cursor: String?) throws -> (bytes: [UInt8], next: String?) {
    let page = try page(scope, cursor, Self.rowsOfLook)
    let lines = page.rows.flatMap { row in CSV.line(columns.map(row.value(at:))) }
    return (lines, page.next)
  }

  /// The first line.
  var header: [UInt8] { CSV.line(columns.map(JSON.string)) }
}

/// A table while it is sent. Each piece is a read of its own, begun when the client has taken the
/// one before, so that a client that reads slowly holds nothing of the database.
actor TableSending {
  private let table: Table
  private let database: any Database
  private let call: Call
  /// Given back when the sending is over, however it ends.
  private let place: RunningTables.Place
  private var first: [UInt8]?
  private var next: String?

  /// Reads the first rows.
  /// - Throws: `DatabaseError`, and what keeps the list from being read.
  init(
    _ table: Table, _ call: Call, _ database: any Database, in place: RunningTables.Place
  ) async throws {
    (self.table, self.call, self.database, self.place) = (table, call, database, place)
    let (bytes, next) = try await database.read {
      try table.read(call.scope($0), behind: table.cursor)
    }
    (first, self.next) = (table.header + bytes, next)
  }

  /// The next piece; `nil` at the end.
  func piece() async throws -> [UInt8]? {
    if let first {
      self.first = nil
      return first
    }
    guard let cursor = next else { return nil }
    let (table, call) = (table, call)
    do {
      let (bytes, next) = try await database.read {
        try table.read(call.scope($0), behind: cursor)
      }
      self.next = next
      return bytes
    } catch {
      call.services[Logger.self].log(
        .warning, "a list could not be sent to its end",
        [JSON.Member("list", .string(table.name)), JSON.Member("error", .string("\(error)"))])
      throw error
    }
  }
}

/// Tables that are being sent: few at all, and few of an app, because each goes on for as long as
/// its client reads.
final class RunningTables: Sendable {
  /// At the same time, of everybody and of one app.
  private static let (max, maxOfApp) = (4, 2)

  private let apps = Locked<[Int64: Int]>([:])

  /// A place, until nobody holds it any more.
  final class Place: Sendable {
    private let app: Int64
    private let running: RunningTables

    fileprivate init(_ app: Int64, _ running: RunningTables) {
      self.app = app
      self.running = running
    }

    deinit { running.apps.withLock { [app] in $0[app, default: 1] -= 1 } }
  }

  /// Takes a place for an app.
  /// - Throws: `Problem` when there is none.
  func enter(_ app: Int64) throws -> Place {
    let isFree = apps.withLock { apps in
      guard apps.values.reduce(0, +) < Self.max, apps[app, default: 0] < Self.maxOfApp else {
        return false
      }
      apps[app, default: 0] += 1
      return true
    }
    guard isFree else {
      throw Problem(
        .unavailable, "Several lists are being sent as CSV at this moment. Try again.")
    }
    return Place(app, self)
  }
}

extension Call {
  /// Whether the caller would rather have CSV than JSON.
  var prefersCSV: Bool {
    let accepted = request.headers.values("Accept").joined(separator: ",").lowercased()
    let choices = String(decoding: accepted.utf8.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
      .split(on: ",")
    func weight(of kinds: [String]) -> Double {
      let found = choices.compactMap { choice -> Double? in
        let parts = choice.split(on: ";")
        guard let kind = parts.first, kinds.contains(kind) else { return nil }
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
        return quality.map { Double(String($0.dropFirst(2))) ?? 0 } ?? 1
      }
      return found.max() ?? 0
    }
    let csv = weight(of: ["text/csv"])
    return csv > 0 && csv >= weight(of: ["application/json"])
  }
}
