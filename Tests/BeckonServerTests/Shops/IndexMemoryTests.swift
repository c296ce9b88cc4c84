import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import BeckonTesting
import Testing

@testable import BeckonServer

/// What a server holds of several shops, with too little memory for all.
@Suite struct IndexMemoryTests {
  /// Runs a server whose memory is too small for two of the shops, and large enough for one.
  private static func run(
    runsLoops: Bool = false, _ body: (TestServer, _ bytesMax: Int) async throws -> Void
  ) async throws {
    var bytes: Int64 = 0
    try await TestServer.run { server in
      let shop = TestShop(server)
      try await fill(shop, "green")
      _ = try await answers(shop, "green", server)
      bytes = try await held(server).value("index_memory.bytes")?.integer ?? 0
    }
    #expect(bytes > 50_000)
    let bytesMax = Int(bytes) * 3 / 2
    try await TestServer.run(runsLoops: runsLoops, indexBytes: bytesMax) {
      try await body($0, bytesMax)
    }
  }

  /// Fills a shop with products that have the same words, but for its own.
  private static func fill(_ shop: TestShop, _ word: String) async throws {
    for first in stride(from: 0, to: 200, by: 100) {
      let products = (first..<first + 100).map { number -> JSON in
        [
          "product": .string("\(word)-\(number)"),
          "title": .string("\(word) lamp \(number) with a shade of paper"), "brand": "Acme",
        ]
      }
      let answer = try await shop.app.post("/v1/products", ["products": .array(products)])
      #expect(answer.status == 200, "\(answer.text)")
    }
    for visitor in ["a", "b", "c"] {
      try await shop.visit(visitor, ["\(word)-1", "\(word)-2"])
    }
  }

  /// What a shop finds and recommends once it is in memory; asks until it is.
  private static func answers(
    _ shop: TestShop, _ word: String, _ server: TestServer
  ) async throws -> [[String]] {
    // A later minute, so that what is used last is told from what was used before.
    try await server.wait(minutes: 1)
    _ = try await shop.found("q=lamp")
    try await server.wait()
    let answer = try await shop.search("q=lamp")
    #expect(answer.value("warming") == nil && answer.value("incomplete") == nil, "\(answer.text)")
    return [
      try await shop.found("q=lamp"), try await shop.found("q=lmap+17"),
      try await shop.found("q=shade&sort=newest&count=5"),
      try await shop.products("method=also_viewed&product=\(word)-1"),
    ]
  }

  private static func held(_ server: TestServer) async throws -> HTTPAnswer {
    try await server.app.get("/health", as: .none)
  }

  @Test("An app that had to leave is read again when somebody asks, and answers as before")
  func unloaded() async throws {
    try await Self.run { server, bytesMax in
      let apps = [
        (shop: TestShop(server), word: "green"),
        (shop: TestShop(server, try await server.otherApp()), word: "blue"),
      ]
      for (shop, word) in apps { try await Self.fill(shop, word) }
      var first: [[[String]]] = []
      for round in 0..<3 {
        for (place, (shop, word)) in apps.enumerated() {
          let answers = try await Self.answers(shop, word, server)
          if round == 0 { first.append(answers) }
          #expect(answers == first[place] && !answers.contains([]))
          let health = try await Self.held(server)
          let bytes = health.value("index_memory.bytes")?.integer ?? .max
          #expect(bytes > 50_000 && bytes <= bytesMax, "\(health.text)")
          #expect(health.value("index_memory.apps") == 1, "\(health.text)")
        }
      }
      let unloads = try await Self.held(server).value("index_memory.unloads")?.integer ?? 0
      #expect(unloads >= 5)
    }
  }

  @Test("Of an app that is not in memory the first answer says that it is being read")
  func warming() async throws {
    try await Self.run { server, _ in
      let (shop, other) = (TestShop(server), TestShop(server, try await server.otherApp()))
      for (shop, word) in [(shop, "green"), (other, "blue")] {
        try await Self.fill(shop, word)
        _ = try await Self.answers(shop, word, server)
      }
      let early = try await shop.search("q=lamp")
      #expect(early.value("warming") == true && early.list("items").isEmpty)
      #expect(early.value("not_found_text") == nil)
      let recommended = try await shop.ask("product=green-1")
      #expect(recommended.value("warming") == true)
      try await server.wait()
      #expect(try await shop.search("q=lamp").value("warming") == nil)
      #expect(try await shop.products("product=green-1&method=also_viewed") == ["green-2"])
    }
  }

  /// Searches for what all products of a shop have in common, a second later.
  /// - Returns: the titles by their products; `nil` as long as the answer says that it lacks some.
  private static func titles(
    _ shop: TestShop, _ server: TestServer
  ) async throws -> [String: String]? {
    // What is used last is told from what was used before.
    server.clock.withLock { $0 = $0.adding(milliseconds: Span.secondMilliseconds) }
    let answer = try await shop.search("q=lamp&count=100&sort=newest")
    let more = try await shop.search("q=lamp&count=100&sort=newest&page=2")
    guard ![answer, more].contains(where: { $0.value("warming") == true }) else { return nil }
    #expect(answer.value("incomplete") == nil && answer.value("total") == 200, "\(answer.text)")
    let items = answer.list("items") + more.list("items")
    return Dictionary(
      uniqueKeysWithValues: items.map { ($0["product"]?.string ?? "", $0["title"]?.string ?? "") })
  }

  @Test(
    "Servers with room for one of two shops answer rightly and completely, or say that they read")
  func fleet() async throws {
    try await Self.run(runsLoops: true) { server, bytesMax in
      let other = try await server.otherApp()
      try await server.fleet(2, runsLoops: true, indexBytes: bytesMax) { apps in
        let shops = ["green": server.app, "blue": other].mapValues { app in
          apps.map { TestShop(server, TestApp(app, at: $0.client)) }
        }
        var titles: [String: [String: String]] = [:]
        for (word, servers) in shops {
          try await Self.fill(servers[0], word)
          for number in 0..<200 {
            titles[word, default: [:]]["\(word)-\(number)"] =
              "\(word) lamp \(number) with a shade of paper"
          }
          // A server that held the shop while it was empty hears of the products a moment later.
          for shop in servers {
            try await eventually {
              let answer = try await shop.search("q=lamp")
              return answer.value("warming") == true || answer.value("total") == 200
            }
          }
        }
        var (whole, reading) = (0, 0)
        for round in 0..<6 {
          for (word, servers) in shops.sorted(by: { $0.key < $1.key }) {
            // Told to one server while another has perhaps unloaded the shop.
            let (product, title) = ("\(word)-\(round)", "\(word) lamp, round \(round)")
            try await servers[round % 2].tell(product, ["title": .string(title)])
            titles[word]?[product] = title
            for shop in servers {
              let wanted = titles[word]
              try await eventually {
                let found = try await Self.titles(shop, server)
                if let found {
                  whole += 1
                  #expect(Set(found.keys) == Set((wanted ?? [:]).keys))
                } else {
                  reading += 1
                }
                return found == wanted
              }
            }
          }
        }
        #expect(whole >= 24 && reading > 0)
      }
    }
  }

  @Test("Of products that are made up the oldest are read, beside what the server has told of")
  func madeUp() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      try await shop.visit("thief", (0..<12).map { "made-up-\(9 - $0 % 10)-\($0)" })
      try await shop.tell("shoe", ["title": "Shoe"])
      try await server.wait()
      let rows = try await server.database.read {
        try ShopHistory(app: TestServer.context($0).number).numbers(behind: "", limit: 99, $0)
      }
      let shoe = try #require(rows.first { $0.product == "shoe" }).number
      let app = try await server.database.read { try TestServer.context($0).number }
      for (room, kept) in [(5, 6), (12, 13), (13, 13), (100, 13)] {
        var products = ProductsRead()
        while !products.isDone {
          _ = try await products.read(
            ShopHistory(app: app), unlistedMax: room, server.database)
        }
        let oldest = rows.map(\.number).filter { $0 != shoe }.sorted().prefix(room)
        #expect(products.numbers == (oldest + [shoe]).sorted(), "room for \(room) of \(rows)")
        #expect(products.numbers.count == kept && products.isListed(shoe) == (room < 13))
      }
    }
  }

  @Test("A visitor who was erased while their app was not in memory is in no list when it is back")
  func erased() async throws {
    try await Self.run { server, _ in
      let other = TestShop(server, try await server.otherApp())
      let shop = TestShop(server)
      try await Self.fill(other, "blue")
      try await Self.fill(shop, "green")
      // Fewer than three visitors tell nobody what they saw.
      let person = try await server.app.signUp("ana")
      for name in ["ben", "cem"] {
        let other = try await server.app.signUp(name)
        try await shop.visit(of: other, ["green-7", "green-9"])
      }
      try await shop.visit(of: person, ["green-7", "green-9"])
      _ = try await Self.answers(shop, "green", server)
      #expect(try await shop.products("product=green-7&method=also_viewed") == ["green-9"])
      _ = try await Self.answers(other, "blue", server)
      #expect(try await server.app.call("DELETE", "/v1/people/\(person.id)").status < 300)
      _ = try await Self.answers(shop, "green", server)
      #expect(try await shop.products("product=green-7&method=also_viewed") == [])
    }
  }
}
