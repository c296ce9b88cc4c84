import BeckonContract
import BeckonModel

/// Lists in pages: `?limit=` and `?cursor=`, answered with `next` while there is more.
enum Page {
  /// Rows of a page when none are asked for.
  static let limitDefault = 50

  static func limit(_ call: Call) throws -> Int {
    guard let text = call.query("limit") else { return limitDefault }
    guard let limit = Int(text), (1...Limits.pageRows).contains(limit) else {
      throw FieldError("limit", "must be 1 to \(Limits.pageRows)")
    }
    return limit
  }

  /// The `next` of an earlier page.
  static func cursor(_ call: Call) throws -> String? { call.query("cursor") }

  /// A cursor that is an id.
  static func id<Kind>(_ text: String, _: ID<Kind>.Type) throws -> ID<Kind> {
    guard let id = ID<Kind>(text) else { throw badCursor }
    return id
  }

  static let badCursor = FieldError("cursor", "must be the 'next' of an earlier page")

  /// A page of rows, of which one more than `limit` was read to see whether there is more.
  static func reply<Row>(
    _ rows: [Row], _ limit: Int, _ name: String, _ describe: (Row) -> JSON,
    _ cursor: (Row) -> String
  ) -> Reply {
    let page = rows.prefix(limit)
    let next = rows.count > limit ? page.last.map { JSON.string(cursor($0)) } : nil
    return .json(
      .object([
        JSON.Member(name, .array(page.map(describe))), JSON.Member("next", next ?? .null),
      ]))
  }
}
