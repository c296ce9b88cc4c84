#if Postgres
  import BeckonBasics
  import BeckonDatabase
  import CBeckonPostgres

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The server: opens connections to it, and says in plain words why it cannot be used.
  struct PostgresServer: Sendable {
    private let settings: PostgresSettings
    private let address: PostgresAddress

    /// PostgreSQL's oldest version that will do: 15.
    private static let versionMin: Int32 = 150_000

    init(_ settings: PostgresSettings) throws(DatabaseError) {
      self.settings = settings
      address = try PostgresAddress(settings)
    }

    /// Opens a connection and sets it up.
    func connect(
      _ role: PostgresConnection.Role
    ) throws(PostgresFault) -> PostgresConnection {
      let handle = try open(setUp(role))
      return PostgresConnection(
        PostgresLink(handle, patienceMilliseconds: settings.answerTimeoutMilliseconds), role,
        backend: PQbackendPID(handle))
    }

    /// Opens a connection that hears what other servers announce.
    func listen() throws(PostgresFault) -> OpaquePointer { try open("LISTEN beckon") }

    private func open(_ setUp: String) throws(PostgresFault) -> OpaquePointer {
      guard let handle = address.connect() else { throw .lost("out of memory") }
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
      guard PQstatus(handle) == CONNECTION_OK else {
        defer { PQfinish(handle) }
        throw .lost(Self.refusals(handle).joined(separator: "; "))
      }
      let result = PQexec(handle, setUp)
      defer { PQclear(result) }
      let status = PQresultStatus(result)
      guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
        defer { PQfinish(handle) }
        throw PostgresFault(result)
      }
      return handle
    }

    private func setUp(_ role: PostgresConnection.Role) -> String {
      let both = """
        SET statement_timeout = \(settings.statementTimeoutMilliseconds);
        SET lock_timeout = \(settings.lockTimeoutMilliseconds);
        SET idle_in_transaction_session_timeout = \(settings.idleTransactionMilliseconds);
        SET standard_conforming_strings = on;
        SET jit = off;
        """
      guard role == .writer else { return both }
      // A walk over a table, which the planner prefers for a small one, would make a serializable
      // transaction conflict with every insert into it. An answer means that it is on disk, also
      // where the server's default is `off`.
      return both + """

        SET enable_seqscan = off;
        SELECT set_config('synchronous_commit', 'on', false)
          WHERE current_setting('synchronous_commit') = 'off'
        """
    }

    /// Whether the server will do.
    /// - Throws: `DatabaseError.unreadable` with what to do about it; `.unavailable` when none
    /// answers.
    func check() throws(DatabaseError) {
      guard let handle = address.connect() else { throw .unavailable("out of memory") }
      defer { PQfinish(handle) }
      guard PQstatus(handle) == CONNECTION_OK else {
        throw refusal(Self.refusals(handle), state: stateOfRefusal())
      }
      let version = PQparameterStatus(handle, "server_version").map { String(cString: $0) }
      if let error = Self.refusal(version: PQserverVersion(handle), named: version ?? "?") {
        throw error
      }
      let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) }
      guard encoding == "UTF8" else {
        throw .unreadable(
          "the database '\(address.databaseName)' holds text as \(encoding ?? "?"); make one with: "
            + "createdb --template=template0 --encoding=UTF8 NAME")
      }
      guard PQparameterStatus(handle, "in_hot_standby").map({ String(cString: $0) }) != "on" else {
        throw Self.standby
      }
    }

    /// Why a version will not do, or `nil`. `version` is 10,000 times the major number, and the
    /// minor.
    static func refusal(version: Int32, named name: String) -> DatabaseError? {
      version >= versionMin
        ? nil : .unreadable("the server is PostgreSQL \(name); Beckon needs 15 or later")
    }

    private static let standby = DatabaseError.unreadable(
      "only a read-only standby answers; give the primary's host too: postgres://…@host1,host2/…")

    /// Why a connection could not be opened: a line for each host that was asked.
    private static func refusals(_ handle: OpaquePointer) -> [String] {
      let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      let hosts = text.split(separator: "\n").filter { $0.hasPrefix("connection to server") }
      return hosts.isEmpty ? [PostgresFault.line(PQerrorMessage(handle))] : hosts.map(String.init)
    }

    private func refusal(_ refusals: [String], state: String?) -> DatabaseError {
      let message = refusals.joined(separator: "; ")
      switch state {
      case "28P01", "28000":
        return .unreadable(
          "PostgreSQL refuses the user: \(message); check the user and password in the URL, and "
            + "the server's pg_hba.conf")
      case "3D000":
        return .unreadable(
          "the database '\(address.databaseName)' does not exist; make it with: "
            + "createdb --encoding=UTF8 '\(address.databaseName)'")
      case "42501":
        return .unreadable("the user may not connect: \(message); GRANT CONNECT ON DATABASE to it")
      case "53300":
        return .unavailable(
          "\(message); raise the server's max_connections, or open fewer readers and writers")
      case _? where state?.isEmpty == false: return .unavailable(message)
      default: break
      }
      // These are libpq's own words, which it writes in English here.
      if message.contains("read-only") || message.contains("hot standby") {
        return refusals.count == 1
          ? Self.standby : .unavailable("none of the servers takes writes: \(message)")
      }
      if message.contains("no password supplied") {
        return .unreadable("PostgreSQL asks for a password; put it into the URL or PGPASSFILE")
      }
      if message.contains("invalid ") {
        return .unreadable("the database's URL has a wrong value: \(message)")
      }
      if message.contains("SSL") || message.contains("certificate") {
        return .unreadable("no secure connection: \(message); check sslmode and sslrootcert")
      }
      return .unavailable("no PostgreSQL answers: \(message)")
    }

    /// Connects again, only to learn the standard's five characters for the refusal: words differ
    /// by the server's language, and libpq tells the characters only in a verbose message.
    private func stateOfRefusal() -> String? {
      guard let handle = address.startConnecting() else { return nil }
      defer { PQfinish(handle) }
      _ = PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
      let end =
        MonotonicClock.nanoseconds() + UInt64(settings.connectTimeoutSeconds) * 1_000_000_000
      var wanted = PGRES_POLLING_WRITING
      while PQstatus(handle) != CONNECTION_BAD, MonotonicClock.nanoseconds() < end {
        let events = wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        guard poll(&descriptor, 1, 100) >= 0 else { return nil }
        guard descriptor.revents != 0 else { continue }
        wanted = PQconnectPoll(handle)
        guard wanted != PGRES_POLLING_OK, wanted != PGRES_POLLING_FAILED else { break }
      }
      return Self.state(in: PQerrorMessage(handle).map { String(cString: $0) } ?? "")
    }

    /// The five characters in a verbose message, `…:  28P01: …`.
    static func state(in message: String) -> String? {
      message.split(separator: " ").filter { $0.last == ":" }.map { $0.dropLast() }.first { word in
        word.utf8.count == 5
          && word.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
          && word.utf8.contains { (48...57).contains($0) }
      }.map(String.init)
    }
  }
#endif
