import BeckonModel
import BeckonServer
import Foundation

/// Products of a CSV file: their ids, and the texts by which they are found.
struct CatalogueFile {
  /// The largest file that is read, in bytes.
  private static let bytesMax = 4 << 30

  /// The columns that are searched, in the order of `--text`; the first is the title.
  let columns: [String]
  private(set) var ids: [String] = []
  /// The texts of each row, one for each column.
  private(set) var texts: [[String]] = []
  /// The number of the first row that has the same title: such rows are one and the same to who
  /// looks for it.
  private(set) var groups: [UInt32] = []

  private var firsts: [TextKey: UInt32] = [:]
  private var places: [Int] = []
  private var idPlace = 0
  /// The name of the column that has the rows' ids.
  private(set) var idColumn = ""

  /// Reads a file.
  /// - Throws: `Failure` with the line that is not as it must be.
  init(_ path: String, columns: [String]) throws {
    self.columns = columns
    let url = URL(fileURLWithPath: path)
    guard let data = try? Data(contentsOf: url, options: .mappedIfSafe),
      data.count <= Self.bytesMax
    else {
      throw Failure("the catalogue \(path) cannot be read", "check its name; 4 GB are read at most")
    }
    var (reader, problem) = (CSVReader(), Failure?.none)
    do {
      try reader.read(data) { row in take(row, path, &problem) }
      try reader.end { row in take(row, path, &problem) }
    } catch {
      throw Self.refusal(path, error.line, error.reason)
    }
    if let problem { throw problem }
    guard !ids.isEmpty else { throw Self.refusal(path, 1, "there is no product in it") }
  }

  /// The title of each row.
  var titles: [String] { texts.map { $0[0] } }

  private mutating func take(_ row: CSVReader.Row, _ path: String, _ problem: inout Failure?) {
    guard problem == nil else { return }
    let cells = row.cells.map { String(decoding: $0, as: UTF8.self) }
    if places.isEmpty {
      problem = readNames(cells, path)
    } else {
      add(places.map { $0 < cells.count ? cells[$0] : "" }, cells[min(idPlace, cells.count - 1)])
    }
  }

  /// The places of the columns; what is wrong, if one is not there.
  private mutating func readNames(_ names: [String], _ path: String) -> Failure? {
    for column in columns {
      guard let place = names.firstIndex(of: column) else {
        return Self.refusal(
          path, 1,
          "the columns of --text: '\(NameSuggestion.shown(column))' "
            + NameSuggestion.refusal(of: column, names))
      }
      places.append(place)
    }
    idPlace = names.firstIndex(of: "id") ?? 0
    idColumn = names[idPlace]
    return nil
  }

  private mutating func add(_ row: [String], _ id: String) {
    let number = UInt32(ids.count)
    ids.append(id)
    texts.append(row)
    let first = firsts[row[0], default: number]
    firsts[row[0]] = first
    groups.append(first)
  }

  private static func refusal(_ path: String, _ line: Int, _ problem: String) -> Failure {
    Failure(
      "\(path), line \(line): \(problem)", "see docs/SEARCH.md", status: Failure.refusedStatus)
  }
}
