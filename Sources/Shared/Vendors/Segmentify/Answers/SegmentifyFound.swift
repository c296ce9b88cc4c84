import BeckonModel

extension Segmentify {
  /// What is shown while somebody types, or before that (docs/PROTOCOLS/segmentify.md, Searches).
  public struct Found: Hashable, Sendable {
    /// How it is to be shown.
    public var campaign: SearchCampaign
    /// The products, in order.
    public var products: [Product]
    /// What the visitor searched for before, the latest first.
    public var lastSearches: [String]

    /// Makes what is shown.
    public init(_ campaign: SearchCampaign, products: [Product], lastSearches: [String] = []) {
      self.campaign = campaign
      self.products = products
      self.lastSearches = lastSearches
    }

    /// Compares what they show.
    public static func == (left: Found, right: Found) -> Bool { left.json == right.json }

    /// Hashes what it shows.
    public func hash(into hasher: inout Hasher) { json.hash(into: &hasher) }

    /// An element of `search`. The client for iOS stops with a fault where one of the three objects
    /// behind the campaign holds anything.
    public var json: JSON {
      [
        "products": .array(products.map(\.json)), "campaign": campaign.json,
        "categoryProducts": [:], "brandProducts": [:], "keywords": [:], "categories": [:],
        "brands": [:], "lastSearches": .array(lastSearches.map(JSON.string)),
      ]
    }
  }

  /// How products are to be shown while somebody types.
  public struct SearchCampaign: Hashable, Sendable {
    /// The campaign of what is shown before a search; taps are told as `Interaction.beforeSearch`.
    public static let before = "BEFORE_SEARCH"
    /// The campaign of what a search has found; taps are told as `Interaction.found`.
    public static let search = "SEARCH"

    /// Titles in one language.
    public struct Texts: Hashable, Sendable {
      /// In capitals: `EN`.
      public let language: String
      /// Above what is shown before a search, on the button that ends it, and where nothing was
      /// found.
      public var popular, cancel, notFound: String?

      /// None yet.
      public init(language: String) { self.language = language }
    }

    /// `before` or `search`.
    public let instanceID: String
    /// Milliseconds without a key before a client searches.
    public var delayMilliseconds: Int64 = 300
    /// Letters before it searches.
    public var minCharacters: Int64 = 3
    /// The beginning of the address of the shop's page of results.
    public var urlPrefix = ""
    /// Most products to show.
    public var itemCount: Int64 = 10
    /// Titles by language.
    public var texts: [Texts] = []

    /// A campaign that says nothing yet.
    public init(instanceID: String) { self.instanceID = instanceID }

    var json: JSON {
      [
        "instanceId": .string(instanceID),
        "name": .string(instanceID == Self.before ? "Before search" : "Search"),
        "status": "ACTIVE", "devices": ["ANDROID", "IOS", "PC"],
        "searchDelay": .integer(delayMilliseconds), "minCharacterCount": .integer(minCharacters),
        "searchUrlPrefix": .string(urlPrefix), "mobileItemCount": .integer(itemCount),
        "stringSearchAssetTextMap": .object(
          texts.map { JSON.Member($0.language, $0.json) }),
      ]
    }
  }
}

extension Segmentify.SearchCampaign.Texts {
  fileprivate var json: JSON {
    .object([
      "popularProductsText": .text(popular), "mobileCancelText": .text(cancel),
      "notFoundText": .text(notFound),
    ])
  }
}
