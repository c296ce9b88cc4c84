import BeckonModel

extension Linkrunner {
  /// `data` in the answer to `attribution-data`.
  public struct AttributionData: Hashable, Sendable {
    /// Where the link leads in the app.
    public let deepLink: String?
    /// The network that led to the install, `ORGANIC` for none.
    public let source: String
    /// The campaign; `nil` when the install is organic.
    public let campaign: Campaign?
    /// The advertising id of an Android device, as the request has told it.
    public let gaid: String?
    /// The advertising id of an iPhone, as the request has told it.
    public let idfa: String?

    /// Makes an answer.
    public init(
      deepLink: String?, source: String, campaign: Campaign?, gaid: String? = nil,
      idfa: String? = nil
    ) {
      self.deepLink = deepLink
      self.source = source
      self.campaign = campaign
      self.gaid = gaid
      self.idfa = idfa
    }

    /// Reads `data` as the vendor's client does: a campaign that lacks id, name or type spoils all.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      deepLink = fields.value("deeplink")?.string
      source = fields.value("attribution_source")?.string ?? Linkrunner.unknownSource
      gaid = fields.value("gaid")?.string
      idfa = fields.value("idfa")?.string
      guard fields.value("campaign_data")?.members != nil else {
        campaign = nil
        return
      }
      campaign = try fields.fields("campaign_data").map { fields throws(FieldError) in
        try Campaign(fields)
      }
    }

    /// The value of `data`.
    public var json: JSON {
      [
        "deeplink": .orNull(deepLink), "attribution_source": .string(source),
        "gaid": .orNull(gaid), "idfa": .orNull(idfa), "campaign_data": campaign?.json ?? .null,
      ]
    }
  }

  /// `data` in the answer to `handle-deeplink`.
  public struct DeepLink: Hashable, Sendable {
    /// Where the link leads in the app.
    public let deepLink: String?
    /// Whether it is one of ours.
    public let isOurs: Bool
    /// Whether the answer is not final yet.
    public let isProcessing: Bool?

    /// Makes an answer.
    public init(deepLink: String?, isOurs: Bool, isProcessing: Bool? = false) {
      self.deepLink = deepLink
      self.isOurs = isOurs
      self.isProcessing = isProcessing
    }

    /// Reads `data` as the vendor's client does: what is missing is `false`.
    /// - Throws: never for an object.
    public init(_ fields: Fields) throws(FieldError) {
      deepLink = fields.value("deeplink")?.string
      isOurs = fields.value("is_linkrunner")?.bool ?? false
      isProcessing = fields.value("processing")?.bool
    }

    /// The value of `data`.
    public var json: JSON {
      .object([
        "deeplink": .orNull(deepLink), "is_linkrunner": .bool(isOurs),
        "processing": isProcessing.map(JSON.bool),
      ])
    }
  }
}
