import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonSDK
import BeckonStore
import Foundation

/// The real `beckon serve` in a process of its own, with a new app.
final class DemoServer: Sendable {
  let url: String
  let publishableKey: String
  let secretKey: String
  let processIdentifier: Int32
  private let cleaning: DemoCleaning
  private let database: String
  private let transport = Transport.urlSession()
  /// How long its server has for an answer: a story must not end because the machine is busy.
  private static let answerMilliseconds: Int64 = 120_000

  var folder: URL { cleaning.folder }
  var folderPath: String { folder.path }

  /// Starts one.
  /// - Parameters:
  ///   - cleaning: its folder, for the log and a new database; removed when it does not start.
  ///   - database: where the story is played; `nil` for a new SQLite file.
  ///   - fill: puts something into it first.
  /// - Throws: `Failure`, also for a database that has apps; `DatabaseError`.
  static func start(
    _ cleaning: DemoCleaning, on database: String?,
    filledBy fill: (DatabaseAddress) async throws -> Void = { _ in }
  ) async throws -> DemoServer {
    let folder = cleaning.folder
    // The log has texts, and at first a link that signs in to the dashboard.
    try cleaning.unlessStopped {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    do {
      let database = database ?? "sqlite:" + folder.appendingPathComponent("beckon.db").path
      let address = try DatabaseAddress(database)
      try await requireNew(address)
      try await fill(address)
      return try DemoServer(cleaning, database)
    } catch {
      cleaning.end()
      throw error
    }
  }

  /// Refuses a database that somebody uses: what is made up would stand between what is real, for
  /// ever, and be sent with it.
  private static func requireNew(_ address: DatabaseAddress) async throws {
    let (database, lock) = try await address.openForServing()
    defer { withExtendedLifetime(lock) {} }
    let apps: [AppID]
    do {
      apps = try await database.read { try Accounts($0).apps().map(\.id) }
    } catch {
      await database.close()
      throw error
    }
    await database.close()
    guard apps.isEmpty else {
      throw Failure(
        "the database has apps, and a demo makes up more that cannot be taken out again",
        "beckon demo --database sqlite:demo.db")
    }
  }

  private init(_ cleaning: DemoCleaning, _ database: String) throws {
    self.cleaning = cleaning
    self.database = database
    let app = try Self.run(
      ["app", "create", "--name", "Pirates", "--json"], on: database, cleaning)
    guard let keys = try? JSONReader.read(app),
      let publishable = keys["publishable_key"]?.string, let secret = keys["secret_key"]?.string
    else {
      // It has said why, where this program's errors go.
      throw Failure("no app could be made in the demo's database", "beckon doctor --database …")
    }
    (publishableKey, secretKey) = (publishable, secret)
    let log = cleaning.folder.appendingPathComponent("server.log")
    // The phones of the story sit behind addresses of their own, which a proxy would tell.
    let process = try Self.start(
      [
        "serve", "--listen", "127.0.0.1:0", "--trusted-proxy", "127.0.0.1/32", "--sms-gateway",
        "log:", "--request-milliseconds", "\(Self.answerMilliseconds)",
      ], on: database, log: log, cleaning)
    processIdentifier = process.process.processIdentifier
    let line = Self.line(from: process.output)
    guard let url = try? JSONReader.read(line)["url"]?.string else {
      let said = (try? String(contentsOf: log, encoding: .utf8))?.split(separator: "\n").last
      throw Failure("the server did not start: \(said ?? "it said nothing")", "beckon doctor")
    }
    self.url = url
  }

  /// Stops it, and removes its files.
  func end(keepingFiles: Bool = false) { cleaning.end(keepingFiles: keepingFiles) }

  /// Does what puts something into its folder that was not there.
  func unlessStopped<Result>(_ body: () throws -> Result) rethrows -> Result {
    try cleaning.unlessStopped(body)
  }

  /// Plain HTTP, as `curl` would do it.
  func call(
    _ method: String, _ path: String, _ body: JSON? = nil, headers: [String: String] = [:]
  ) async throws -> (status: Int, headers: [String: String], json: JSON) {
    let response = try await transport.send(
      TransportRequest(
        method: method, url: path.hasPrefix("http") ? path : url + path, headers: headers,
        body: body?.bytes ?? [], timeoutMilliseconds: Self.answerMilliseconds + 30_000))
    let json = (try? JSONReader.read(response.body)) ?? .null
    return (response.status, response.headers, json)
  }

  /// A call with the secret key; anything but success ends the demo.
  func ask(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    let answer = try await call(
      method, path, body, headers: ["Authorization": "Bearer \(secretKey)"])
    guard (200..<300).contains(answer.status) else {
      throw Failure("\(method) \(path) answered \(answer.json.text)", "beckon doctor")
    }
    return answer.json
  }

  /// A link by which one browser signs in to the dashboard, once.
  func dashboardLink() throws -> String {
    try Self.run(["dashboard-link", "--public-url", url], on: database, cleaning)
  }

  // MARK: Processes

  private static func run(
    _ arguments: [String], on database: String, _ cleaning: DemoCleaning
  ) throws -> String {
    let started = try start(arguments, on: database, log: nil, cleaning)
    let text = line(from: started.output)
    started.process.waitUntilExit()
    return text
  }

  private static func start(
    _ arguments: [String], on database: String, log: URL?, _ cleaning: DemoCleaning
  ) throws -> (process: Process, output: FileHandle) {
    // Its run loop fails beyond some thousand open descriptors; the demo has a dozen.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    if !FileManager.default.fileExists(atPath: "/proc/self/exe") {
      process.executableURL = Bundle.main.executableURL
    }
    process.arguments = arguments
    // Anybody on this machine reads the words of a command, and a database's may hold a password.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["BECKON_DATABASE": database]) { _, own in own }
    let output = Pipe()
    process.standardOutput = output
    if let log {
      guard
        FileManager.default.createFile(
          atPath: log.path, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw Failure("'\(log.path)' cannot be written", "beckon demo --help") }
      process.standardError = try FileHandle(forWritingTo: log)
    }
    try cleaning.start(process)
    return (process, output.fileHandleForReading)
  }

  private static func line(from handle: FileHandle) -> String {
    var bytes: [UInt8] = []
    while let byte = handle.readData(ofLength: 1).first, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
