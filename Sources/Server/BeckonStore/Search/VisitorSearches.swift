import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What visitors searched for last, one row each. A visitor is a number, as `ShopVisitor` has it.
struct VisitorSearches {
  private let scope: Scope

  /// Works in this scope.
  init(_ scope: Scope) {
    self.scope = scope
  }

  // MARK: Reading

  /// What a visitor searched for last.
  /// - Throws: `DatabaseError`.
  func searches(of visitor: Int64) throws -> LastSearches {
    let stored = try scope.connection.first(
      "SELECT texts FROM visitor_searches WHERE app = $1 AND visitor = $2",
      [scope.tenant, .integer(visitor)]
    ) { try $0.json(0) }
    return stored.map(LastSearches.init(stored:)) ?? LastSearches()
  }

  /// A page of what a visitor searched for, for an export.
  /// - Throws: `DatabaseError`.
  func page(of visitor: Int64, behind place: Int64, _ limit: Int) throws -> [ExportRow] {
    let all = try searches(of: visitor).searches.enumerated()
    return all.filter { Int64($0.offset) >= max(0, place) }.prefix(limit).map { place, search in
      ExportRow(
        key: "\(place + 1)",
        json: ["text": .string(search.text), "at": .instant(search.at)])
    }
  }

  // MARK: Changing

  /// Keeps what a visitor searched for, or forgets what they want forgotten.
  /// - Throws: `DatabaseError`.
  func hear(_ search: ShopSearch, of visitor: Int64, at: Instant) throws {
    guard search.text != nil || search.isForgetting else { return }
    let old = try searches(of: visitor)
    var new = old
    if search.isForgetting {
      new.forget(search.text)
    } else if let text = search.text {
      new.add(text, at: at)
    }
    if new != old { try store(new, of: visitor) }
  }

  /// Forgets a search of a visitor, or all.
  /// - Throws: `DatabaseError`.
  func forget(_ text: String?, of visitor: Int64) throws {
    let old = try searches(of: visitor)
    var new = old
    new.forget(text)
    if new != old { try store(new, of: visitor) }
  }

  private func store(_ searches: LastSearches, of visitor: Int64) throws {
    guard let last = searches.searches.first else { return try forget(visitor) }
    try scope.connection.send(
      """
      INSERT INTO visitor_searches (app, visitor, texts, at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (app, visitor) DO UPDATE SET texts = excluded.texts, at = excluded.at
      """, [scope.tenant, .integer(visitor), .json(searches.json), .instant(last.at)])
  }

  /// Makes what a visitor searched for another's.
  func move(from old: Int64, to new: Int64) throws {
    let moved = try searches(of: old)
    guard !moved.searches.isEmpty else { return }
    try store(LastSearches(joining: [moved, try searches(of: new)]), of: new)
    try forget(old)
  }

  /// Forgets what a visitor searched for.
  func forget(_ visitor: Int64) throws {
    try scope.connection.send(
      "DELETE FROM visitor_searches WHERE app = $1 AND visitor = $2",
      [scope.tenant, .integer(visitor)])
  }
}
