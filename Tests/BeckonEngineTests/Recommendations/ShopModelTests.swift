import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonEngine

/// What is kept of a shop, and what is recommended by it.
@Suite struct ShopModelTests {
  /// Sessions of product numbers, told in this order; a session's visitor has its number.
  private static func model(
    _ sessions: [[Int64]], bought: [[Int64]] = [], bytesMax: Int = 1 << 20
  ) -> ShopModel {
    var model = ShopModel(bytesMax: bytesMax)
    for (kind, sessions) in [(ShopAction.Kind.view, sessions), (.purchase, bought)] {
      for (number, products) in sessions.enumerated() {
        for (place, product) in products.enumerated() {
          let action = ShopAction(
            kind, product: product, session: Int64(number) + 1,
            at: Shop.at(hours: number, minutes: place))
          model.add(action, of: Int64(number) + 1)
        }
      }
    }
    return model
  }

  /// A visit of somebody who has seen these products in one session.
  private static func visit(_ seen: [Int64], product: Int64? = nil) -> ShopVisit {
    var visit = ShopVisit(now: Shop.at(hours: 48))
    visit.product = product
    visit.trail = Trail(
      seen.enumerated().map { place, product in
        ShopAction(.view, product: product, session: 99, at: Shop.at(hours: 47, minutes: place))
      })
    return visit
  }

  private static func traits(
    _ id: String, isShown: Bool = true, isInStock: Bool = true, category: String? = nil,
    createdAt: Instant = Shop.at(hours: 1)
  ) -> ItemTraits {
    var product = Product(id: id, at: createdAt)
    func tell(_ field: ProductField, _ value: ProductValue) {
      product.told[ProductKey(field)] = Product.Told(value, by: .server, at: createdAt)
    }
    tell(.hidden, .flag(!isShown))
    tell(.inStock, .flag(isInStock))
    if let category { tell(.categories, .texts([category])) }
    return ItemTraits(product, digest: digest)
  }

  /// Adds up the bytes: enough for a test.
  private static func digest(_ text: String) -> UInt32 {
    text.utf8.reduce(7) { $0 &* 31 &+ UInt32($1) }
  }

  private static func products(_ list: [ShopCandidate]) -> [Int64] { list.map(\.product) }

  @Test("What others went on to comes first, and what most see fills the list")
  func blend() {
    var model = Self.model([[1, 2], [1, 2], [5, 6], [5, 7], [5, 8]])
    let list = model.list(by: .recommended, for: Self.visit([1]), limit: 4)
    #expect(Self.products(list).prefix(2) == [2, 5])
    #expect(list.map(\.reason).prefix(2) == [.followed, .popular])
    #expect(Set(Self.products(list)).count == list.count && !Self.products(list).contains(1))
  }

  @Test("Of somebody of whom nothing is known, lists are made of what all do")
  func stranger() {
    var model = Self.model([[1, 2], [1, 3], [1, 4]])
    let list = model.list(by: .recommended, for: Self.visit([]), limit: 3)
    #expect(Self.products(list).first == 1)
  }

  @Test("Each method says what its name says")
  func methods() {
    var model = Self.model([[1, 3], [1, 2], [1, 2]], bought: [[1, 4], [1, 4], [3]])
    for product in 1...4 as ClosedRange<Int64> {
      model.describe(
        product, as: Self.traits("p\(product)", createdAt: Shop.at(hours: Int(product))))
    }
    var visit = Self.visit([3, 1])
    visit.priceChanges = [
      ShopVisit.PriceChange(product: 3, before: 200, after: 100, at: Shop.at(hours: 47)),
      ShopVisit.PriceChange(product: 2, before: 100, after: 200, at: Shop.at(hours: 47)),
    ]
    var lists: [RecommendationMethod: [ShopCandidate]] = [:]
    for method in RecommendationMethod.allCases {
      lists[method] = model.list(by: method, for: visit, limit: 5)
    }
    func first(_ method: RecommendationMethod) -> Int64? { lists[method]?.first?.product }
    #expect(first(.alsoViewed) == 2 && first(.boughtTogether) == 4)
    #expect(first(.popular) == 1 && first(.bestSellers) == 1 && first(.trending) == 1)
    #expect(first(.newArrivals) == 4 && first(.lastVisited) == 1)
    #expect(lists[.priceDrops]?.map(\.product) == [3])
    #expect(lists[.forYou]?.isEmpty == false && lists[.recommended]?.isEmpty == false)
  }

  @Test("What those saw who saw a product is told once three have: one alone would be read")
  func several() {
    var model = Self.model([[1, 2], [1, 2]])
    // The second visitor comes once more: two visitors, three sessions.
    for (place, product) in [1, 2].enumerated() {
      let at = Shop.at(hours: 5, minutes: place)
      model.add(ShopAction(.view, product: Int64(product), session: 50, at: at), of: 2)
    }
    func list(_ method: RecommendationMethod, _ visit: ShopVisit) -> [Int64] {
      Self.products(model.list(by: method, for: visit, limit: 5))
    }
    #expect(list(.alsoViewed, Self.visit([1])).isEmpty)
    #expect(list(.forYou, Self.visit([], product: 1)).isEmpty, "anybody can name a page")
    #expect(list(.forYou, Self.visit([1])) == [2], "who was there is shown what fits")
    model.add(ShopAction(.view, product: 1, session: 60, at: Shop.at(hours: 6)), of: 3)
    #expect(list(.alsoViewed, Self.visit([1])) == [2])
    #expect(list(.forYou, Self.visit([], product: 1)) == [2])
  }

  @Test("Products that are made up take their part of the room, and keep none of the server's out")
  func madeUp() {
    var model = ShopModel(bytesMax: 1 << 20)
    for number in 1...5_000 as ClosedRange<Int64> {
      let view = ShopAction(.view, product: number, session: number, at: Shop.at(hours: 1))
      model.add(view, of: number)
    }
    let max = model.unlistedMax
    #expect((500..<1_000).contains(max) && model.productCount == max && !model.isWhole)
    #expect(model.bytes <= 1 << 20)
    model.describe(9_000, as: Self.traits("new"))
    #expect(model.productCount == max + 1)
    let new = model.list(by: .newArrivals, for: Self.visit([]), limit: 5)
    #expect(Self.products(new) == [9_000])
    // What the server tells of counts no more as made up.
    model.describe(1, as: Self.traits("known"))
    model.number(9_001)
    model.number(9_002)
    #expect(model.productCount == max + 2)
  }

  @Test("What lies in the basket is what others are bought together with")
  func basket() {
    var model = Self.model([], bought: [[1, 4], [1, 4], [2, 5], [2, 5]])
    var visit = ShopVisit(now: Shop.at(hours: 48))
    visit.trail = Trail([
      ShopAction(.basketAdd, product: 1, session: 9, at: Shop.at(hours: 46)),
      ShopAction(.basketAdd, product: 2, session: 9, at: Shop.at(hours: 47)),
      ShopAction(.basketRemove, product: 1, session: 9, at: Shop.at(hours: 47, minutes: 1)),
    ])
    let list = model.list(by: .boughtTogether, for: visit, limit: 5)
    #expect(Self.products(list) == [5])
  }

  @Test("What lies in the basket is in no list, until it is taken out")
  func ownBasket() {
    var model = Self.model([[1, 2, 3], [1, 2, 3]])
    var visit = Self.visit([1])
    func act(_ kind: ShopAction.Kind) {
      visit.trail.add([ShopAction(kind, product: 2, session: 99, at: visit.now)])
    }
    act(.basketAdd)
    for method in [RecommendationMethod.recommended, .popular, .alsoViewed] {
      #expect(!Self.products(model.list(by: method, for: visit, limit: 5)).contains(2))
    }
    act(.basketRemove)
    #expect(Self.products(model.list(by: .recommended, for: visit, limit: 5)).contains(2))
    act(.purchase)
    visit.hidesBought = true
    #expect(!Self.products(model.list(by: .recommended, for: visit, limit: 5)).contains(2))
    visit.now = visit.now.adding(milliseconds: 31 * Span.dayMilliseconds)
    #expect(Self.products(model.list(by: .recommended, for: visit, limit: 5)).contains(2))
  }

  @Test("What is hidden, cannot be bought or lies elsewhere is in no list; nor the page's product")
  func filters() {
    var model = Self.model([[1, 2], [1, 3], [1, 4], [1, 5]])
    model.describe(2, as: Self.traits("b", isShown: false))
    model.describe(3, as: Self.traits("c", isInStock: false, category: "Men"))
    model.describe(4, as: Self.traits("d", category: "Men > Shoes"))
    var visit = Self.visit([1], product: 1)
    // Product 5 is in no catalogue, and this shop's server has told of one.
    #expect(Self.products(model.list(by: .recommended, for: visit, limit: 9)) == [4])
    visit.showsOutOfStock = true
    #expect(Set(Self.products(model.list(by: .recommended, for: visit, limit: 9))) == [3, 4])
    visit.category = Self.digest(ItemTraits.category("Men > Shoes"))
    #expect(Self.products(model.list(by: .recommended, for: visit, limit: 9)) == [4])
    model.describe(4, as: Self.traits("d", isShown: false))
    #expect(model.list(by: .recommended, for: visit, limit: 9).isEmpty)
  }

  @Test("A product of a kind that nobody has looked at is found by its kind")
  func coldStart() {
    var model = ShopModel(bytesMax: 1 << 20)
    for product in 1...3 as ClosedRange<Int64> {
      model.describe(
        product, as: Self.traits("p\(product)", category: product == 3 ? "Food" : "Shoes"))
    }
    let list = model.list(by: .recommended, for: Self.visit([], product: 1), limit: 1)
    #expect(Self.products(list) == [2] && list.first?.reason == .similarContent)
  }

  @Test("Products that are heard of late, in any order, change no list")
  func order() {
    var generator = SeededGenerator(seed: 5)
    let actions = Shop.clicks(of: &generator, sessions: 200).map { click in
      let product = Int64(click.item) + 1
      return (
        ShopAction(.view, product: product, session: click.session, at: click.at), click.visitor
      )
    }
    func lists(_ order: [(ShopAction, Int64)], _ products: [Int64]) -> [[ShopCandidate]] {
      var model = ShopModel(bytesMax: 1 << 22)
      for (place, (action, visitor)) in order.enumerated() {
        model.add(action, of: visitor)
        guard place < products.count else { continue }
        let product = products[place]
        model.describe(product, as: Self.traits("p", category: product < 9 ? "Men" : "Women"))
      }
      return (1...40).map {
        model.list(by: .recommended, for: Self.visit([$0, ($0 * 7) % 40 + 1]), limit: 20)
      }
    }
    let products = Array(1...40 as ClosedRange<Int64>)
    let expected = lists(actions, products)
    for _ in 0..<3 {
      let (mixed, others) = (
        actions.shuffled(using: &generator), products.shuffled(using: &generator)
      )
      #expect(lists(mixed, others) == expected)
    }
  }

  @Test("Who is forgotten is in no list, also after having become somebody else")
  func forgetting() {
    var model = Self.model([[1, 2], [1, 2], [1, 3]])
    model.move(visitor: 1, to: 2)
    model.forget(visitor: 2)
    for method in RecommendationMethod.allCases {
      #expect(!Self.products(model.list(by: method, for: Self.visit([1]), limit: 9)).contains(2))
    }
    #expect(Self.products(model.list(by: .recommended, for: Self.visit([1]), limit: 9)) == [3])
  }

  @Test("A shop that is too large is answered by what fits, and says so")
  func budget() throws {
    var generator = SeededGenerator(seed: 6)
    var model = ShopModel(bytesMax: 40_000)
    #expect(model.isWhole)
    for click in Shop.clicks(of: &generator, sessions: 2_000) {
      model.add(
        ShopAction(.view, product: Int64(click.item) + 1, session: click.session, at: click.at),
        of: click.visitor)
    }
    #expect(model.bytes <= 40_000 && !model.isWhole)
    #expect(try #require(model.heldSince) > Shop.at(hours: 0))
    #expect(model.list(by: .recommended, for: Self.visit([1]), limit: 5).count == 5)
    for product in 1...500 as ClosedRange<Int64> {
      model.describe(product, as: Self.traits("p\(product)", category: "A > B > C"))
    }
    #expect(model.bytes <= 80_000)
  }

  @Test("What the app keeps no longer is gone, and that is no lack of room")
  func retention() {
    var model = Self.model([[1, 2], [1, 2], [3, 4]])
    model.forget(upTo: Shop.at(hours: 1, minutes: 30))
    #expect(model.isWhole && model.heldSince == nil)
    let list = model.list(by: .recommended, for: Self.visit([1]), limit: 9)
    #expect(!Self.products(list).contains(2))
  }
}
