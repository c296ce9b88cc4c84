#if Postgres
  import BeckonDatabase
  import CBeckonPostgres

  /// Where the server is and how to talk to it: libpq's options, from the URL and our own.
  struct PostgresAddress {
    /// libpq's keywords and their values.
    private let options: [(keyword: String, value: String)]

    /// Reads the URL.
    /// - Throws: `DatabaseError.unreadable` without the URL in it, because it holds a password.
    init(_ settings: PostgresSettings) throws(DatabaseError) {
      var given = try Self.parse(settings.url)
      let own = [
        ("target_session_attrs", "read-write"), ("application_name", "beckon"),
        ("connect_timeout", "\(max(2, settings.connectTimeoutSeconds))"),
        // A host that vanished without a word is found out by probes, or by bytes without receipt.
        ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"),
      ]
      for (keyword, value) in own where !given.contains(where: { $0.keyword == keyword }) {
        given.append((keyword, value))
      }
      given.removeAll { $0.keyword == "client_encoding" }
      options = given + [("client_encoding", "UTF8")]
    }

    private static func parse(
      _ url: String
    ) throws(DatabaseError) -> [(keyword: String, value: String)] {
      var words: UnsafeMutablePointer<CChar>?
      // libpq's words repeat the URL, and with it the password.
      defer { PQfreemem(words) }
      guard let start = PQconninfoParse(url, &words) else {
        throw .unreadable(
          "the database's URL cannot be read; write postgres://user:password@host/database, with "
            + "%-escapes for special characters in the password")
      }
      defer { PQconninfoFree(start) }
      var options: [(keyword: String, value: String)] = []
      var option = start
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          options.append((String(cString: keyword), String(cString: value)))
        }
        option += 1
      }
      return options
    }

    /// The value of a keyword, as given.
    func value(_ keyword: String) -> String? {
      options.first { $0.keyword == keyword }?.value
    }

    /// The database's and the user's name, for messages.
    var databaseName: String { value("dbname") ?? value("user") ?? "of the user's name" }

    /// Opens a connection, waiting.
    func connect() -> OpaquePointer? {
      withPointers { PQconnectdbParams($0, $1, 0) }
    }

    /// Begins to open a connection.
    func startConnecting() -> OpaquePointer? {
      withPointers { PQconnectStartParams($0, $1, 0) }
    }

    private func withPointers(
      _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> OpaquePointer?
    ) -> OpaquePointer? {
      var pool: [CChar] = []
      var places: [(keyword: Int, value: Int)] = []
      for (keyword, value) in options {
        let start = pool.count
        pool += keyword.utf8CString
        places.append((start, pool.count))
        pool += value.utf8CString
      }
      return pool.withUnsafeBufferPointer { pool in
        guard let base = pool.baseAddress else { return nil }
        let keywords = places.map { Optional(base + $0.keyword) } + [nil]
        return body(keywords, places.map { Optional(base + $0.value) } + [nil])
      }
    }
  }
#endif
