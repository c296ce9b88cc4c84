import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// A migration that adds a table or a column fails here until the copier's list has it.
@Suite struct CatalogTests {
  /// `table.column type`, as the list has it.
  private static let listed = Set(
    Feature.tables.flatMap { table in
      table.shape.columns.map { column in
        let type =
          switch column {
          case .integer: "BIGINT"
          case .real: "DOUBLE PRECISION"
          case .text: "TEXT"
          case .identifier: "UUID"
          }
        return "\(table.name).\(column.name) \(type)"
      }
    })

  /// `table (key, …)`, as the list has it.
  private static let listedKeys = Set(
    Feature.tables.map { table in
      "\(table.name) (" + table.shape.key.map { "\($0.name)" }.joined(separator: ", ") + ")"
    })

  private static func migrated(
    _ driver: DatabaseDriver, _ body: (any Database) async throws -> Void
  ) async throws {
    try await driver.with([]) { database in
      try await database.write {
        _ = try Migrator.migrate($0, migrations: Migration.all, now: Story.start)
      }
      try await body(database)
    }
  }

  @Test("SQLite's catalog is what the list says")
  func sqlite() async throws {
    try await Self.migrated(.sqlite) { database in
      let rows = try await database.read { connection in
        try connection.rows(
          """
          SELECT m.name, c.name, c.type, c.pk FROM sqlite_master AS m, pragma_table_info(m.name) AS c
          WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'migrations'
          ORDER BY m.name, c.pk
          """, []
        ) { (table: $0.text(0), column: $0.text(1), type: $0.text(2), place: $0.integer(3)) }
      }
      let found = rows.map {
        "\($0.table).\($0.column) \($0.type == "INTEGER" ? "BIGINT" : $0.type)"
      }
      #expect(Set(found) == Self.listed)
      let keys = Dictionary(grouping: rows.filter { $0.place > 0 }, by: \.table)
        .map { table, key in "\(table) (" + key.map(\.column).joined(separator: ", ") + ")" }
      #expect(Set(keys) == Self.listedKeys)
    }
  }

  #if Postgres
    @Test("PostgreSQL's catalog is what the list says")
    func postgres() async throws {
      try await Self.migrated(.postgres) { database in
        let found = try await database.read { connection in
          try connection.rows(
            """
            SELECT CAST(c.table_name AS TEXT), CAST(c.column_name AS TEXT),
              CAST(upper(c.data_type) AS TEXT)
            FROM information_schema.columns AS c
            WHERE c.table_schema = 'public' AND c.table_name <> 'migrations' AND NOT EXISTS (
              SELECT FROM pg_inherits
              WHERE inhrelid = CAST(quote_ident(c.table_name) AS REGCLASS))
            """, []
          ) { "\($0.text(0)).\($0.text(1)) \($0.text(2))" }
        }
        #expect(Set(found) == Self.listed)
      }
    }
  #endif
}
