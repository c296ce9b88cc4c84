import BeckonModel

extension Segmentify {
  /// A banner that was tapped on the way to a product.
  public struct ActiveBanner: Hashable, Sendable {
    /// Most of them.
    public static let countMax = 50

    /// Title.
    public let title: String?
    /// Group.
    public let group: String?
    /// Place in the group.
    public let order: Int64?

    /// A banner.
    public init(title: String?, group: String?, order: Int64?) {
      self.title = title
      self.group = group
      self.order = order
    }

    init(_ fields: Fields) throws(FieldError) {
      title = try fields.looseText("title", max: Banner.textBytes)
      group = try fields.looseText("group", max: Banner.textBytes)
      order = try fields.looseInteger("order", in: Banner.orders)
    }

    static func list(_ fields: Fields) throws(FieldError) -> [ActiveBanner] {
      let elements = try fields.elements("activeBanners", max: countMax) ?? []
      var banners: [ActiveBanner] = []
      for (index, element) in elements.enumerated() {
        banners.append(try ActiveBanner(fields.inner(element, at: "activeBanners[\(index)]")))
      }
      return banners
    }

    static func json(_ banners: [ActiveBanner]) -> JSON? {
      banners.isEmpty ? nil : .array(banners.map(\.json))
    }

    /// As a list of them has it.
    package var json: JSON {
      .object([
        "title": .text(title), "group": .text(group), "order": order.map(JSON.integer),
      ])
    }
  }

  /// `BANNER_OPERATIONS`.
  public struct Banner: Hashable, Sendable, EventPart {
    /// The words of `type`.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      /// It was on a page.
      case impression
      /// Somebody saw it.
      case view
      /// Somebody tapped on it.
      case click
      /// It leads elsewhere now.
      case update
    }

    /// Members that are text, with their names on the wire.
    public enum Detail: String, CaseIterable, Hashable, Sendable {
      /// The product to which it leads.
      case productId
      /// The category to which it leads.
      case category
      /// The brand to which it leads.
      case brand
      /// The label to which it leads.
      case label
    }

    /// Most bytes of a text.
    public static let textBytes = 255
    /// Places in a group.
    public static let orders: ClosedRange<Int64> = 0...100_000
    /// Most URLs of one.
    public static let urlsMax = 50

    /// What.
    public var kind: Kind
    /// Which.
    public var banner: ActiveBanner
    /// Where it leads.
    public var details: [Detail: String] = [:]
    /// Pages to which it leads.
    public var urls: [String] = []
    /// The banners that were tapped before.
    public var activeBanners: [ActiveBanner] = []

    /// Something became of a banner.
    public init(_ kind: Kind, _ banner: ActiveBanner) {
      self.kind = kind
      self.banner = banner
    }

    /// Compares what they say, byte by byte.
    public static func == (left: Banner, right: Banner) -> Bool { left.members == right.members }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) { members.hash(into: &hasher) }

    init(_ fields: Fields) throws(FieldError) {
      kind = try fields.require("type", fields.choice("type", Kind.self))
      banner = try ActiveBanner(fields)
      guard banner.title != nil || banner.group != nil else {
        throw fields.error("title", "or group is missing: which banner?")
      }
      for detail in Detail.allCases {
        details[detail] = try fields.looseText(detail.rawValue, max: Self.textBytes)
      }
      urls = try fields.looseTexts("urls", max: Self.urlsMax, each: Limits.urlBytes)
      activeBanners = try ActiveBanner.list(fields)
    }

    var members: [JSON.Member] {
      var members = [JSON.Member](present: [
        "type": .string(kind.rawValue), "title": .text(banner.title),
        "group": .text(banner.group), "order": banner.order.map(JSON.integer),
        "urls": .texts(urls), "activeBanners": ActiveBanner.json(activeBanners),
      ])
      for detail in Detail.allCases {
        guard let text = details[detail] else { continue }
        members.append(JSON.Member(detail.rawValue, .string(text)))
      }
      return members
    }
  }

  /// `INTERNAL_BANNER_GROUP`.
  public struct BannerGroup: Hashable, Sendable, EventPart {
    /// One of the group.
    public struct Member: Hashable, Sendable {
      /// Title.
      public let title: String?
      /// Picture.
      public let image: String?
      /// Place in the group.
      public let order: Int64?
      /// Pages to which it leads.
      public let urls: [String]

      /// Makes one.
      public init(title: String?, image: String?, order: Int64?, urls: [String]) {
        self.title = title
        self.image = image
        self.order = order
        self.urls = urls
      }

      init(_ fields: Fields) throws(FieldError) {
        title = try fields.looseText("title", max: Banner.textBytes)
        image = try fields.looseText("image", max: Limits.urlBytes)
        order = try fields.looseInteger("order", in: Banner.orders)
        urls = try fields.looseTexts("urls", max: Banner.urlsMax, each: Limits.urlBytes)
      }

      var json: JSON {
        .object([
          "title": .text(title), "image": .text(image), "order": order.map(JSON.integer),
          "urls": .array(urls.map(JSON.string)),
        ])
      }
    }

    /// Most banners of a group.
    public static let bannersMax = 100

    /// The group's name.
    public var group: String
    /// Whether somebody saw it, and not only the page had it.
    public var isView = false
    /// What it shows. Older clients send a view of the group without them.
    public var banners: [Member]

    /// A group was shown.
    public init(group: String, banners: [Member] = []) {
      self.group = group
      self.banners = banners
    }

    init(_ fields: Fields, isView: Bool) throws(FieldError) {
      self.isView = isView
      group = try fields.require("group", fields.looseText("group", max: Banner.textBytes))
      banners = []
      let elements = try fields.elements("banners", max: Self.bannersMax) ?? []
      for (index, element) in elements.enumerated() {
        banners.append(try Member(fields.inner(element, at: "banners[\(index)]")))
      }
    }

    var members: [JSON.Member] {
      [JSON.Member](present: [
        "group": .string(group), "banners": .array(banners.map(\.json)),
      ])
    }
  }
}
