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

  /// Hears what other servers announce, on a connection and a thread of its own, and counts it.
  final class Listener: Sendable {
    private struct State {
      var count: Int64 = 0
      var isHearing = false
      var isClosed = false
      /// The server's processes that serve this `Database`.
      var own: Set<Int32> = []
      /// What the latest changes were, up to `count`.
      var latest: [Announcement] = []

      /// Something has changed; `nil` is anything.
      mutating func change(_ announcement: Announcement?) {
        count += 1
        guard let announcement else {
          latest = []
          return
        }
        if latest.count == Listener.latestMax { latest.removeFirst() }
        latest.append(announcement)
      }
    }

    /// So many changes are remembered: more than come between two looks.
    private static let latestMax = 1_000

    private let server: PostgresServer
    private let state = Locked(State())
    /// The ends of a pipe that wakes the thread.
    private let ears: (reading: Int32, writing: Int32)

    private static let pauseMilliseconds: Int32 = 500

    init(_ server: PostgresServer) throws(DatabaseError) {
      self.server = server
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        throw .unreadable("no pipe for the database: too many files are open; raise ulimit -n")
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ears = (ends[0], ends[1])
    }

    deinit {
      _ = Self.closeFile(ears.reading)
      _ = Self.closeFile(ears.writing)
    }

    private static func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

    /// What this process of the server announces is our own.
    func know(_ backend: Int32) { state.withLock { _ = $0.own.insert(backend) } }

    /// Moves when another server has announced something, or may have while nobody listened.
    /// - Throws: `DatabaseError.closed`.
    func changes() throws(DatabaseError) -> Int64 {
      let count: Int64? = state.withLock { state in
        guard !state.isClosed else { return nil }
        if !state.isHearing { state.change(nil) }
        return state.count
      }
      guard let count else { throw .closed }
      return count
    }

    /// What was announced behind a number of changes; `nil` when it is not known.
    func announcements(behind number: Int64) -> [Announcement]? {
      state.withLock { state in
        let wanted = state.count - number
        guard state.isHearing, wanted >= 0, wanted <= state.latest.count else { return nil }
        return Array(state.latest.suffix(Int(wanted)))
      }
    }

    /// Ends `run`.
    func stop() {
      state.withLock { $0.isClosed = true }
      var byte: UInt8 = 0
      _ = write(ears.writing, &byte, 1)
    }

    /// Connects. Called once before `run`, so that it hears from the beginning.
    func connect() -> OpaquePointer? {
      guard let handle = try? server.listen() else { return nil }
      state.withLock { state in
        state.change(nil)
        state.isHearing = true
      }
      return handle
    }

    /// Listens until it is stopped; connects again when the connection is lost.
    func run(_ first: OpaquePointer?) {
      var handle = first
      while !state.withLock({ $0.isClosed }) {
        if handle == nil { handle = connect() }
        guard let open = handle else {
          wait(-1, Self.pauseMilliseconds)
          continue
        }
        wait(PQsocket(open), -1)
        if PQconsumeInput(open) == 1, PQstatus(open) == CONNECTION_OK {
          hear(open)
        } else {
          state.withLock { $0.isHearing = false }
          PQfinish(open)
          handle = nil
          wait(-1, 20)
        }
      }
      PQfinish(handle)
    }

    private func wait(_ socket: Int32, _ milliseconds: Int32) {
      var descriptors = [
        pollfd(fd: ears.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&descriptors, 2, milliseconds)
    }

    private func hear(_ handle: OpaquePointer) {
      while let notification = PQnotifies(handle) {
        let backend = notification.pointee.be_pid
        let text = notification.pointee.extra.map { String(cString: $0) } ?? ""
        PQfreemem(notification)
        state.withLock { if !$0.own.contains(backend) { $0.change(Announcement(text)) } }
      }
    }
  }
#endif
