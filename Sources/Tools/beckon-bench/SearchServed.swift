import BeckonBasics
import BeckonModel
import ChildProcess
import Foundation

/// A search over HTTP while people type: as many keystrokes as the server answers at 64
/// connections, then so many a second, each due at its time. The products of real catalogues, where
/// the machine has them, else of one that it makes.
enum SearchServed {
  /// Keystrokes that are due in a second.
  private static let keystrokesPerSecond = 400
  private static let (connections, count) = (64, 10)
  private static let goalMilliseconds99 = 10
  /// Of so many answers one is compared with the engine's.
  private static let sample = 50

  /// What clients see of the answers.
  private struct Seen: Sendable {
    var empty = 0
    /// The products of some answers, by the number of their keystroke.
    var products: [Int: [String]] = [:]
  }

  static func run(_ scale: Scale) async throws -> JSON {
    let catalogue = try SearchedCatalogue()
    let workshop = try await Workshop()
    defer { workshop.remove() }
    let tellingRate = try await tell(catalogue, in: workshop)
    let server = try workshop.serve()
    defer { server.stop() }
    let (readSeconds, bytes) = try await waitUntilRead(server, catalogue.count)
    let queries = catalogue.keystrokes()
    let most = try throughput(of: server, queries, in: workshop, scale)
    let loop = OpenLoop(rate: keystrokesPerSecond, seconds: scale.isQuick ? scale.seconds : 30)
    let (result, seen) = await typed(queries, loop, server, key: workshop.secretKey)
    server.stop()
    let wrong = try await EngineAnswers(workshop, count: count).different(seen.products, queries)
    let figures: JSON = [
      "catalogue": .string(catalogue.name), "products": .integer(catalogue.count),
      "told_per_second": Telling.rounded(tellingRate),
      "products_read_per_second": Telling.rounded(Double(catalogue.count) / readSeconds),
      "bytes_per_product": .integer(bytes / catalogue.count),
      "keystrokes_per_second": Telling.rounded(most.requestsPerSecond),
      "closed_p99_milliseconds": Telling.rounded(most.p99Milliseconds),
      "processor_ratio": most.processorRatio,
      "due_per_second": .integer(keystrokesPerSecond),
      "p50_milliseconds": Telling.rounded(result.percentile(50)),
      "p90_milliseconds": Telling.rounded(result.percentile(90)),
      "p99_milliseconds": Telling.rounded(result.percentile(99)),
      "goal_p99_milliseconds": .integer(goalMilliseconds99),
      "failures": .integer(result.failures + most.failures), "empty": .integer(seen.empty),
      "compared": .integer(seen.products.count), "different": .integer(wrong.count),
    ]
    try check(wrong, result.failures + most.failures, seen.empty, loop, figures)
    return figures
  }

  /// All are answered, as the engine does it, and nine of ten find something: some beginnings with
  /// typos begin no word.
  private static func check(
    _ wrong: [String], _ failures: Int, _ empty: Int, _ loop: OpenLoop, _ figures: JSON
  ) throws {
    guard failures == 0 else { throw BenchError("\(failures) searches failed", figures: figures) }
    guard wrong.isEmpty else {
      throw BenchError(
        "\(wrong.count) answers are not the engine's, such as of '\(wrong[0])'", figures: figures)
    }
    guard empty * 10 <= loop.rate * loop.seconds else {
      throw BenchError("\(empty) answers are empty", figures: figures)
    }
  }

  private static func path(_ query: String) -> String {
    let letters = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return "/v1/search?q=\(letters)&count=\(count)"
  }

  // MARK: The products

  /// Tells a server of all products, which is stopped then: the one that is measured reads them as
  /// after any start.
  /// - Returns: products a second.
  private static func tell(
    _ catalogue: SearchedCatalogue, in workshop: Workshop
  ) async throws -> Double {
    let server = try workshop.serve()
    defer { server.stop() }
    guard let connection = LoopConnection(port: server.port) else {
      throw BenchError("the server does not listen")
    }
    let start = MonotonicClock.nanoseconds()
    for part in catalogue.parts {
      let body: JSON = ["products": .array(Array(part))]
      let answer = connection.body("POST", "/v1/products", key: workshop.secretKey, body.text)
      guard let answer, !answer.contains("\"rejected\"") else {
        let receipts = answer.flatMap { try? JSONReader.read($0) }?["receipts"]?.elements ?? []
        let first = receipts.first { $0["status"] == .string("rejected") }
        throw BenchError("the server refused products: \(first?.text ?? "all of a request")")
      }
    }
    return Double(catalogue.count) * 1e9 / Double(MonotonicClock.nanoseconds() - start)
  }

  /// - Returns: seconds that it took, and bytes that the search takes then.
  private static func waitUntilRead(
    _ server: ServerProcess, _ products: Int
  ) async throws -> (seconds: Double, bytes: Int) {
    let start = MonotonicClock.nanoseconds()
    var body: String?
    for _ in 0..<12_000 {
      body = LoopConnection(port: server.port)?.body("GET", "/health", key: "")
      let search = body.flatMap { try? JSONReader.read($0) }?["search"]
      if search?["warming"] == .bool(false), search?["products"]?.integer == Int64(products) {
        let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
        return (seconds, Int(search?["bytes"]?.integer ?? 0))
      }
      // Sleeps because: the server does not tell when it has read all.
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    throw BenchError(
      "the server did not read its \(products) products within two minutes: \(body ?? "no answer")")
  }

  // MARK: Typing

  private static func throughput(
    of server: ServerProcess, _ queries: [String], in workshop: Workshop, _ scale: Scale
  ) throws -> Wrk.Result {
    let paths = queries.prefix(20_000).map { "\"\(path($0))\"" }.joined(separator: ",\n")
    let script = try workshop.write(
      """
      local paths = {\(paths)}
      local next = 0
      function request()
        next = next % #paths + 1
        return wrk.format("GET", paths[next])
      end
      wrk.headers["Authorization"] = "Bearer \(workshop.secretKey)"
      """, to: "search.lua")
    return try Wrk.run(
      server, "/v1/search", connections: connections, seconds: scale.seconds, script: script)
  }

  private static func typed(
    _ queries: [String], _ loop: OpenLoop, _ server: ServerProcess, key: String
  ) async -> (OpenLoop.Result, Seen) {
    let seen = Locked(Seen())
    let result = await loop.run(port: server.port) { number, connection in
      let query = queries[number % queries.count]
      guard let answer = connection.body("GET", path(query), key: key) else { return false }
      let isSampled = number % sample == 0
      guard isSampled || answer.contains("\"items\":[]") else { return true }
      let items = (try? JSONReader.read(answer))?["items"]?.elements ?? []
      let products = items.compactMap { $0["product"]?.string }
      seen.withLock { seen in
        seen.empty += products.isEmpty ? 1 : 0
        if isSampled { seen.products[number] = products }
      }
      return true
    }
    return (result, seen.withLock { $0 })
  }
}
