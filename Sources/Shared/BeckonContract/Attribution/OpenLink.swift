import BeckonModel

/// `POST /v1/opens`: a link was opened on a device where the app was already.
public enum OpenLink {
  /// Which link, on which install.
  public struct Request: Hashable, Sendable {
    /// The app's own id of the install.
    public let installID: String
    /// The link as the system handed it over.
    public let url: String

    /// Makes a request.
    public init(installID: String, url: String) {
      self.installID = installID
      self.url = url
    }
  }

  /// What the link is.
  public struct Response: Hashable, Sendable {
    /// Where it leads; `nil` when it is none of this app's links.
    public let deepLink: String?
    /// The link.
    public let link: LinkID?
    /// Its campaign.
    public let campaign: CampaignID?
    /// Whose link it is.
    public let referrer: PersonID?
    /// Whether it is the opener's own.
    public let isOwn: Bool
    /// The oldest version of the app on the install's platform that understands the link.
    public let minimumVersion: String?
    /// The UTM parameters of the opened URL, else of the link.
    public let utm: UTM

    /// Makes a response.
    public init(
      deepLink: String?, link: LinkID?, campaign: CampaignID?, referrer: PersonID?, isOwn: Bool,
      minimumVersion: String? = nil, utm: UTM = UTM()
    ) {
      self.minimumVersion = minimumVersion
      self.utm = utm
      self.deepLink = deepLink
      self.link = link
      self.campaign = campaign
      self.referrer = referrer
      self.isOwn = isOwn
    }
  }
}

extension OpenLink.Request {
  /// Reads a body.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    self.init(
      installID: try fields.require(
        "install_id", fields.string("install_id", max: Limits.clientIDBytes)),
      url: try fields.require("url", fields.string("url", max: Limits.openedURLBytes)))
  }

  /// What of the body from which it was read was not understood.
  public static func warnings(of fields: Fields) -> [FactWarning] {
    FactWarning.unknown(in: fields, ["install_id", "url"])
  }

  /// The body.
  public var json: JSON { ["install_id": .string(installID), "url": .string(url)] }
}

extension OpenLink.Response {
  /// Reads an answer.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    self.init(
      deepLink: try fields.string("deep_link", max: 4_096),
      link: try fields.id("link", LinkID.self),
      campaign: try fields.id("campaign", CampaignID.self),
      referrer: try fields.id("referrer", PersonID.self), isOwn: try fields.bool("own") ?? false,
      minimumVersion: try fields.string("minimum_version", max: Limits.wordBytes),
      utm: UTM(json: fields.value("utm")))
  }

  /// The answer.
  public var json: JSON {
    .object([
      "deep_link": deepLink.map(JSON.string) ?? .null, "link": link.map(JSON.id) ?? .null,
      "campaign": campaign.map(JSON.id) ?? .null, "referrer": referrer.map(JSON.id) ?? .null,
      "own": .bool(isOwn), "minimum_version": minimumVersion.map(JSON.string),
      "utm": utm.json,
    ])
  }
}
