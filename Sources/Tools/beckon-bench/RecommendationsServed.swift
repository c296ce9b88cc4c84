import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import ChildProcess
import Foundation

/// Visitors of a shop over HTTP, at a fixed rate: each looks at a product, which is committed, and
/// is then recommended twenty. Real clicks, where the machine has them.
enum RecommendationsServed {
  /// Such visits in a second; each is two requests.
  private static let visitsPerSecond = 1_000
  private static let visitors = 100_000
  private static let goalMilliseconds90 = 7

  static func run(_ scale: Scale) async throws -> JSON {
    let path = Recommendations.folder + "/diginetica/train_sessions.txt"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      return ["skipped": .string("there is no \(path): set BECKON_DATA")]
    }
    let shop = Clicks(text)
    let workshop = try await Workshop { try await shop.store(in: $0, $1) }
    defer { workshop.remove() }
    let server = try workshop.serve()
    defer { server.stop() }
    let builtSeconds = try await waitUntilRead(server)
    let seconds = scale.isQuick ? scale.seconds : 60
    let loop = OpenLoop(rate: visitsPerSecond, seconds: seconds)
    let (empty, key, answers) = (Locked(0), workshop.secretKey, Locked(OpenLoop.Result()))
    let result = await loop.run(port: server.port) { number, connection in
      let (visitor, product) = (number * 7_919 % visitors, shop.names[number % shop.names.count])
      let event =
        "{\"events\":[{\"id\":\"b\(number)\",\"name\":\"product_viewed\",\"install_id\":"
        + "\"v\(visitor)\",\"properties\":{\"product_id\":\"\(product)\"}}]}"
      guard connection.body("POST", "/v1/events", key: key, event) != nil else { return false }
      let start = MonotonicClock.nanoseconds()
      let path = "/v1/recommendations?install_id=v\(visitor)"
      guard let answer = connection.body("GET", path, key: key) else { return false }
      let milliseconds = Double(MonotonicClock.nanoseconds() - start) / 1e6
      answers.withLock { $0.milliseconds.append(milliseconds) }
      if !answer.contains("\"reason\"") { empty.withLock { $0 += 1 } }
      return true
    }
    server.stop()
    let stored = try await workshop.open().read {
      try $0.first("SELECT COUNT(*) FROM shop_actions", []) { $0.integer(0) } ?? 0
    }
    try check(result, empty.withLock { $0 }, Int(stored) - shop.count, loop)
    return [
      "clicks": .integer(shop.count), "read_seconds": Telling.rounded(builtSeconds),
      "requests_per_second": .integer(2 * visitsPerSecond),
      "p50_milliseconds": Telling.rounded(result.percentile(50)),
      "p90_milliseconds": Telling.rounded(result.percentile(90)),
      "p99_milliseconds": Telling.rounded(result.percentile(99)),
      "answer_p50_milliseconds": Telling.rounded(answers.withLock { $0.percentile(50) }),
      "answer_p90_milliseconds": Telling.rounded(answers.withLock { $0.percentile(90) }),
      "goal_p90_milliseconds": .integer(goalMilliseconds90),
      "failures": .integer(result.failures),
      "empty": .integer(empty.withLock { $0 }),
    ]
  }

  /// Every view must be stored, and at least 99 of 100 answers have products.
  private static func check(
    _ result: OpenLoop.Result, _ empty: Int, _ stored: Int, _ loop: OpenLoop
  ) throws {
    let visits = loop.rate * loop.seconds
    guard result.failures == 0, stored == visits else {
      throw BenchError("of \(visits) views \(stored) are stored; \(result.failures) failed")
    }
    guard empty * 100 <= visits else { throw BenchError("\(empty) of \(visits) answers are empty") }
  }

  private static func waitUntilRead(_ server: ServerProcess) async throws -> Double {
    let start = MonotonicClock.nanoseconds()
    for _ in 0..<6_000 {
      let body = LoopConnection(port: server.port)?.body("GET", "/health", key: "")
      if body?.contains("\"warming\":false") == true {
        return Double(MonotonicClock.nanoseconds() - start) / 1e9
      }
      // Sleeps because: the server does not tell when it has read all.
      try await Task.sleep(nanoseconds: 50_000_000)
    }
    throw BenchError("the server did not read its clicks within five minutes")
  }

  /// Sessions of a file, a line each.
  private struct Clicks: Sendable {
    let sessions: [[Int]]
    /// The products' ids.
    let names: [String]
    let count: Int

    init(_ text: String) {
      var (numbers, names): ([Substring: Int], [String]) = ([:], [])
      sessions = text.split(separator: "\n").map { line in
        line.split(separator: " ").map { item in
          if let number = numbers[item] { return number }
          numbers[item] = names.count
          names.append(String(item))
          return names.count - 1
        }
      }
      self.names = names
      count = sessions.reduce(0) { $0 + $1.count }
    }

    private static let actions = Insertion(
      "shop_actions",
      [
        .integer("app"), .integer("visitor"), .integer("session"), .integer("product"),
        .integer("kind"), .integer("at"), .integer("received_at"),
      ])
    private static let numbers = Insertion(
      "product_numbers", [.integer("number"), .integer("app"), .text("product")])

    /// Stores them as if they had happened within the last day, one after the other.
    func store(in database: any Database, _ app: AppContext) async throws {
      let tenant = DatabaseValue.integer(app.number)
      let start = Ambient.system.now().milliseconds - Span.dayMilliseconds
      try await database.write { connection in
        try connection.insert(
          names.enumerated().map { [.integer($0 + 1), tenant, .text($1)] }, by: Self.numbers)
        var click: Int64 = 0
        for (session, products) in sessions.enumerated() {
          // Visits get numbers from 1 on.
          let number = DatabaseValue.integer(session + 1_000_000_000)
          try connection.insert(
            products.map { product in
              click += 1
              let at = DatabaseValue.integer(start + click * 80)
              return [tenant, number, number, .integer(product + 1), .integer(1), at, at]
            }, by: Self.actions)
        }
      }
    }
  }
}
