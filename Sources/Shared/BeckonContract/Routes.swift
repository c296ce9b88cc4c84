import BeckonModel

/// Who may call a route.
public enum Access: Sendable {
  /// Anyone, without a key.
  case open
  /// Any key of the app.
  case key
  /// A secret key only.
  case secretKey
}

/// How often a caller may use a route with a publishable key.
public enum RateClass: Sendable {
  /// As much as the server can take.
  case ordinary
  /// Little for each address: what could be used to enumerate or to make up people.
  case guarded
  /// What one install does. Its first call counts as `guarded`, so that nobody makes up installs.
  case install
}

/// One call of the native API, or of a vendor's. The table is the only place where a path stands;
/// the server matches with it, the SDK builds paths with it, and `docs/openapi.yaml` is compared
/// with it.
public struct Route: Sendable, Hashable {
  /// HTTP method.
  public let method: String
  /// Path with parameters in braces: `/v1/links/{link}/stats`.
  public let path: String
  /// Who may call it.
  public let access: Access
  /// How often.
  public let rate: RateClass
  /// Whose protocol it is of; `nil` for the native API.
  public let vendor: Vendor?

  init(
    _ method: String, _ path: String, _ access: Access, _ rate: RateClass = .ordinary,
    vendor: Vendor? = nil
  ) {
    self.vendor = vendor
    self.method = method
    self.path = path
    self.access = access
    self.rate = rate
  }

  /// The path with its parameters filled in, in order, percent-encoded.
  public func path(_ parameters: String...) -> String {
    var remaining = parameters[...]
    return path.split(on: "/", keepsEmpty: true).map { part in
      guard part.hasPrefix("{"), let value = remaining.popFirst() else { return part }
      return Self.percentEncoded(value)
    }.joined(separator: "/")
  }

  /// Percent-encodes all but the unreserved characters of RFC 3986.
  public static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return encoded
  }
}

extension Route {
  /// Follow a link.
  public static let followLink = Route("GET", "/{code}", .open)
  /// Store what a click page learned of the device.
  public static let enrichClick = Route("POST", "/{code}", .open)
  /// Is the server well?
  public static let health = Route("GET", "/health", .open)
  /// Measurements for Prometheus.
  public static let metrics = Route("GET", "/metrics", .open)
  /// The API's description.
  public static let openAPI = Route("GET", "/v1/openapi.yaml", .open)
  /// Which apps of Apple's may open this host's links.
  public static let appleAppSite = Route("GET", "/.well-known/apple-app-site-association", .open)
  /// The same, where iOS looked first.
  public static let appleAppSiteLegacy = Route("GET", "/apple-app-site-association", .open)
  /// Which apps of Android's may open this host's links.
  public static let assetLinks = Route("GET", "/.well-known/assetlinks.json", .open)
  /// A device reports what SKAdNetwork counted.
  public static let reportSKAdNetwork = Route(
    "POST", "/.well-known/skadnetwork/report-attribution/", .open)
  /// A device reports what AdAttributionKit counted.
  public static let reportAdAttributionKit = Route(
    "POST", "/.well-known/appattribution/report-attribution/", .open)
  /// The App Store tells an app's purchases and refunds.
  public static let notifyAppStore = Route("POST", "/v1/stores/apple/{app}", .open)
  /// Google Play tells that something happened to an app's purchases.
  public static let notifyGooglePlay = Route("POST", "/v1/stores/google/{app}", .open)
  /// The app and its settings.
  public static let readApp = Route("GET", "/v1/app", .secretKey)
  /// Change the app's settings.
  public static let updateApp = Route("PATCH", "/v1/app", .secretKey)
  /// Make a link.
  public static let createLink = Route("POST", "/v1/links", .key, .guarded)
  /// The app's links.
  public static let listLinks = Route("GET", "/v1/links", .secretKey)
  /// One link.
  public static let readLink = Route("GET", "/v1/links/{link}", .secretKey)
  /// Delete a link.
  public static let deleteLink = Route("DELETE", "/v1/links/{link}", .secretKey)
  /// A link's counts.
  public static let linkStatistics = Route("GET", "/v1/links/{link}/stats", .key)
  /// A link as a picture, scalable.
  public static let linkQRCodeSVG = Route("GET", "/v1/links/{link}/qr.svg", .key)
  /// A link as a picture of pixels.
  public static let linkQRCodePNG = Route("GET", "/v1/links/{link}/qr.png", .key)
  /// A link was opened in an app that was there.
  public static let openLink = Route("POST", "/v1/opens", .key, .guarded)
  /// First launch of an app.
  public static let registerInstall = Route("POST", "/v1/installs", .key, .guarded)
  /// Why an install was matched, or not.
  public static let explainInstall = Route("GET", "/v1/installs/{install}/attribution", .secretKey)
  /// Create a person or find one.
  public static let identifyPerson = Route("POST", "/v1/people", .key, .guarded)
  /// One person.
  public static let readPerson = Route("GET", "/v1/people/{person}", .key)
  /// Set attributes.
  public static let updatePerson = Route("PATCH", "/v1/people/{person}", .key)
  /// Erase a person.
  public static let erasePerson = Route("DELETE", "/v1/people/{person}", .key)
  /// Everything about a person.
  public static let exportPerson = Route("GET", "/v1/people/{person}/export", .key, .guarded)
  /// Two people are one.
  public static let mergePerson = Route("POST", "/v1/people/{person}/merge", .secretKey)
  /// What a person has earned.
  public static let readBalances = Route("GET", "/v1/people/{person}/balances", .key)
  /// Let a person sign in on a new phone.
  public static let createSignInToken = Route("POST", "/v1/people/{person}/tokens", .secretKey)
  /// Spend a person's balance.
  public static let redeem = Route("POST", "/v1/people/{person}/redemptions", .secretKey)
  /// Store events.
  public static let ingestEvents = Route("POST", "/v1/events", .key)
  /// Make a campaign.
  public static let createCampaign = Route("POST", "/v1/campaigns", .secretKey)
  /// The app's campaigns.
  public static let listCampaigns = Route("GET", "/v1/campaigns", .secretKey)
  /// One campaign.
  public static let readCampaign = Route("GET", "/v1/campaigns/{campaign}", .key)
  /// Change a campaign or its rules.
  public static let updateCampaign = Route("PATCH", "/v1/campaigns/{campaign}", .secretKey)
  /// Who refers most.
  public static let leaderboard = Route("GET", "/v1/campaigns/{campaign}/leaderboard", .key)
  /// Every referral, with its method, evidence and risk.
  public static let listReferrals = Route("GET", "/v1/campaigns/{campaign}/referrals", .secretKey)
  /// Decide about a referral that rules on counts do not count.
  public static let reviewReferral = Route(
    "POST", "/v1/campaigns/{campaign}/referrals/{referral}/review", .secretKey)
  /// How many come how far.
  public static let funnel = Route("GET", "/v1/campaigns/{campaign}/funnel", .secretKey)
  /// A step was reached.
  public static let convert = Route("POST", "/v1/campaigns/{campaign}/conversions", .key)
  /// The ledger.
  public static let listTransfers = Route("GET", "/v1/ledger/transfers", .secretKey)
  /// Decide about a transfer in review.
  public static let reviewTransfer = Route(
    "POST", "/v1/ledger/transfers/{transfer}/review", .secretKey)
  /// Take a posted or pending reward back.
  public static let clawBackTransfer = Route(
    "POST", "/v1/ledger/transfers/{transfer}/clawback", .secretKey)
  /// Every account's sum, and the sum of all, which is zero.
  public static let ledgerSummary = Route("GET", "/v1/ledger/summary", .secretKey)
  /// What payments brought, by link, campaign or day.
  public static let readRevenue = Route("GET", "/v1/revenue", .secretKey)
  /// Fill a pool of coupon codes.
  public static let addCoupons = Route("POST", "/v1/coupon-pools/{pool}/codes", .secretKey)
  /// Apple's postbacks.
  public static let listPostbacks = Route("GET", "/v1/postbacks", .secretKey)
  /// How many of them came, by day, network and campaign.
  public static let summarizePostbacks = Route("GET", "/v1/postbacks/summary", .secretKey)
  /// What conversion values mean.
  public static let readPostbackSchema = Route("GET", "/v1/postback-schema", .secretKey)
  /// Give conversion values a new meaning.
  public static let setPostbackSchema = Route("PUT", "/v1/postback-schema", .secretKey)

  /// Make a webhook.
  public static let createWebhook = Route("POST", "/v1/webhooks", .secretKey)
  /// The app's webhooks.
  public static let listWebhooks = Route("GET", "/v1/webhooks", .secretKey)
  /// One webhook.
  public static let readWebhook = Route("GET", "/v1/webhooks/{webhook}", .secretKey)
  /// Change a webhook, or its secret.
  public static let updateWebhook = Route("PATCH", "/v1/webhooks/{webhook}", .secretKey)
  /// Delete a webhook with its deliveries.
  public static let deleteWebhook = Route("DELETE", "/v1/webhooks/{webhook}", .secretKey)
  /// What a webhook was sent, and what it answered.
  public static let listDeliveries = Route(
    "GET", "/v1/webhooks/{webhook}/deliveries", .secretKey)
  /// Send a delivery once more.
  public static let replayDelivery = Route(
    "POST", "/v1/webhooks/{webhook}/deliveries/{delivery}/replay", .secretKey)
  /// Send a ping.
  public static let testWebhook = Route("POST", "/v1/webhooks/{webhook}/test", .secretKey)

  /// Every route of the native API.
  public static let all: [Route] = [
    health, metrics, openAPI, readApp, updateApp, createLink, listLinks, readLink, deleteLink,
    linkStatistics, linkQRCodeSVG, linkQRCodePNG, openLink, registerInstall, explainInstall,
    identifyPerson, readPerson, updatePerson, erasePerson, exportPerson, mergePerson,
    createSignInToken, readBalances, redeem,
    ingestEvents, createCampaign, listCampaigns, readCampaign, updateCampaign, leaderboard,
    listReferrals, funnel, convert, listTransfers, reviewTransfer, clawBackTransfer, ledgerSummary,
    readRevenue, notifyAppStore, notifyGooglePlay, addCoupons, createWebhook, listWebhooks,
    readWebhook, updateWebhook, deleteWebhook, listDeliveries, replayDelivery, testWebhook,
    appleAppSite, appleAppSiteLegacy, assetLinks, reportSKAdNetwork, reportAdAttributionKit,
    listPostbacks, summarizePostbacks, readPostbackSchema, setPostbackSchema, reviewReferral,
    followLink, enrichClick,
  ]
}
