import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonStore

/// Products that are kept in memory to be shown say what their rows say now, whichever server of a
/// fleet wrote these.
@Suite struct KnownProductsTests {
  /// What another server says of a product, and what is known of it then.
  private static let changes: [(JSON, title: String?, isShown: Bool, isInStock: Bool)] = [
    (["title": "Shoe"], "Shoe", true, true), (["stock": 0], "Shoe", true, false),
    (["stock": 3], "Shoe", true, true), (["in_stock": false], "Shoe", true, false),
    (["hidden": true], "Shoe", false, false), (["hidden": false], "Shoe", true, false),
    (["title": "Boot"], "Boot", true, false),
  ]

  @Test(
    "What another server says of a product is known with the next look, and so that it is gone",
    arguments: DatabaseDriver.all)
  func fleet(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver, servers: 2) { shop in
      let known = KnownProducts(bytesMax: 1 << 20)
      #expect(try await shop.load(["shoe"], known)[0]?.product == nil)
      for (words, title, isShown, isInStock) in Self.changes {
        try await shop.say("shoe", words)
        for _ in 0..<2 {
          let product = try #require(try await shop.load(["shoe"], known)[0]?.product)
          #expect(product.text(.title) == title && product.isShown == isShown, "\(words.text)")
          #expect(product.isInStock == isInStock, "\(words.text)")
        }
      }
      let isDeleted = try await shop.databases[0].write {
        try Products(shop.scope($0)).delete("shoe")
      }
      #expect(isDeleted)
      #expect(try await shop.load(["shoe"], known)[0]?.product?.isShown == false)
    }
  }

  @Test(
    "More changes than are looked at one by one are known too, and rows that were not asked for",
    arguments: DatabaseDriver.all)
  func many(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver, servers: 2) { shop in
      let known = KnownProducts(bytesMax: 1 << 20)
      let ids = (0..<600).map { "p\($0)" }
      for title in ["old", "new"] {
        try await shop.say(ids, ["title": .string(title)])
        let titles = try await shop.load(ids, known).map { $0?.product?.text(.title) }
        #expect(titles.allSatisfy { $0 == title })
      }
    }
  }

  @Test(
    "Who did not look while rows of the feed went reads all anew", arguments: DatabaseDriver.all)
  func purged(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver, servers: 2) { shop in
      let known = KnownProducts(bytesMax: 1 << 20)
      try await shop.say("shoe", ["title": "old"])
      _ = try await shop.load(["shoe"], known)
      try await shop.say("shoe", ["title": "new"])
      try await shop.databases[0].write { try $0.send("DELETE FROM feed", []) }
      let late = try await shop.load(["shoe"], known, minute: 11)
      #expect(late[0]?.product?.text(.title) == "new")
    }
  }

  @Test(
    "A glance tells whether what is kept is what the rows say now", arguments: DatabaseDriver.all)
  func glance(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver, servers: 2) { shop in
      let known = KnownProducts(bytesMax: 1 << 20)
      @Sendable func glance(minute: Int64 = 0) async throws -> KnownProducts.Glance? {
        try await shop.databases[1].write { try known.glance(shop.scope($0, minute: minute)) }
      }
      for title in ["old", "new"] {
        try await shop.say("shoe", ["title": .string(title)])
        #expect(try await glance() == nil)
        _ = try await shop.load(["shoe"], known)
        let seen = try #require(try await glance())
        let kept = try #require(known.kept([], and: ["shoe"], at: seen))
        #expect(kept[0]?.product?.text(.title) == title)
        #expect(known.kept([], and: ["shoe", "boot"], at: seen) == nil)
        #expect(known.kept([1_000_000], at: seen) == nil)
      }
      // Who has not looked for long does so, since rows of the feed go.
      #expect(try await glance(minute: 2) == nil)
    }
  }

  @Test("What is asked for again takes no further room, and no room is no reason to be wrong")
  func room() async throws {
    try await Shop.run(.sqlite) { shop in
      try await shop.say(["a", "b", "c"], ["title": "x"])
      for bytesMax in [0, 1, 700, 1 << 20] {
        let known = KnownProducts(bytesMax: bytesMax)
        var bytes: Set<Int> = []
        for _ in 0..<3 {
          for id in ["a", "b", "c"] {
            let entry = try await shop.load([id], known)[0]
            #expect(entry?.id == id && entry?.product?.text(.title) == "x")
          }
          bytes.insert(known.bytes)
        }
        #expect(known.bytes <= bytesMax)
        if bytesMax == 1 << 20 { #expect(bytes.count == 1 && known.bytes > 0) }
      }
    }
  }

  // MARK: Transactions that do not see the same

  private static let key = Products.key(of: "shoe")

  private static func row(_ title: String) -> ReadProducts.Row {
    var product = Product(id: "shoe", at: Shop.start)
    product.told[ProductKey(.title)] = .init(.text(title), by: .server, at: Shop.start)
    return ReadProducts.Row(product: product, bytes: 10)
  }

  private static func title(
    _ read: ReadProducts, behind position: Int64, changed: Set<Identifier>? = []
  ) -> String? {
    let look = KnownProducts.Look(behind: position, changed: changed, newest: nil)
    return read.products(of: [ReadProducts.Named("shoe")], look).products[0]?.text(.title)
  }

  @Test("A row is kept only if its transaction saw all that is known to have changed")
  func older() {
    var read = ReadProducts(bytesMax: 1 << 20)
    read.keep([Self.key: Self.row("before any look")], readAt: 10)
    #expect(Self.title(read, behind: 10) == nil)
    read.begin(behind: 10, at: Shop.start)
    read.moveOn(from: 10, to: 20, without: [], at: Shop.start)
    read.keep([Self.key: Self.row("old")], readAt: 19)
    #expect(Self.title(read, behind: 20) == nil)
    read.keep([Self.key: Self.row("new")], readAt: 20)
    #expect(Self.title(read, behind: 20) == "new")
    // Who looked from an earlier place on knows of all changes since.
    #expect(Self.title(read, behind: 10) == "new")
    #expect(Self.title(read, behind: 10, changed: [Self.key]) == nil)
    #expect(Self.title(read, behind: 10, changed: nil) == nil)
    // Who looked from a later place on does not know what changed before that.
    #expect(Self.title(read, behind: 21) == nil)
  }

  @Test("Of two that move on from one place the first does, and none moves back")
  func moving() {
    var read = ReadProducts(bytesMax: 1 << 20)
    read.begin(behind: 10, at: Shop.start)
    read.keep([Self.key: Self.row("new")], readAt: 10)
    read.moveOn(from: 10, to: 9, without: [Self.key], at: Shop.start)
    #expect(read.position == 10 && Self.title(read, behind: 10) == "new")
    read.moveOn(from: 10, to: 20, without: [Self.key], at: Shop.start)
    read.moveOn(from: 10, to: 30, without: [], at: Shop.start)
    #expect(read.position == 20 && Self.title(read, behind: 20) == nil)
    read.begin(behind: 5, at: Shop.start)
    #expect(read.position == 5 && read.bytes == 0)
  }
}

extension Shop {
  /// The app's server says something of products, to one of the servers.
  fileprivate func say(_ ids: [String], _ words: JSON) async throws {
    let told = try ids.map { try ProductWords(Fields(words), id: $0) }
    try await databases[0].write { connection in
      _ = try Products(scope(connection)).tell(told, .part)
    }
  }

  fileprivate func say(_ id: String, _ words: JSON) async throws { try await say([id], words) }

  /// Asks what is known of products, on another server if there are several.
  fileprivate func load(
    _ ids: [String], _ known: KnownProducts, minute: Int64 = 0
  ) async throws -> [KnownProducts.Entry?] {
    try await databases[databases.count - 1].read { connection in
      try known.load([], and: ids, scope(connection, minute: minute))
    }
  }
}
