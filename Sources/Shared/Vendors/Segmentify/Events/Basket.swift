import BeckonModel

extension Segmentify {
  /// `BASKET_OPERATIONS`.
  public struct BasketChange: Hashable, Sendable, EventPart {
    /// The words of `step`.
    public enum Step: String, CaseIterable, Hashable, Sendable {
      /// Into the basket.
      case add
      /// Out of it.
      case remove
    }

    /// In or out.
    public var step: Step
    /// Which product, how many, for how much.
    public var item: BasketItem
    /// The banners that were tapped on the way.
    public var activeBanners: [ActiveBanner] = []

    /// A product goes into the basket or out of it.
    public init(_ step: Step, _ item: BasketItem) {
      self.step = step
      self.item = item
    }

    init(_ fields: Fields) throws(FieldError) {
      step = try fields.require("step", fields.choice("step", Step.self))
      item = try BasketItem(fields)
      activeBanners = try ActiveBanner.list(fields)
    }

    var members: [JSON.Member] {
      [JSON.Member("step", .string(step.rawValue))] + item.members
        + [JSON.Member](present: ["activeBanners": ActiveBanner.json(activeBanners)])
    }
  }

  /// A product in a basket.
  public struct BasketItem: Hashable, Sendable {
    /// Its id.
    public var productID: String
    /// Price of one, as decimal text; without one the catalogue's counts.
    public var price: String?
    /// ISO 4217 code of the price; without one the product's.
    public var currency: String?
    /// How many, as decimal text; without one it is 1.
    public var quantity: String?

    /// A product in a basket.
    public init(
      productID: String, price: String? = nil, currency: String? = nil, quantity: String? = nil
    ) {
      self.productID = productID
      self.price = price
      self.currency = currency
      self.quantity = quantity
    }

    init(_ fields: Fields) throws(FieldError) {
      productID = try fields.require(
        "productId", fields.looseText("productId", max: ProductView.idBytes))
      price = try fields.looseAmount("price")
      currency = try fields.looseText("currency", max: Limits.signalBytes)
      quantity = try fields.looseAmount("quantity")
    }

    var members: [JSON.Member] {
      [JSON.Member](present: [
        "productId": .string(productID), "price": .amount(price), "quantity": .amount(quantity),
      ])
    }

    /// As an element of `productList`, with a currency of its own.
    var json: JSON {
      .object(members + [JSON.Member](present: ["currency": .text(currency)]))
    }
  }

  /// `CHECKOUT`.
  public struct Checkout: Hashable, Sendable, EventPart {
    /// The words of `step`, as clients send them.
    public enum Step: String, CaseIterable, Hashable, Sendable {
      /// The basket was seen.
      case viewBasket = "view-basket"
      /// Name and address are asked for.
      case customer
      /// The means of payment is asked for.
      case paymentInformation = "payment-info"
      /// It was bought.
      case purchase

      /// The vendor's documents have other words for some of them.
      private static let others: [TextKey: Step] = [
        "basket": .viewBasket, "payment": .paymentInformation, "success": .purchase,
      ]

      /// Reads a word of either.
      public init?(of word: String) {
        guard let step = Step(word: word) ?? Self.others[TextKey(word)] else { return nil }
        self = step
      }
    }

    /// Most products of a basket.
    public static let productsMax = 500
    /// Most bytes of the number of an order.
    public static let orderBytes = 255

    /// How far.
    public var step: Step
    /// What all costs, as decimal text.
    public var totalPrice: String?
    /// What is in the basket.
    public var products: [BasketItem]
    /// The basket.
    public var basketID: String?
    /// The shop's number of the order. As a rule the client for iOS loses it.
    public var orderNumber: String?
    /// Where the basket can be seen again.
    public var cartURL: String?

    /// A step.
    public init(_ step: Step, _ products: [BasketItem] = [], totalPrice: String? = nil) {
      self.step = step
      self.products = products
      self.totalPrice = totalPrice
    }

    init(_ fields: Fields) throws(FieldError) {
      let word = try fields.require("step", fields.looseText("step", max: Limits.wordBytes))
      guard let step = Step(of: word) else {
        throw fields.error("step", "must be one of view-basket, customer, payment-info, purchase")
      }
      self.init(step)
      totalPrice = try fields.looseAmount("totalPrice")
      basketID = try fields.looseText("basketId", max: Self.orderBytes)
      orderNumber = try fields.looseText("orderNo", max: Self.orderBytes)
      cartURL = try fields.looseText("cartUrl", max: Limits.urlBytes)
      let elements = try fields.elements("productList", max: Self.productsMax) ?? []
      for (index, element) in elements.enumerated() {
        products.append(try BasketItem(fields.inner(element, at: "productList[\(index)]")))
      }
      guard step != .purchase || totalPrice != nil || !products.isEmpty else {
        throw fields.error("productList", "or totalPrice is missing: what was bought?")
      }
    }

    var members: [JSON.Member] {
      [JSON.Member](present: [
        "step": .string(step.rawValue), "totalPrice": .amount(totalPrice),
        "productList": .array(products.map(\.json)), "basketId": .text(basketID),
        "orderNo": .text(orderNumber), "cartUrl": .text(cartURL),
      ])
    }
  }
}
