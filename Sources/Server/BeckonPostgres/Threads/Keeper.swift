#if Postgres
  import BeckonBasics

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Keeps one thread's connection, and opens another when it is lost.
  final class Keeper {
    /// Counts the threads that serve one queue and have a connection.
    final class Attendance: Sendable {
      fileprivate let count = Locked(0)
    }

    private let attendance: Attendance
    private let connect: () throws(PostgresFault) -> PostgresConnection
    private var connection: PostgresConnection?
    private var failure: PostgresFault?
    private var nextTry: UInt64 = 0

    /// After a failure the next try is not made before this; calls in between fail at once.
    private static let pauseNanoseconds: UInt64 = 200_000_000

    init(
      _ attendance: Attendance, _ connect: @escaping () throws(PostgresFault) -> PostgresConnection
    ) {
      self.attendance = attendance
      self.connect = connect
    }

    /// Waits for a connection while other threads have one: they serve in the meantime what this
    /// one could only refuse. When nobody has one, someone must refuse.
    func prepare() {
      while (try? open()) == nil, attendance.count.withLock({ $0 > 0 }) {
        let now = MonotonicClock.nanoseconds()
        if now < nextTry { usleep(UInt32((nextTry - now) / 1_000)) }
      }
    }

    /// A connection that works, as far as is known.
    func open() throws(PostgresFault) -> PostgresConnection {
      if let connection, connection.link.loss == nil { return connection }
      drop()
      if let failure, MonotonicClock.nanoseconds() < nextTry { throw failure }
      do throws(PostgresFault) {
        let new = try connect()
        connection = new
        attendance.count.withLock { $0 += 1 }
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
      drop()
    }

    private func drop() {
      guard connection != nil else { return }
      connection = nil
      attendance.count.withLock { $0 -= 1 }
    }
  }
#endif
