#if Postgres
  import BeckonBasics

  /// Keeps one thread's connection, and opens another when it is lost.
  final class Keeper {
    private let connect: () throws(PostgresFault) -> PostgresConnection
    private var connection: PostgresConnection?
    private var failure: PostgresFault?
    private var nextTry: UInt64 = 0

    /// After a failure the next try is not made before this; calls in between fail at once.
    private static let pauseNanoseconds: UInt64 = 200_000_000

    init(_ connect: @escaping () throws(PostgresFault) -> PostgresConnection) {
      self.connect = connect
    }

    /// A connection that works, as far as is known.
    func open() throws(PostgresFault) -> PostgresConnection {
      if let connection, connection.link.loss == nil { return connection }
      connection = nil
      if let failure, MonotonicClock.nanoseconds() < nextTry { throw failure }
      do throws(PostgresFault) {
        let new = try connect()
        connection = new
        failure = nil
        return new
      } catch {
        failure = error
        nextTry = MonotonicClock.nanoseconds() + Self.pauseNanoseconds
        throw error
      }
    }

    /// Ends the connection, after the last answer, without which the server would complain.
    func close() {
      connection?.collectEnd()
      connection = nil
    }
  }
#endif
