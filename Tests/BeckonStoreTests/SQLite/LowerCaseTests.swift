import BeckonBasics
import BeckonDatabase
import BeckonSQLite
import Testing

@Suite struct LowerCaseTests {
  @Test(
    "SQLite makes all letters small, not A to Z alone",
    arguments: [
      ("ÜBER", "über"), ("İ", "i\u{307}"), ("ÀÉÑ", "àéñ"), ("ЖУК", "жук"), ("Abc-12", "abc-12"),
      ("", ""),
    ])
  func letters(large: String, small: String) async throws {
    #expect(try await Self.lower(.text(large)).map { Array($0.utf8) } == Array(small.utf8))
  }

  @Test("What is no text is taken as SQLite writes it, and nothing stays nothing")
  func others() async throws {
    #expect(try await Self.lower(.integer(12)) == "12")
    #expect(try await Self.lower(.null) == nil)
  }

  @Test("A name is found in whatever case")
  func contained() async throws {
    #expect(try await Self.answers(.contains("'Große Überraschung'", "üBER")) == 1)
    #expect(try await Self.answers(.contains("'Große Überraschung'", "uber")) == 0)
  }

  private static func lower(_ value: DatabaseValue) async throws -> String? {
    try await row("SELECT LOWER(\(value))") { $0.optionalText(0) }
  }

  private static func answers(_ question: SQL) async throws -> Int64 {
    try await row("SELECT \(question)") { $0.integer(0) }
  }

  private static func row<Value: Sendable>(
    _ sql: SQL, _ read: @escaping @Sendable (any Row) throws -> Value
  ) async throws -> Value {
    let directory = try TemporaryDirectory()
    let database = try SQLiteDatabase(SQLiteSettings(path: directory.file("beckon.db")))
    let rows = try await database.read { try $0.rows(sql, read) }
    await database.close()
    return try #require(rows.first)
  }
}
