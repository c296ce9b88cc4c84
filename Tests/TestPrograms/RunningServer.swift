import BeckonBasics
import BeckonModel
import ChildProcess
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `beckon serve` as a process, ready to be asked. Killed with the last reference to it.
public final class RunningServer: @unchecked Sendable {
  private let process: ChildProcess
  private let logPath: String
  /// Its files must stay while it runs.
  private let folder: TemporaryFolder
  /// The ready line.
  public let ready: JSON
  /// Milliseconds from the start of the process to the ready line.
  public let startMilliseconds: Double

  /// An answer of it.
  public struct Answer: Sendable {
    /// HTTP status; 0 when the answer is none.
    public let status: Int
    /// The body.
    public let text: String
    /// Null when the body is not JSON.
    public let json: JSON
    /// The header `Retry-After`.
    public let retryAfter: String?
  }

  /// It did not come up, or was asked what is no path.
  public struct NotReady: Error, CustomStringConvertible {
    /// What it said.
    public let description: String
  }

  /// Starts it on a free port, with a minute for each answer, which a busy machine may need, unless
  /// the arguments say otherwise.
  /// - Throws: `NotReady`, and what `BeckonProgram.start` throws.
  public init(
    _ folder: TemporaryFolder, _ arguments: String..., environment: [String: String] = [:],
    database: String? = nil
  ) async throws {
    let words =
      ["serve", "--listen", "127.0.0.1:0", "--database", try database ?? folder.database()]
      + (arguments.contains(Self.deadline) ? [] : [Self.deadline, "60000"]) + arguments
    self.folder = folder
    logPath = folder.file("log-\(UUID().uuidString)")
    let start = MonotonicClock.nanoseconds()
    process = try BeckonProgram.start(
      words, environment: environment, output: .pipe, errors: .file(logPath))
    let line = await Self.firstLine(of: process)
    startMilliseconds = Double(MonotonicClock.nanoseconds() - start) / 1e6
    guard let ready = try? JSONReader.read(line) else {
      throw NotReady(description: "said '\(line)'; \(Self.text(logPath))")
    }
    self.ready = ready
  }

  private static let deadline = "--request-milliseconds"

  deinit { process.signal(SIGKILL) }

  private static func firstLine(of process: ChildProcess) async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let data = process.output?.availableData ?? Data()
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// The number of its process.
  public var processID: Int32 { process.identifier }
  /// Under which URL it says that people reach it: `http://127.0.0.1:PORT` unless the arguments
  /// say otherwise.
  public var url: String { ready["url"]?.string ?? "" }
  /// The port in `url`.
  public var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }
  /// Whether it has not ended yet.
  public var isRunning: Bool { process.isRunning }
  /// What it wrote to standard error so far.
  public var log: String { Self.text(logPath) }

  /// Sends a signal.
  public func signal(_ number: Int32) { process.signal(number) }

  /// Waits for its end, and ends it by force after half a minute: longer than it may drain.
  /// - Returns: its exit status; of a signal, its number below zero.
  public func ending() async -> Int32 {
    let force = DispatchWorkItem { self.signal(SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: force)
    defer { force.cancel() }
    return await process.ending()
  }

  /// Stops it in good order.
  public func stop() async -> Int32 {
    signal(SIGTERM)
    return await ending()
  }

  /// Reads something from it.
  /// - Throws: `NotReady`, `URLError`.
  public func get(_ path: String, key: String? = nil) async throws -> Answer {
    try await ask("GET", path, key: key)
  }

  /// Asks it something. Redirects are followed.
  /// - Throws: `NotReady`, `URLError`.
  public func ask(
    _ method: String, _ path: String, key: String? = nil, _ body: JSON? = nil,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    guard let url = URL(string: url + path) else { throw NotReady(description: path) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.bytes) }
    if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await URLSession.shared.data(for: request)
    let http = response as? HTTPURLResponse
    return Answer(
      status: http?.statusCode ?? 0, text: String(decoding: data, as: UTF8.self),
      json: (try? JSONReader.read(Array(data))) ?? .null,
      retryAfter: http?.value(forHTTPHeaderField: "Retry-After"))
  }
}
