import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import ChildProcess
import Foundation

/// Visitors' clicks on a shop's products: the sessions of a file, and made ones beside them.
struct ShopClicks: Sendable {
  /// The products of each session, by their places in `names`.
  private(set) var sessions: [[Int]]
  /// The products' ids.
  private(set) var names: [String]

  /// How many clicks there are.
  var count: Int { sessions.reduce(0) { $0 + $1.count } }

  /// The real clicks of a file, a session a line; `nil` where the machine has none.
  static func real() -> ShopClicks? {
    (try? String(contentsOfFile: path, encoding: .utf8)).map(ShopClicks.init(lines:))
  }

  /// Why there is no figure.
  static let missing: JSON = ["skipped": .string("there is no \(path): set BECKON_DATA")]

  private static var path: String { Recommendations.folder + "/diginetica/train_sessions.txt" }

  private init(lines text: String) {
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
  }

  /// Adds made products until there are so many, each in one session with its neighbour.
  func filled(to products: Int) -> ShopClicks {
    var filled = self
    for first in stride(from: names.count, to: products - 1, by: 2) {
      filled.names += ["made-\(first)", "made-\(first + 1)"]
      filled.sessions.append([first, first + 1])
    }
    return filled
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
    let now = Ambient.system.now().milliseconds
    let (start, pause) = (now - Span.dayMilliseconds, Span.dayMilliseconds / Int64(count + 1))
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
            let at = DatabaseValue.integer(start + click * pause)
            return [tenant, number, number, .integer(product + 1), .integer(1), at, at]
          }, by: Self.actions)
      }
    }
  }

  /// Products that are told in one call.
  private static let productsOfCall = 500

  /// Tells the server of all products, as a shop's feed would.
  /// - Returns: the connection by which it was told.
  func tellCatalogue(_ workshop: Workshop, _ server: ServerProcess) throws -> LoopConnection {
    guard let connection = LoopConnection(port: server.port) else {
      throw BenchError("the server does not answer")
    }
    for first in stride(from: 0, to: names.count, by: Self.productsOfCall) {
      let part = names[first..<min(first + Self.productsOfCall, names.count)]
      let products = part.map { "{\"product\":\"\($0)\",\"title\":\"Product \($0)\"}" }
      let body = "{\"products\":[\(products.joined(separator: ","))]}"
      guard connection.body("POST", "/v1/products", key: workshop.secretKey, body) != nil else {
        throw BenchError("the server did not take the products")
      }
    }
    return connection
  }
}
