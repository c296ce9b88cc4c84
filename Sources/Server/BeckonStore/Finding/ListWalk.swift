import BeckonDatabase
import BeckonModel

/// A page of a list.
public struct FoundRows: Sendable {
  /// A row as the API writes it.
  public struct Row: Sendable {
    /// Where it stands.
    public let place: ListPlace
    /// What is told of it.
    public let json: JSON
  }

  /// The rows, newest first.
  public let rows: [Row]
  /// Behind which there may be more; `nil` at the end. It may be given with a page that is not
  /// full: then as many rows were looked at as one page may look at.
  public let next: ListPlace?

  /// The one row of a look-up, or none.
  init(only json: JSON?) {
    let place = ListPlace(at: 0, id: Identifier(high: 0, low: 0))
    rows = json.map { [Row(place: place, json: $0)] } ?? []
    next = nil
  }

  init(_ rows: [Row], next: ListPlace?) {
    self.rows = rows
    self.next = next
  }
}

/// Rows along an index, newest first. What the index does not choose is chosen row by row, and then
/// a page looks at a bounded number of rows, found or not: so no filter, however rare what it
/// finds, keeps the database busy. Nothing is ever sorted or walked as a whole.
struct ListWalk {
  /// By what the rows stand in their index.
  enum Order {
    /// An id, which tells the time.
    case id(SQL)
    /// A time, and of equal ones an id.
    case time(SQL, id: SQL)
    /// A number.
    case number(SQL)
    /// A time, and of equal ones a number.
    case timeAndNumber(SQL, SQL)
  }

  /// Rows that are looked at by one statement where not all of them are chosen, and how often.
  static let rowsOfLook = 1_000
  static let looksMax = 10

  let scope: Scope
  /// The table, its index, and what is joined to it for each row.
  let table: SQL
  /// What `read` reads, in its order, from column 3 on.
  let columns: SQL
  /// The part of the index that is walked.
  let key: SQL
  let order: Order
  /// Bounds in the order of the index.
  var bounds: [SQL?] = []
  /// What else is asked of a row.
  var filters: [SQL?] = []
  let read: (any Row) throws -> JSON

  /// Where the row's own columns begin.
  static let first = 3

  /// A page of several walks in one order, as if they were one.
  /// - Throws: `DatabaseError`.
  static func page(
    of walks: [ListWalk], behind start: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let isChoosing = walks.contains { !$0.filters.allSatisfy { $0 == nil } }
    let size = isChoosing ? max(rowsOfLook, limit + 1) : limit + 1
    var found: [FoundRows.Row] = []
    var place = start
    for _ in 0..<looksMax {
      let rows = try walks.flatMap { try $0.look(behind: place, size) }
        .sorted { $0.place.isNewer(than: $1.place) }.prefix(size)
      for row in rows {
        guard let json = row.json else { continue }
        guard found.count < limit else { return FoundRows(found, next: found.last?.place) }
        found.append(FoundRows.Row(place: row.place, json: json))
      }
      guard rows.count == size else { return FoundRows(found, next: nil) }
      place = rows.last?.place
    }
    return FoundRows(found, next: place)
  }

  /// The next rows; `nil` for those that the filters do not choose.
  private func look(
    behind place: ListPlace?, _ limit: Int
  ) throws -> [(place: ListPlace, json: JSON?)] {
    try scope.connection.rows(
      """
      SELECT CASE WHEN 1 = 1\(and: filters) THEN 1 ELSE 0 END, \(position), \(columns)
      FROM \(table) WHERE \(key)\(and: bounds + [place.map(isBehind)])
      ORDER BY \(ordering) LIMIT \(.integer(limit))
      """
    ) { row in
      (place: self.place(of: row), json: row.bool(0) ? try read(row) : nil)
    }
  }

  private var position: SQL {
    switch order {
    case .id(let id): "0, \(id)"
    case .time(let at, let id): "\(at), \(id)"
    case .number(let number): "\(number), 0"
    case .timeAndNumber(let at, let number): "\(at), \(number)"
    }
  }

  private var ordering: SQL {
    switch order {
    case .id(let id): "\(id) DESC"
    case .time(let at, let id): "\(at) DESC, \(id) DESC"
    case .number(let number): "\(number) DESC"
    case .timeAndNumber(let at, let number): "\(at) DESC, \(number) DESC"
    }
  }

  private func isBehind(_ place: ListPlace) -> SQL {
    let (at, id) = (DatabaseValue.integer(place.at), DatabaseValue.identifier(place.id))
    return switch order {
    case .id(let column): "\(column) < \(id)"
    case .time(let time, let column): "(\(time), \(column)) < (\(at), \(id))"
    case .number(let column): "\(column) < \(at)"
    case .timeAndNumber(let time, let column):
      "(\(time), \(column)) < (\(at), \(.integer(Int64(bitPattern: place.id.low))))"
    }
  }

  private func place(of row: any Row) -> ListPlace {
    switch order {
    case .id, .time: ListPlace(at: row.integer(1), id: row.identifier(2))
    case .number: ListPlace(at: row.integer(1), id: Identifier(high: 0, low: 0))
    case .timeAndNumber:
      ListPlace(
        at: row.integer(1),
        id: Identifier(high: 0, low: UInt64(bitPattern: row.integer(2))))
    }
  }
}
