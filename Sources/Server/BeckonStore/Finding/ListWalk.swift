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
/// finds, keeps the database busy. Nothing is ever sorted or walked as a whole, and of rows that
/// are not on the page only their place is read.
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

  /// Most walks of one list: whoever has more installs and ids than that is asked for by an export.
  static let walksMax = 200

  /// What the walks of a person's rows go along, if it is not too much.
  /// - Throws: `FieldError`.
  static func few<Subject>(_ subjects: [Subject], of field: String) throws -> [Subject] {
    guard subjects.count <= walksMax else {
      throw FieldError(
        field,
        "has more than \(walksMax) installs and ids; GET /v1/people/{person}/export has all")
    }
    return subjects
  }

  let scope: Scope
  /// The table, its index, and what is joined to it for each row.
  let table: SQL
  /// What `read` reads, in its order, from column `first` on.
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
  static let first = 2

  /// A page of several walks in one order, as if they were one.
  /// - Throws: `DatabaseError`.
  static func page(
    of walks: [ListWalk], behind start: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let isChoosing = walks.contains { !$0.filters.allSatisfy { $0 == nil } }
    let size = isChoosing ? max(rowsOfLook / max(walks.count, 1), limit + 1) : limit + 1
    var found: [FoundRows.Row] = []
    var place = start
    for _ in 0..<looksMax {
      let seen = try walks.indices.flatMap { try walks[$0].look(behind: place, size, walk: $0) }
        .sorted { $0.place.isNewer(than: $1.place) }.prefix(size)
      let chosen = seen.filter(\.isChosen).prefix(limit - found.count + 1)
      for row in try rows(of: walks, chosen, behind: place) {
        guard found.count < limit else { return FoundRows(found, next: found.last?.place) }
        found.append(row)
      }
      guard seen.count == size else { return FoundRows(found, next: nil) }
      place = seen.last?.place
    }
    return FoundRows(found, next: place)
  }

  /// A row that is looked at.
  private struct Seen {
    let place: ListPlace
    let isChosen: Bool
    /// Which of several walks has met it.
    let walk: Int
  }

  /// The next rows, and which of them the filters choose.
  private func look(behind place: ListPlace?, _ limit: Int, walk: Int) throws -> [Seen] {
    try scope.connection.rows(
      """
      SELECT \(position), CASE WHEN 1 = 1\(and: filters) THEN 1 ELSE 0 END
      FROM \(table) WHERE \(key)\(and: bounds + [place.map { isOrdered("<", $0) }])
      ORDER BY \(ordering) LIMIT \(.integer(limit))
      """
    ) { Seen(place: self.place(of: $0), isChosen: $0.bool(2), walk: walk) }
  }

  /// What is told of rows that were seen and chosen, the next ones behind a place.
  private static func rows(
    of walks: [ListWalk], _ chosen: some Sequence<Seen>, behind place: ListPlace?
  ) throws -> [FoundRows.Row] {
    try Dictionary(grouping: chosen, by: \.walk)
      .flatMap { try walks[$0].rows($1, behind: place) }
      .sorted { $0.place.isNewer(than: $1.place) }
  }

  private func rows(_ chosen: [Seen], behind place: ListPlace?) throws -> [FoundRows.Row] {
    let ends = [
      place.map { isOrdered("<", $0) }, chosen.last.map { isOrdered(">=", $0.place) },
    ]
    return try scope.connection.rows(
      """
      SELECT \(position), \(columns)
      FROM \(table) WHERE \(key)\(and: bounds + ends + filters)
      ORDER BY \(ordering) LIMIT \(.integer(chosen.count))
      """
    ) { FoundRows.Row(place: self.place(of: $0), json: try read($0)) }
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

  private func isOrdered(_ sign: SQL, _ place: ListPlace) -> SQL {
    let (at, id) = (DatabaseValue.integer(place.at), DatabaseValue.identifier(place.id))
    return switch order {
    case .id(let column): "\(column) \(sign) \(id)"
    case .time(let time, let column): "(\(time), \(column)) \(sign) (\(at), \(id))"
    case .number(let column): "\(column) \(sign) \(at)"
    case .timeAndNumber(let time, let column):
      "(\(time), \(column)) \(sign) (\(at), \(.integer(Int64(bitPattern: place.id.low))))"
    }
  }

  private func place(of row: any Row) -> ListPlace {
    switch order {
    case .id, .time: ListPlace(at: row.integer(0), id: row.identifier(1))
    case .number: ListPlace(at: row.integer(0), id: Identifier(high: 0, low: 0))
    case .timeAndNumber:
      ListPlace(
        at: row.integer(0),
        id: Identifier(high: 0, low: UInt64(bitPattern: row.integer(1))))
    }
  }
}
