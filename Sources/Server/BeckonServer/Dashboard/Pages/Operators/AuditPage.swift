import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// What was changed, of all apps and of none.
  static let audit = DashboardPage(
    "audit", .audit, .server, in: .server, tables: [AuditPage.table]
  ) { try await AuditPage($0).html }
}

/// What the page of the audit log reads.
struct AuditPage {
  let request: DashboardRequest
  let entries: [AuditLog.Entry]
  let names: [Int64: String]
  let next: AuditEntryID?

  static let table = DashboardTable(name: "audit") { request in
    .csv("audit", try await AuditPage(request, limit: csvRows).table)
  }

  private static let pageRows = 50
  /// Rows of the CSV; whoever wants older ones names a time.
  private static let csvRows = 10_000

  init(_ request: DashboardRequest, limit: Int = Self.pageRows) async throws {
    self.request = request
    let filter = try Self.filter(request)
    let before = request.query("cursor").flatMap { AuditEntryID($0) }
    let chosen = request.query("app").flatMap { AppID($0) }
    let (rows, numbers) = try await request.call.database.read { connection in
      let accounts = Accounts(connection)
      var filter = filter
      if let chosen { filter.app = try accounts.number(of: chosen) ?? -1 }
      let rows = try AuditLog(connection).page(filter, before: before, limit: limit + 1)
      let numbers = try accounts.apps().compactMap { app in
        try accounts.number(of: app.id).map { (number: $0, name: app.name) }
      }
      return (rows, numbers)
    }
    entries = Array(rows.prefix(limit))
    next = rows.count > limit ? entries.last?.id : nil
    names = Dictionary(
      numbers.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  private static func filter(_ request: DashboardRequest) throws -> AuditLog.Filter {
    var filter = AuditLog.Filter()
    filter.author = request.query("who")
    filter.subject = try request.query("subject").map { text in
      guard let subject = text.split(on: "_").last.flatMap({ Identifier(text: $0) }) else {
        throw FieldError("subject", "must be an id, such as cmp_…")
      }
      return subject
    }
    filter.from = try day("from", request)
    filter.until = try day("until", request).map { $0.adding(milliseconds: Span.dayMilliseconds) }
    return filter
  }

  /// A day of UTC.
  private static func day(_ name: String, _ request: DashboardRequest) throws -> Instant? {
    try request.query(name).map { text in
      guard let instant = Instant(text + "T00:00:00Z") else {
        throw FieldError(name, "must be a day such as 2026-11-21")
      }
      return instant
    }
  }
}
