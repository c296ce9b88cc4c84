#if Postgres
  import CBeckonPostgres
  import ChildProcess
  import Foundation

  /// A PostgreSQL server of its own, from the system's package, in a temporary directory. A shell
  /// watches over it and ends when this process does, however it does; then the server goes too.
  public final class PostgresCluster: Sendable {
    /// Something about it went wrong.
    public struct Failure: Error, CustomStringConvertible {
      /// What it said, or did not say.
      public let description: String
    }

    /// The one that most tests share, each with a database of its own.
    public static let shared = Result { try PostgresCluster() }

    /// Of its owner, `beckon`, who needs it through TCP only.
    public static let password = "s3cret&%40"
    /// Where everything of it is, its socket too.
    public let directory: String
    /// Its port on 127.0.0.1.
    public let port: UInt16
    private let commands: FileHandle
    private let answers: FileHandle

    /// Makes and starts it.
    /// - Parameter options: further settings of the server, `-c name=value`.
    /// - Throws: `Failure`, `ChildProcess.Failure`.
    public convenience init(
      _ options: String = "-c fsync=off -c full_page_writes=off -c autovacuum=off"
    ) throws {
      try self.init(options, source: "")
    }

    /// Makes and starts a standby, which only reads, of a server that stays the primary.
    /// - Throws: `Failure`, `ChildProcess.Failure`.
    public convenience init(standbyOf primary: PostgresCluster) throws {
      try self.init("", source: "host=\(primary.directory) port=\(primary.port) user=beckon")
    }

    private init(_ options: String, source: String) throws {
      port = try Self.freePort()
      directory = Self.folder + "/beckon-pg-\(getpid())-\(port)"
      let shell = try ChildProcess(
        "/bin/sh", ["-c", Self.watch, "sh", directory, "\(port)", options, Self.password, source],
        input: .pipe, output: .pipe)
      guard let input = shell.input, let output = shell.output else {
        throw Failure(description: "no pipe to the shell")
      }
      (commands, answers) = (input, output)
      try expect("ready")
    }

    deinit { try? commands.close() }

    /// The database's URL, through the socket in the file system, without a password.
    public func url(_ database: String = "postgres") -> String {
      "postgres://beckon@/\(database)?host=\(directory)&port=\(port)"
    }

    /// The database's URL through TCP, with the password.
    /// - Parameter options: libpq's, `sslmode=require&…`.
    public func networkURL(_ database: String = "postgres", _ options: String = "") -> String {
      "postgres://beckon:s3cret%26%2540@127.0.0.1:\(port)/\(database)?\(options)"
    }

    /// A database in place of a file or directory of a test, empty at first; the same one when it
    /// is asked for again.
    /// - Returns: its name.
    public func database(for path: String) throws -> String {
      let name = Self.name(path)
      try run("CREATE DATABASE \"\(name)\"", ignoring: "42P04")
      return name
    }

    /// A copy of a database to which nobody is connected, in place of a file or folder of a test.
    /// - Returns: its name.
    public func database(for path: String, copiedFrom template: String) throws -> String {
      let name = Self.name(path)
      try run("CREATE DATABASE \"\(name)\" TEMPLATE \"\(template)\" STRATEGY file_copy")
      return name
    }

    /// Takes it away, whoever is connected to it.
    public func removeDatabase(for path: String) throws {
      try run("DROP DATABASE IF EXISTS \"\(Self.name(path))\" WITH (FORCE)")
    }

    private static func name(_ path: String) -> String {
      String(path.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }.suffix(60))
    }

    /// Runs a statement outside any transaction, as the server's owner.
    public func run(
      _ sql: String, in database: String = "postgres", ignoring state: String = ""
    ) throws {
      let handle = PQconnectdb(url(database))
      defer { PQfinish(handle) }
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      let found = beckon_postgres_state(result).map { String(cString: $0) }
      guard PQresultStatus(result) == PGRES_FATAL_ERROR, found != state else { return }
      throw Failure(description: PQerrorMessage(handle).map { String(cString: $0) } ?? sql)
    }

    /// Stops the server at once, as a crash would.
    public func crash() throws { try tell("crash", expect: "crashed") }
    /// Starts it again.
    public func start() throws { try tell("start", expect: "ready") }
    /// Stops its postmaster and all of its processes in mid-air.
    public func freeze() throws { try tell("freeze", expect: "frozen") }
    /// Lets them go on.
    public func thaw() throws { try tell("thaw", expect: "thawed") }

    /// Gives it a certificate for 127.0.0.1, signed by itself, and starts it again with TLS.
    /// - Returns: the certificate's path.
    public func secure() throws -> String {
      // Made by the server, so that it owns the key.
      let command =
        "cat >/dev/null; umask 077; openssl req -new -x509 -nodes -days 2 -subj /CN=localhost "
        + "-addext subjectAltName=IP:127.0.0.1 -keyout server.key -out server.crt 2>/dev/null"
      try run("COPY (SELECT 1) TO PROGRAM '\(command)'")
      try run("ALTER SYSTEM SET ssl = on")
      try crash()
      try start()
      return directory + "/data/server.crt"
    }

    private func tell(_ command: String, expect answer: String) throws {
      try commands.write(contentsOf: Data((command + "\n").utf8))
      try expect(answer)
    }

    private func expect(_ answer: String) throws {
      var line = Data()
      while let byte = try answers.read(upToCount: 1), byte != Data("\n".utf8) {
        line += byte
        if byte.isEmpty { break }
      }
      let found = String(decoding: line, as: UTF8.self)
      guard found != answer else { return }
      throw Failure(
        description: "PostgreSQL does not run: \(found). Is postgresql-15 installed? "
          + "script/bootstrap --test")
    }

    /// In memory where there is room. Each test makes a database of some hundred files and takes it
    /// away again, and ext4 is slow to make files where many were just deleted.
    private static let folder: String = {
      let memory = "/dev/shm"
      let attributes = try? FileManager.default.attributesOfFileSystem(forPath: memory)
      let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
      return free >= 2 << 30 ? memory : "/tmp"
    }()

    private static func freePort() throws -> UInt16 {
      guard let (descriptor, port) = LocalSocket.onFreePort() else {
        throw Failure(description: "no free port")
      }
      close(descriptor)
      return UInt16(port)
    }

    /// The watching shell: makes the cluster, starts it, obeys, and takes it away at the end of its
    /// input. PostgreSQL refuses to run as root, so root becomes the package's user.
    private static let watch = """
      directory=$1 port=$2 options=$3 password=$4 source=$5
      trap '' INT TERM HUP
      export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin:/usr/lib/postgresql/15/bin:/opt/homebrew/opt/postgresql@15/bin"
      as=
      mkdir -m 755 "$directory" || exit 1
      if [ "$(id -u)" = 0 ]; then
        as="setpriv --reuid=postgres --regid=postgres --clear-groups"
        chown postgres "$directory"
      fi
      cd "$directory"
      printf %s "$password" > password
      chmod 644 password
      if [ -z "$source" ]; then
        $as initdb -D data -U beckon -A trust --auth-host=scram-sha-256 --pwfile=password \\
          -E UTF8 --locale=C --no-sync > initdb.log 2>&1
      else
        $as pg_basebackup -d "$source" -D data -R --checkpoint=fast --no-sync > initdb.log 2>&1
      fi
      start() {
        $as postgres -D data -k "$directory" -p "$port" -c listen_addresses=127.0.0.1 \\
          -c max_connections=600 -c shared_buffers=64MB $options >> "/dev/null" 2>> server.log &
        server=$!
        for try in $(seq 300); do
          if pg_isready -q -h "$directory" -p "$port"; then echo ready; return; fi
          kill -0 $server 2>/dev/null || break
          sleep 0.05
        done
        tail -1 server.log initdb.log | tr '\\n' ' '; echo
      }
      stop() { kill -QUIT $server 2>/dev/null; wait $server 2>/dev/null; }
      start
      while read -r command; do
        case $command in
          start) start ;;
          crash) stop; echo crashed ;;
          freeze) kill -STOP $server $(ps -o pid= --ppid $server); echo frozen ;;
          thaw) kill -CONT $server $(ps -o pid= --ppid $server); echo thawed ;;
        esac
      done
      stop
      rm -rf "$directory"
      """
  }
#endif
