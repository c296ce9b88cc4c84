import BeckonModel

extension Segmentify {
  /// What a visitor has done, as clients tell it (docs/PROTOCOLS/segmentify.md, Events).
  public struct Event: Hashable, Sendable {
    /// The words of `name`.
    public enum Name: String, CaseIterable, Hashable, Sendable {
      /// A page was seen.
      case pageView = "PAGE_VIEW"
      /// A product was seen.
      case productView = "PRODUCT_VIEW"
      /// A product was put into the basket, or taken out.
      case basket = "BASKET_OPERATIONS"
      /// A step on the way to a purchase.
      case checkout = "CHECKOUT"
      /// Somebody signed up, in or out, or told of themselves.
      case user = "USER_OPERATIONS"
      /// A visitor gets another id. Of clients before 1.4 only.
      case userChange = "USER_CHANGE"
      /// A recommendation was shown, seen or tapped.
      case interaction = "INTERACTION"
      /// Anything of the app's own.
      case custom = "CUSTOM_EVENT"
      /// Somebody looks for something.
      case search = "SEARCH"
      /// A banner was shown, tapped or changed.
      case banner = "BANNER_OPERATIONS"
      /// Banners that stand together were shown.
      case bannerGroup = "INTERNAL_BANNER_GROUP"
      /// Banners that stand together were seen.
      case bannerGroupView = "BANNER_GROUP_VIEW"
    }

    /// What was done, with what only such an event says.
    public enum Action: Hashable, Sendable {
      /// `PAGE_VIEW`.
      case pageView(PageView)
      /// `PRODUCT_VIEW`.
      case productView(ProductView)
      /// `BASKET_OPERATIONS`.
      case basket(BasketChange)
      /// `CHECKOUT`.
      case checkout(Checkout)
      /// `USER_OPERATIONS`.
      case user(UserOperation)
      /// `USER_CHANGE`.
      case userChange(UserChange)
      /// `INTERACTION`.
      case interaction(Interaction)
      /// `CUSTOM_EVENT`.
      case custom(CustomEvent)
      /// `SEARCH`.
      case search(Search)
      /// `BANNER_OPERATIONS`.
      case banner(Banner)
      /// `INTERNAL_BANNER_GROUP` and `BANNER_GROUP_VIEW`.
      case bannerGroup(BannerGroup)
    }

    /// Who, where and on what.
    public var visit: Visit
    /// What.
    public var action: Action

    /// Makes an event.
    public init(_ action: Action, by visit: Visit) {
      self.visit = visit
      self.action = action
    }

    /// Its `name`.
    public var name: Name {
      switch action {
      case .pageView: .pageView
      case .productView: .productView
      case .basket: .basket
      case .checkout: .checkout
      case .user: .user
      case .userChange: .userChange
      case .interaction: .interaction
      case .custom: .custom
      case .search: .search
      case .banner: .banner
      case .bannerGroup(let group): group.isView ? .bannerGroupView : .bannerGroup
      }
    }

    /// Reads an event.
    /// - Throws: `Failure` with the vendor's word for what is wrong.
    public init(json: JSON) throws(Failure) {
      guard json.members != nil else {
        throw Failure(.badInput, "An event must be a JSON object.")
      }
      do {
        let fields = try Fields(json)
        visit = try Visit(fields)
        action = try Action(fields)
      } catch let error as FieldError {
        throw Failure(error)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(.badInput, "\(error)")
      }
    }

    /// The event on the wire.
    public var json: JSON {
      .object(
        [JSON.Member("name", .string(name.rawValue))] + visit.members + action.part.members)
    }
  }
}

extension Segmentify.Event.Action {
  private typealias Name = Segmentify.Event.Name

  init(_ fields: Fields) throws(FieldError) {
    let word = try fields.require("name", fields.looseText("name", max: Limits.wordBytes))
    guard let name = Name(word: word) else {
      let words = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw fields.error("name", "must be one of \(words)")
    }
    self = try Self.read(name, fields)
  }

  private static func read(_ name: Name, _ fields: Fields) throws(FieldError) -> Self {
    switch name {
    case .pageView: .pageView(try Segmentify.PageView(fields))
    case .productView: .productView(try Segmentify.ProductView(fields))
    case .basket: .basket(try Segmentify.BasketChange(fields))
    case .checkout: .checkout(try Segmentify.Checkout(fields))
    case .user: .user(try Segmentify.UserOperation(fields))
    case .userChange: .userChange(try Segmentify.UserChange(fields))
    case .interaction: .interaction(try Segmentify.Interaction(fields))
    case .custom: .custom(try Segmentify.CustomEvent(fields))
    case .search: .search(try Segmentify.Search(fields))
    case .banner: .banner(try Segmentify.Banner(fields))
    case .bannerGroup: .bannerGroup(try Segmentify.BannerGroup(fields, isView: false))
    case .bannerGroupView: .bannerGroup(try Segmentify.BannerGroup(fields, isView: true))
    }
  }

  fileprivate var part: any EventPart {
    switch self {
    case .pageView(let part): part
    case .productView(let part): part
    case .basket(let part): part
    case .checkout(let part): part
    case .user(let part): part
    case .userChange(let part): part
    case .interaction(let part): part
    case .custom(let part): part
    case .search(let part): part
    case .banner(let part): part
    case .bannerGroup(let part): part
    }
  }
}

/// What a part of an event adds to it on the wire.
protocol EventPart {
  /// The members; none is there twice.
  var members: [JSON.Member] { get }
}

extension [JSON.Member] {
  /// Members of those values that are there.
  init(present pairs: KeyValuePairs<String, JSON?>) {
    self = JSON.object(pairs).members ?? []
  }
}

extension JSON {
  /// A text, if there is one.
  static func text(_ text: String?) -> JSON? { text.map(JSON.string) }
  /// A number in decimal text, if there is one.
  static func amount(_ text: String?) -> JSON? { text.map(JSON.number) }
  /// A truth value, if there is one.
  static func truth(_ value: Bool?) -> JSON? { value.map(JSON.bool) }
  /// Texts, if there are any.
  static func texts(_ texts: [String]) -> JSON? {
    texts.isEmpty ? nil : .array(texts.map(JSON.string))
  }
}
