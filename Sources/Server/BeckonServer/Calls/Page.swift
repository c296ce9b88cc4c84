import BeckonContract
import BeckonModel
import BeckonStore

/// Lists in pages: `?limit=` and `?cursor=`, answered with `next` while there is more.
struct Page {
  /// Rows of a page when none are asked for.
  static let limitDefault = 50

  /// The rows.
  let rows: [JSON]
  /// The cursor behind which there is more.
  let next: String?
  /// What else the answer says, of a report.
  let told: [JSON.Member]

  init(rows: [JSON], next: String?, told: [JSON.Member] = []) {
    self.rows = rows
    self.next = next
    self.told = told
  }

  /// A page of rows, of which one more than `limit` was read to see whether there is more.
  init<Row>(
    _ rows: [Row], _ limit: Int, _ describe: (Row) throws -> JSON, _ cursor: (Row) -> String
  ) rethrows {
    let page = rows.prefix(limit)
    self.rows = try page.map(describe)
    next = rows.count > limit ? page.last.map(cursor) : nil
    told = []
  }

  static func limit(_ call: Call) throws -> Int {
    guard let text = call.query("limit") else { return limitDefault }
    guard let limit = Int(text), (1...Limits.pageRows).contains(limit) else {
      throw FieldError("limit", "must be 1 to \(Limits.pageRows)")
    }
    return limit
  }

  /// A cursor that is an id.
  static func id<Kind>(_ text: String, _: ID<Kind>.Type) throws -> ID<Kind> {
    guard let id = ID<Kind>(text) else { throw badCursor }
    return id
  }

  static let badCursor = FieldError("cursor", "must be the 'next' of an earlier page")

  /// The page as a member of this name.
  func reply(_ name: String) -> Reply {
    .json(.object([JSON.Member(name, .array(rows)), JSON.Member("next", .orNull(next))] + told))
  }
}

extension Work {
  /// Reads a page of a list or, when the app's server would rather
  /// have CSV, sends the whole of it.
  /// - Parameters:
  ///   - name: the member of the answer that holds the rows.
  ///   - columns: of the CSV: paths to members of a row, `match.type`. They only ever become more.
  ///   - page: rows behind a cursor, at most so many.
  static func list(
    _ call: Call, _ name: String, columns: [String],
    _ page: @escaping @Sendable (Scope, _ cursor: String?, _ limit: Int) throws -> Page
  ) throws -> Work {
    let cursor = call.query("cursor")
    guard call.proof.key == .secret, call.prefersCSV else {
      let limit = try Page.limit(call)
      return .read { try page($0, cursor, limit).reply(name) }
    }
    guard call.query("limit") == nil else {
      throw FieldError("limit", "does not go with text/csv, which gives the whole list")
    }
    return .table(Table(name: name, columns: columns, cursor: cursor, page: page))
  }
}
