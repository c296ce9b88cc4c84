import BeckonModel
import Foundation

/// Queries with what is relevant to each: a line is the query, a tab, and ids of rows parted by
/// commas, each with an optional `:grade`.
struct QueryFile {
  /// A query.
  struct Query {
    let text: String
    /// What is relevant, by the ids of rows, and how much.
    let grades: [(id: String, grade: Double)]

    /// The query as a line of a file.
    var line: String {
      text + "\t"
        + grades.map { $0.grade == 1 ? $0.id : "\($0.id):\($0.grade)" }.joined(separator: ",")
    }
  }

  /// The largest file that is read, in bytes.
  private static let bytesMax = 1 << 30
  /// The highest grade.
  private static let gradeMax = 1_000_000.0

  private(set) var queries: [Query] = []

  init(_ queries: [Query]) {
    self.queries = queries
  }

  /// Reads a file.
  /// - Throws: `Failure` with the line that is not as it must be.
  init(_ path: String) throws {
    guard let data = FileManager.default.contents(atPath: path), data.count <= Self.bytesMax else {
      throw Failure("the queries \(path) cannot be read", "check the name; 1 GB is read at most")
    }
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) {
      var text = String(decoding: line, as: UTF8.self)
      if text.hasSuffix("\r") { text.unicodeScalars.removeLast() }
      guard !text.isEmpty else { continue }
      guard let query = Self.query(text) else {
        throw Failure(
          "\(path), line \(number): it is no query, a tab, and ids of rows parted by commas",
          "see docs/SEARCH.md", status: Failure.refusedStatus)
      }
      queries.append(query)
    }
    guard !queries.isEmpty else {
      throw Failure(
        "there is no query in \(path)", "see docs/SEARCH.md", status: Failure.refusedStatus)
    }
  }

  private static func query(_ line: String) -> Query? {
    let parts = line.split(on: "\t", keepsEmpty: true)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    let grades = parts[1].split(on: ",").map(grade)
    return grades.isEmpty ? nil : Query(text: parts[0], grades: grades)
  }

  /// An id may hold a colon itself; what stands behind the last one is a grade if it is a number.
  private static func grade(_ text: String) -> (id: String, grade: Double) {
    let parts = text.split(on: ":", keepsEmpty: true)
    guard parts.count > 1, let grade = Double(parts[parts.count - 1]),
      (0...gradeMax).contains(grade)
    else { return (text, 1) }
    return (parts.dropLast().joined(separator: ":"), grade)
  }

  /// Writes all of them.
  func write(_ path: String) throws {
    let text = queries.map { $0.line + "\n" }.joined()
    guard (try? Data(text.utf8).write(to: URL(fileURLWithPath: path))) != nil else {
      throw Failure("the file \(path) cannot be written", "check its folder")
    }
  }
}
