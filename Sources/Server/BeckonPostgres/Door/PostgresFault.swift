#if Postgres
  import BeckonDatabase
  import CBeckonPostgres

  /// What PostgreSQL or libpq reported.
  struct PostgresFault: Error {
    /// What can be done about it.
    enum Kind {
      /// Another transaction stood in the way; the same again may succeed.
      case conflict
      /// A key is there already; run again, the body may see it.
      case duplicate
      /// The connection cannot be used any more.
      case lost
      /// The same again fails again.
      case lasting
    }

    /// Five characters of SQL's standard; empty when libpq itself failed.
    let state: String
    /// One line. It names tables and rules, never values.
    let message: String
    let kind: Kind

    init(state: String, message: String, kind: Kind? = nil) {
      self.state = state
      self.message = message
      self.kind = kind ?? Self.kind(state)
    }

    /// The failure that a result reports.
    init(_ result: OpaquePointer?) {
      let state = beckon_postgres_state(result).map { String(cString: $0) } ?? ""
      let words = beckon_postgres_message(result) ?? UnsafePointer(PQresultErrorMessage(result))
      self.init(
        state: state, message: Self.line(words), kind: state.isEmpty ? .lost : Self.kind(state))
    }

    /// SQL's own code for a commit of which nobody knows.
    static let resolutionUnknown = "08007"

    /// The connection is gone.
    static func lost(_ reason: String) -> PostgresFault {
      PostgresFault(state: "", message: reason, kind: .lost)
    }

    private static func kind(_ state: String) -> Kind {
      switch state {
      case "40001", "40P01": .conflict
      case "23505": .duplicate
      // Ended by an operator, a timeout, or because the server is no longer the primary; or it has
      // forgotten our statements, or a table that they name has changed.
      case "0A000", "25006", "25P03", "26000", "57P05", "57P01", "57P02", "57P03", "57P04": .lost
      case _ where state.hasPrefix("08"): .lost
      default: .lasting
      }
    }

    /// The first line of a message from C.
    static func line(_ words: UnsafePointer<CChar>?) -> String {
      let text = words.map { String(cString: $0) } ?? ""
      return text.split(separator: "\n").first.map(String.init) ?? "no reason given"
    }

    /// The error for the caller. `sql` is shown with a fault of the program.
    func error(sql: String? = nil) -> DatabaseError {
      switch state {
      case Self.resolutionUnknown: .outcomeUnknown(message)
      case "53100": .full
      case "25006": .unavailable("the server is read-only: \(message); is it a standby now?")
      case "57014": .unavailable("a statement took too long: \(message)")
      case "55P03": .unavailable("a lock was not free in time: \(message)")
      case "42501":
        .unreadable("\(message): let the user of the URL own the database, or GRANT it the right")
      case "40001", "40P01": .unavailable("others changed the same rows: \(message)")
      case "": .unavailable(message)
      case _ where state.hasPrefix("23"): .constraint(message)
      case _ where ["08", "53", "57", "58"].contains(state.prefix(2)): .unavailable(message)
      case _ where state.hasPrefix("XX"): .corrupt(message)
      default: .misuse(sql.map { "\(message) (\(state)), in: \($0)" } ?? "\(message) (\(state))")
      }
    }
  }
#endif
