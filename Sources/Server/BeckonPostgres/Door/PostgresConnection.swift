#if Postgres
  import BeckonDatabase
  import CBeckonPostgres

  /// One connection to the server, with its prepared statements. One thread at a time may use it;
  /// it crosses from the thread that opens it to the one that serves it.
  final class PostgresConnection: Connection, @unchecked Sendable {
    /// What a connection is for.
    enum Role {
      case writer, reader
    }

    /// How a statement is found again.
    private enum StatementKey: Hashable {
      /// By the address of its text, which a `StaticString` keeps for ever.
      case text(UnsafePointer<UInt8>)
      case form(SQL.Form)
      case insertion(ObjectIdentifier, skips: Bool)
      case table(ObjectIdentifier)
      case bulk(ObjectIdentifier)
    }

    let link: PostgresLink
    let role: Role
    /// The server's process that serves it.
    let backend: Int32
    private var statements: [StatementKey: PostgresStatement] = [:]
    /// What a statement was made of must live as long as its address is a key.
    private var origins: [AnyObject] = []
    private var namesGiven = 0
    private var parameters = PostgresParameters()
    private var isTimeLimited = true

    /// What is to be sent before the first statement; a transaction without one is never begun.
    var opening: (() -> Void)?
    /// Whether the turn has been taken and not left.
    var isTurnTaken = false
    /// Whether a body may run.
    var isOpen = false
    /// When the statements are to be planned anew.
    var plansOldAtNanoseconds: UInt64 = 0
    /// So long a plan may be kept. Planning all statements anew takes a few milliseconds.
    static let plansMaxNanoseconds: UInt64 = 20_000_000_000
    /// The first failure in this transaction, or since the savepoint was taken back.
    var fault: PostgresFault?
    /// How much has been changed so far, rolled back or not: if it has not moved, nothing has
    /// happened.
    private(set) var changes = 0

    /// Longest stretch without an answer read: both sides' buffers hold it.
    private static let sendsMax = 256
    private var sends = 0

    /// Takes over an open link.
    init(_ link: PostgresLink, _ role: Role, backend: Int32) {
      self.link = link
      self.role = role
      self.backend = backend
    }

    /// Processes that start one after the other have numbers one after the other.
    var lane: Int { Int(backend) }

    @discardableResult
    func run(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int {
      try run(try statement(sql), parameters)
    }

    func rows<Value>(
      _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
    ) throws -> [Value] {
      try rows(try statement(sql), parameters, read)
    }

    func send(_ sql: StaticString, _ parameters: [DatabaseValue]) throws {
      try start(try statement(sql), parameters)
      try countSend()
    }

    @discardableResult
    func run(_ sql: SQL) throws -> Int {
      try run(try statement(sql), sql.parameters)
    }

    func rows<Value>(_ sql: SQL, _ read: (any Row) throws -> Value) throws -> [Value] {
      try rows(try statement(sql), sql.parameters, read)
    }

    func send(_ sql: SQL) throws {
      try start(try statement(sql), sql.parameters)
      try countSend()
    }

    func insert(_ rows: [[DatabaseValue]], by insertion: Insertion) throws {
      guard !rows.isEmpty else { return }
      try insertion.check(rows)
      try start(rows, insertion.columns, try statement(insertion, skips: false))
      try countSend()
    }

    func insertNew(_ rows: [[DatabaseValue]], by insertion: Insertion) throws -> [Bool] {
      guard !insertion.key.isEmpty else {
        throw DatabaseError.misuse("no key of \(insertion.table)")
      }
      guard !rows.isEmpty else { return [] }
      try insertion.check(rows)
      let statement = try statement(insertion, skips: true)
      try start(rows, insertion.columns, statement)
      var new = Set(try answer(statement).rows(insertion.key))
      return rows.map { new.remove(Array($0.prefix(insertion.key.count))) != nil }
    }

    func rows<Value>(
      _ statement: BulkStatement, for parameters: [[DatabaseValue]],
      _ read: (any Row) throws -> Value
    ) throws -> [Value] {
      guard !parameters.isEmpty else { return [] }
      return try answer(try start(statement, parameters)).rows(read)
    }

    @discardableResult
    func run(_ statement: BulkStatement, for parameters: [[DatabaseValue]]) throws -> Int {
      guard !parameters.isEmpty else { return 0 }
      return try answer(try start(statement, parameters)).changedRows
    }

    func send(_ statement: BulkStatement, for parameters: [[DatabaseValue]]) throws {
      guard !parameters.isEmpty else { return }
      _ = try start(statement, parameters)
      try countSend()
    }

    func rows<Value>(
      _ statement: TableStatement, _ parameters: [DatabaseValue],
      _ read: (any Row) throws -> Value
    ) throws -> [Value] {
      let prepared = try self.statement(statement)
      open()
      if statement.isOrdered { link.send("SET LOCAL enable_sort = off") }
      return try rows(prepared, parameters, read)
    }

    @discardableResult
    func run(_ statement: TableStatement) throws -> Int {
      try run(try self.statement(statement), [])
    }

    /// A `{sequence}` is set. A `{position}` counts transactions, so what is added to them grows
    /// (`PostgresRoutines`).
    func continueNumbers(of table: Insertion, behind number: Int64) throws {
      let isSequence = try first(
        """
        SELECT setval(s.name, GREATEST($3, nextval(s.name))) FROM (
          SELECT CAST(pg_get_serial_sequence($1, $2) AS REGCLASS) AS name
        ) AS s WHERE s.name IS NOT NULL
        """,
        [
          .text("\(table.table)"), .text(table.key.first.map { "\($0.name)" } ?? ""),
          .integer(number),
        ]
      ) { _ in true }
      changes += 1
      guard isSequence == nil else { return }
      let own = try first("SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)", []) {
        $0.integer(0)
      }
      let shift = try first("SELECT beckon_shift()", []) { $0.integer(0) }
      guard let own, let shift, number >> 20 >= own + shift else { return }
      link.send(
        "CREATE OR REPLACE FUNCTION beckon_shift() RETURNS BIGINT LANGUAGE sql STABLE "
          + "AS 'SELECT \((number >> 20) - own + 1)::BIGINT'")
      try settleSends()
    }

    func announce(_ change: Announcement?) throws {
      try send("SELECT pg_notify('beckon', $1)", [.text(change?.text ?? "")])
      changes += 1
    }

    /// Waits for the statements that were sent without waiting.
    func settle() throws(PostgresFault) {
      guard link.hasOpenStretch, fault == nil else { return }
      link.mark()
      do throws(PostgresFault) { try link.collect() } catch { throw remember(error) }
    }

    private func countSend() throws {
      sends += 1
      if sends % Self.sendsMax == 0 { try settleSends() }
    }

    private func settleSends() throws {
      do throws(PostgresFault) { try settle() } catch { throw error.error() }
    }

    private func run(_ statement: PostgresStatement, _ parameters: [DatabaseValue]) throws -> Int {
      try start(statement, parameters)
      let count = try answer(statement).changedRows
      return statement.effect == .rows ? count : 0
    }

    private func rows<Value>(
      _ statement: PostgresStatement, _ parameters: [DatabaseValue],
      _ read: (any Row) throws -> Value
    ) throws -> [Value] {
      try start(statement, parameters)
      return try answer(statement).rows(read)
    }

    /// Writes a statement.
    private func start(_ statement: PostgresStatement, _ values: [DatabaseValue]) throws {
      guard values.count == statement.types.count else {
        throw DatabaseError.misuse("not \(statement.types.count) parameters, in: \(statement.sql)")
      }
      parameters.clear()
      do throws(PostgresMisfit) {
        for (value, type) in zip(values, statement.types) {
          try parameters.append(value, as: type)
        }
      } catch {
        throw DatabaseError.misuse("\(error.rawValue), in: \(statement.sql)")
      }
      write(statement)
    }

    private func start(
      _ rows: [[DatabaseValue]], _ columns: [Insertion.Column], _ statement: PostgresStatement
    ) throws {
      parameters.clear()
      do throws(PostgresMisfit) {
        for (index, column) in columns.enumerated() {
          try parameters.append(rows, column: index, as: column.type)
        }
      } catch {
        throw DatabaseError.misuse("\(error.rawValue), in: \(statement.sql)")
      }
      write(statement)
    }

    private func start(
      _ statement: BulkStatement, _ rows: [[DatabaseValue]]
    ) throws -> PostgresStatement {
      guard rows.allSatisfy({ $0.count == statement.parameters.count }) else {
        throw DatabaseError.misuse(
          "not \(statement.parameters.count) parameters, in: \(try statement.sql.text())")
      }
      let prepared = try self.statement(statement)
      try start(rows, statement.parameters, prepared)
      return prepared
    }

    private func write(_ statement: PostgresStatement) {
      open()
      if statement.effect == .schema, isTimeLimited {
        link.send("SET LOCAL statement_timeout = 0")
        link.isPatient = true
        isTimeLimited = false
      }
      if statement.effect != .none { changes += 1 }
      link.execute(statement.name, parameters)
    }

    /// Sends what opens the transaction, if that has not been sent.
    func open() {
      guard let opening else { return }
      isTimeLimited = true
      link.isPatient = false
      opening()
      self.opening = nil
    }

    private func answer(_ statement: PostgresStatement) throws -> PostgresResult {
      link.mark()
      do throws(PostgresFault) {
        guard let result = try link.collect() else { throw .lost("no answer") }
        return result
      } catch {
        throw remember(error).error(sql: statement.sql)
      }
    }

    private func remember(_ fault: PostgresFault) -> PostgresFault {
      self.fault = self.fault ?? fault
      return fault
    }

    /// - Throws: `DatabaseError` when nothing more can run in this transaction.
    private func check() throws(DatabaseError) {
      guard isOpen else { throw .misuse("a connection was used outside its transaction") }
      if let fault { throw fault.error() }
    }

    /// The prepared statement of a key, made on first use.
    private func statement(
      _ key: StatementKey, of origin: AnyObject? = nil,
      _ prepare: () throws(DatabaseError) -> PostgresStatement
    ) throws(DatabaseError) -> PostgresStatement {
      try check()
      if let known = statements[key] { return known }
      let statement = try prepare()
      if let origin { origins.append(origin) }
      statements[key] = statement
      return statement
    }

    private func statement(_ sql: StaticString) throws(DatabaseError) -> PostgresStatement {
      guard sql.hasPointerRepresentation else { throw .misuse("a statement of one character") }
      return try statement(.text(sql.utf8Start)) { () throws(DatabaseError) in
        try prepare(sql.description)
      }
    }

    private func statement(_ sql: SQL) throws(DatabaseError) -> PostgresStatement {
      try statement(.form(sql.form)) { () throws(DatabaseError) in try prepare(try sql.text()) }
    }

    private func statement(
      _ insertion: Insertion, skips: Bool
    ) throws(DatabaseError) -> PostgresStatement {
      try statement(.insertion(ObjectIdentifier(insertion), skips: skips), of: insertion) {
        () throws(DatabaseError) in
        let arrays = insertion.columns.enumerated().map { "$\($0 + 1)::\($1.typeName)[]" }
        var sql = insertion.head + " SELECT * FROM unnest(" + arrays.joined(separator: ", ") + ")"
        if skips {
          let names = insertion.key.map { "\($0.name)" }.joined(separator: ", ")
          sql += " ON CONFLICT DO NOTHING RETURNING " + names
        }
        return try prepare(sql)
      }
    }

    private func statement(_ table: TableStatement) throws(DatabaseError) -> PostgresStatement {
      try statement(.table(ObjectIdentifier(table)), of: table) { () throws(DatabaseError) in
        try prepare(table.sql)
      }
    }

    private func statement(_ bulk: BulkStatement) throws(DatabaseError) -> PostgresStatement {
      try statement(.bulk(ObjectIdentifier(bulk)), of: bulk) { () throws(DatabaseError) in
        try prepare(try bulk.sql.text(), try SQLTranslation(bulk: bulk))
      }
    }

    private func prepare(_ sql: String) throws(DatabaseError) -> PostgresStatement {
      try prepare(sql, try SQLTranslation(postgres: sql, role))
    }

    private func prepare(
      _ sql: String, _ translation: SQLTranslation
    ) throws(DatabaseError) -> PostgresStatement {
      let effect = try PostgresStatement.effect(translation)
      guard role == .writer || effect == .none else {
        throw .misuse("a read must not change anything, in: \(sql)")
      }
      open()
      namesGiven += 1
      let name = "s\(namesGiven)"
      link.prepare(name, translation.text)
      link.mark()
      let description: PostgresResult
      do throws(PostgresFault) {
        guard let result = try link.collect() else { throw .lost("no answer") }
        description = result
      } catch {
        throw remember(error).error(sql: sql)
      }
      return try PostgresStatement(
        name: name, sql: sql, effect: effect, description: description)
    }
  }

  extension Insertion {
    /// The key of a row that holds its columns only.
    fileprivate func key(_ row: any Row) -> [DatabaseValue] {
      key.enumerated().map { index, column in
        switch column {
        case .integer: .integer(row.integer(index))
        case .real: .real(row.real(index))
        case .text: .text(row.text(index))
        case .identifier: .identifier(row.identifier(index))
        }
      }
    }
  }
#endif
