import BeckonEngine
import BeckonModel
import Testing

/// What a widget shows, as a table of cases.
@Suite struct WidgetRuleTests {
  private typealias Cases = WidgetCases
  private static let popular = WidgetSource(.popular)

  /// What a widget shows of products `a` to `f`, all of which are popular in this order.
  private static func shown(
    _ products: [Product]? = nil,
    visit: WidgetVisit = WidgetVisit(WidgetPage(.home), at: Cases.now),
    _ change: (inout WidgetSettings) -> Void = { _ in }
  ) -> [String]? {
    let all = products ?? ["a", "b", "c", "d", "e", "f"].map { Cases.product($0) }
    var rule = Cases.rule(all, [popular: all.map(\.id)])
    return rule.decide(Cases.widget { change(&$0) }, arm: .main, on: visit).ids
  }

  @Test("It shows as many as it may, in the order of the method")
  func order() {
    #expect(Self.shown { $0.itemCount = 3 } == ["a", "b", "c"])
    #expect(Self.shown([]) == nil)
  }

  @Test("Each method fills what those before have left, and none gives more than its count")
  func methods() {
    var rule = Cases.rule(
      ["a", "b", "c", "d"].map { Cases.product($0) },
      [WidgetSource(.alsoViewed): ["b", "a"], Self.popular: ["a", "c", "d"]])
    let first = [WidgetMethod(.alsoViewed, count: 1), WidgetMethod(.popular)]
    let widget = Cases.widget(methods: first) { $0.itemCount = 3 }
    let decision = rule.decide(
      widget, arm: .main, on: WidgetVisit(WidgetPage(.home), at: Cases.now))
    #expect(decision.ids == ["b", "a", "c"])
    guard case .shows(let shown) = decision else { return }
    #expect(shown.parts.map(\.method.method) == [.alsoViewed, .popular])
    #expect(shown.items.map(\.score) == [100, 100, 99])
  }

  @Test("What was chosen by hand stands first, and counts")
  func staticItems() {
    let shown = Self.shown {
      $0.staticItems = ["e", "nobody's", "c"]
      $0.itemCount = 3
    }
    #expect(shown == ["e", "c", "a"])
  }

  @Test("Hidden and deleted products are never shown, and what cannot be bought only if asked for")
  func hidden() {
    var deleted = Cases.product("b")
    deleted.deletedAt = Cases.now
    let products = [
      Cases.product("a", [(.hidden, .flag(true))]), deleted,
      Cases.product("c", [(.inStock, .flag(false))]), Cases.product("d", [(.stock, .number(0))]),
      Cases.product("e"),
    ]
    #expect(Self.shown(products) == ["e"])
    #expect(Self.shown(products) { $0.filter.inStock = false } == ["c", "d", "e"])
    #expect(Self.shown(products) { $0.staticItems = ["a", "c"] } == ["e"])
  }

  @Test("What is looked at, lies in the basket, or was bought lately is not shown")
  func visitor() {
    var visit = WidgetVisit(WidgetPage(.product), at: Cases.now)
    visit.product = Cases.product("a")
    visit.basket = ["b"]
    let day = Span.dayMilliseconds
    visit.bought = [
      "c": Cases.now.adding(milliseconds: -30 * day),
      "d": Cases.now.adding(milliseconds: 1 - 30 * day),
    ]
    #expect(Self.shown(visit: visit) == ["c", "e", "f"])
    #expect(Self.shown(visit: visit) { $0.filter.boughtDays = 0 } == ["c", "d", "e", "f"])
  }

  @Test("A trail tells what lies in the basket and what was bought")
  func trail() {
    var visit = WidgetVisit(WidgetPage(.home), at: Cases.now)
    func action(_ kind: ShopAction.Kind, _ product: Int64, _ hour: Double) -> ShopAction {
      ShopAction(kind, product: product, session: 1, at: .hour(hour))
    }
    let trail = Trail([
      action(.view, 1, -5), action(.basketAdd, 1, -4), action(.basketAdd, 2, -4),
      action(.basketAdd, 3, -3), action(.basketRemove, 2, -3), action(.purchase, 3, -2),
    ])
    visit.follow(trail, [1: "a", 2: "b", 3: "c"])
    #expect(visit.basket == ["a"])
    #expect(visit.bought == ["c": .hour(-2)])
  }

  private static let shelf = [
    Cases.product(
      "a",
      [
        (.brand, .text("Acme")), (.categories, .texts(["Men > Shoes"])), (.price, .number(1_990)),
        (.currency, .text("EUR")), (.labels, .texts(["new"])), (.gender, .text("M")),
      ]),
    Cases.product(
      "b",
      [
        (.brand, .text("Other")), (.categories, .texts(["Men > Shoes > Boots", "Sale"])),
        (.price, .number(5_000)), (.currency, .text("EUR")), (.gender, .text("U")),
      ]),
    Cases.product(
      "c",
      [
        (.brand, .text("Acme")), (.categories, .texts(["Women"])), (.price, .number(1_500)),
        (.currency, .text("USD")),
      ], variants: [(ProductKey(.labels, "tr"), .texts(["new"]))]),
  ]

  @Test("Filters let through what has one of their values")
  func filters() {
    #expect(Self.shown(Self.shelf) { $0.filter.brands = ["Acme", "x"] } == ["a", "c"])
    #expect(Self.shown(Self.shelf) { $0.filter.categories = ["Men > Shoes"] } == ["a", "b"])
    #expect(Self.shown(Self.shelf) { $0.filter.categories = ["men"] } == nil)
    #expect(Self.shown(Self.shelf) { $0.filter.labels = ["new"] } == ["a", "c"])
    #expect(Self.shown(Self.shelf) { $0.filter.genders = ["M"] } == ["a"])
    let euro = Currency("EUR") ?? .none
    func range(_ from: Int64?, _ to: Int64?) -> WidgetFilter.PriceRange {
      WidgetFilter.PriceRange(
        from: from.map { Money(amount: $0, currency: euro) },
        to: to.map { Money(amount: $0, currency: euro) }, currency: euro)
    }
    #expect(Self.shown(Self.shelf) { $0.filter.price = range(1_990, nil) } == ["a", "b"])
    #expect(Self.shown(Self.shelf) { $0.filter.price = range(nil, 1_990) } == ["a"])
  }

  @Test("What is like the page's product is of its category or brand; without one nothing is")
  func alike() {
    var visit = WidgetVisit(WidgetPage(.product), at: Cases.now)
    #expect(Self.shown(Self.shelf, visit: visit) { $0.filter.sameBrand = true } == nil)
    visit.product = Cases.product(
      "x", [(.brand, .text("Acme")), (.categories, .texts(["Men > Shoes"]))])
    #expect(Self.shown(Self.shelf, visit: visit) { $0.filter.sameBrand = true } == ["a", "c"])
    #expect(Self.shown(Self.shelf, visit: visit) { $0.filter.sameCategory = true } == ["a", "b"])
    var page = WidgetVisit(WidgetPage(.category), at: Cases.now)
    page.category = "Women"
    #expect(Self.shown(Self.shelf, visit: page) { $0.filter.sameCategory = true } == ["c"])
  }

  @Test("No product is shown by two widgets of one answer, but for what was seen last")
  func unique() {
    var rule = Cases.rule(
      ["a", "b", "c"].map { Cases.product($0) },
      [Self.popular: ["a", "b", "c"], WidgetSource(.lastVisited): ["a"]])
    let visit = WidgetVisit(WidgetPage(.home), at: Cases.now)
    let two = Cases.widget(1) { $0.itemCount = 2 }
    #expect(rule.decide(two, arm: .main, on: visit).ids == ["a", "b"])
    #expect(rule.decide(Cases.widget(2), arm: .main, on: visit).ids == ["c"])
    #expect(rule.decide(Cases.widget(3), arm: .main, on: visit) == .empty)
    let last = Cases.widget(4, methods: [WidgetMethod(.lastVisited)])
    #expect(rule.decide(last, arm: .main, on: visit).ids == ["a"])
  }

  @Test("An answer has room for so many products, and no more, whatever widgets are asked")
  func room() {
    let products = (0..<9).map { Cases.product("p\($0)") }
    let known = Dictionary(products.map { (TextKey($0.id), $0) }) { first, _ in first }
    let given = products.map { WidgetCandidate($0.id, score: 1, .popular) }
    var rule = WidgetRule(candidates: [Self.popular: given], products: known, room: 5)
    let visit = WidgetVisit(WidgetPage(.home), at: Cases.now)
    let three = { Cases.widget($0) { $0.itemCount = 3 } }
    #expect(rule.decide(three(1), arm: .main, on: visit).ids?.count == 3)
    #expect(rule.room == 2)
    #expect(rule.decide(three(2), arm: .main, on: visit).ids?.count == 2)
    #expect(rule.decide(three(3), arm: .main, on: visit) == .empty)
  }

  @Test("Who is to be shown nothing uses up nothing, and a variant has methods of its own")
  func arms() {
    var rule = Cases.rule(
      ["a", "b"].map { Cases.product($0) },
      [Self.popular: ["a"], WidgetSource(.trending): ["b"]])
    let visit = WidgetVisit(WidgetPage(.home), at: Cases.now)
    let widget = Cases.widget {
      $0.experiment = WidgetExperiment(
        name: "e", holdOutPercent: 10,
        variants: [.init(name: "hot", percent: 20, methods: [WidgetMethod(.trending)])])
    }
    #expect(rule.decide(widget, arm: .holdOut, on: visit) == .holdOut)
    #expect(rule.decide(widget, arm: .variant("hot"), on: visit).ids == ["b"])
    #expect(rule.decide(widget, arm: .variant("gone"), on: visit).ids == ["a"])
  }

  @Test("Its title is the visitor's language's, else the first, else its name")
  func titles() {
    let widget = Cases.widget {
      $0.titles = [.init(language: "en", text: "For you"), .init(language: "tr", text: "Size")]
    }
    #expect(widget.title(in: "TR") == "Size")
    #expect(widget.title(in: "tr-TR") == "Size")
    #expect(widget.title(in: "de") == "For you")
    #expect(Cases.widget().title(in: nil) == "w1")
  }
}
