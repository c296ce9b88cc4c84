import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

extension Work {
  /// Reads a list along an index. A cursor goes on only with the filters it was made with: with
  /// others it would pass over rows, and nobody would see it.
  static func found(
    _ call: Call, _ name: String, columns: [String],
    _ find: @escaping @Sendable (Scope, _ behind: ListPlace?, _ limit: Int) throws -> FoundRows
  ) throws -> Work {
    let mark = call.filterMark
    return try .list(call, name, columns: columns) { scope, cursor, limit in
      let place = try cursor.map { try ListPlace($0, marked: mark) }
      let found = try find(scope, place, limit)
      return Page(rows: found.rows.map(\.json), next: found.next?.text(marked: mark))
    }
  }
}

extension ListPlace {
  fileprivate init(_ cursor: String, marked mark: String) throws {
    guard cursor.hasSuffix("." + mark),
      let place = ListPlace(String(Substring(cursor.utf8.dropLast(mark.utf8.count + 1))))
    else {
      throw FieldError(
        "cursor", "must be the 'next' of an earlier page of this list with the same filters")
    }
    self = place
  }

  fileprivate func text(marked mark: String) -> String { text + "." + mark }
}

extension Call {
  /// What tells a list with its filters from others.
  fileprivate var filterMark: String {
    let filters = request.query.filter { !["limit", "cursor"].contains($0.name) }
      .map { $0.name + "=" + $0.value }.sorted()
    let digest = Identifier(hashing: "list", route.path, filters.joined(separator: "&"))
    return String(digest.low & 0xFFFF_FFFF, radix: 16)
  }

  /// A query parameter that is an id.
  func id<Kind>(inQuery name: String, _: ID<Kind>.Type = ID<Kind>.self) throws -> ID<Kind>? {
    guard let text = query(name) else { return nil }
    guard let id = ID<Kind>(text) else {
      throw FieldError(
        name, "must be the id of a \(ID<Kind>.noun), which begins with \(Kind.prefix)_")
    }
    return id
  }

  /// A query parameter that is a text.
  func word(_ name: String, max: Int = Limits.wordBytes) throws -> String? {
    guard let text = query(name) else { return nil }
    guard (1...max).contains(text.utf8.count) else {
      throw FieldError(name, "must be 1 to \(max) bytes long")
    }
    return text
  }

  /// A query parameter that says yes or no.
  func flag(_ name: String) throws -> Bool? {
    switch query(name) {
    case nil: nil
    case "true": true
    case "false": false
    default: throw FieldError(name, "must be true or false")
    }
  }

  /// The currency of `?currency=`.
  func currency() throws -> Currency? {
    try query("currency").map { text in
      guard let currency = Currency(text) else {
        throw FieldError("currency", "must be three letters, such as EUR (ISO 4217)")
      }
      return currency
    }
  }

  /// The category of `?category=`.
  func category() throws -> CategoryPath? {
    try word("category", max: ProductLimits.categoryBytes).map { text in
      guard let path = CategoryPath(text) else {
        throw FieldError("category", "must be a path such as 'Men > Shoes'")
      }
      return path
    }
  }

  /// The campaign that a query parameter names by id or `list_uuid`.
  func campaign(inQuery name: String) throws -> CampaignID? {
    try query(name).map { text in
      guard let campaign = app.campaign(named: text) else {
        throw FieldError(name, "is none of this app's campaigns")
      }
      return campaign.id
    }
  }

  /// A query parameter that is a time, or the beginning of a day in the app's time zone.
  func time(inQuery name: String) throws -> Instant? {
    guard let text = query(name) else { return nil }
    guard let instant = app.days.start(of: text) ?? Instant(text) else {
      throw FieldError(
        name,
        "must be a day such as 2026-11-21, or a time such as 2026-11-21T09:30:00Z (RFC 3339)")
    }
    return instant
  }

  /// What `?from=` and `?until=` bound.
  func period() throws -> ListPeriod {
    let period = ListPeriod(
      from: try time(inQuery: "from"), until: try time(inQuery: "until"))
    if let from = period.from, let until = period.until, from >= until {
      throw FieldError("until", "must be after 'from'")
    }
    return period
  }

  /// Refuses filters that say the same in two ways, of which at most one may be given.
  func atMostOne(of names: [String]) throws -> String? {
    let given = names.filter { query($0) != nil }
    guard given.count < 2 else {
      throw FieldError(
        given[1], "cannot be asked for together with '\(given[0])'; send one of them")
    }
    return given.first
  }
}

extension Scope {
  /// The person of a filter, or the one into whom they were merged.
  /// - Throws: `Problem` when there is none.
  func person(_ id: PersonID?) throws -> Person? {
    try id.map { id in
      guard let person = try People(self).present(id) else { throw Problem.notFound("person") }
      return person
    }
  }
}
