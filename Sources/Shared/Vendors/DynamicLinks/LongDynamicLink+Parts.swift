import BeckonModel

extension LongDynamicLink {
  /// The parts of `dynamicLinkInfo`: the object, its member, the parameter.
  private static let parts: [(object: String, members: [(String, DynamicLinkParameter)])] = [
    (
      "androidInfo",
      [
        ("androidPackageName", .androidPackage), ("androidFallbackLink", .androidFallback),
        ("androidMinPackageVersionCode", .androidMinimumVersion), ("androidLink", .androidLink),
      ]
    ),
    (
      "iosInfo",
      [
        ("iosBundleId", .iosBundle), ("iosFallbackLink", .iosFallback),
        ("iosCustomScheme", .iosScheme), ("iosIpadFallbackLink", .iPadFallback),
        ("iosIpadBundleId", .iPadBundle), ("iosAppStoreId", .appStoreID),
        ("iosMinimumVersion", .iosMinimumVersion),
      ]
    ),
    (
      "socialMetaTagInfo",
      [
        ("socialTitle", .socialTitle), ("socialDescription", .socialDescription),
        ("socialImageLink", .socialImage),
      ]
    ),
    ("desktopInfo", [("desktopFallbackLink", .otherPlatforms)]),
  ]

  private static let analytics: [(object: String, members: [(String, DynamicLinkParameter)])] = [
    (
      "googlePlayAnalytics",
      [
        ("utmSource", .utmSource), ("utmMedium", .utmMedium), ("utmCampaign", .utmCampaign),
        ("utmTerm", .utmTerm), ("utmContent", .utmContent), ("gclid", .googleClick),
      ]
    ),
    (
      "itunesConnectAnalytics",
      [
        ("at", .affiliateToken), ("ct", .campaignToken), ("mt", .mediaType),
        ("pt", .providerToken),
      ]
    ),
  ]

  /// Reads a link by its parts.
  /// - Throws: `FieldError`, or `DynamicLinksFailure` where the vendor has a text of its own.
  init(_ info: ProtocolMembers) throws {
    let own = ["domainUriPrefix", "dynamicLinkDomain", "link", "navigationInfo", "analyticsInfo"]
    try info.allow(only: own + Self.parts.map(\.object))
    var values: [DynamicLinkParameter: String] = [:]
    values[.link] = try info.text("link", max: Self.bytesMax)
    try Self.read(Self.parts, of: info, into: &values)
    if let analytics = try info.members("analyticsInfo") {
      try analytics.allow(only: Self.analytics.map(\.object))
      try Self.read(Self.analytics, of: analytics, into: &values)
    }
    if let navigation = try info.members("navigationInfo") {
      try navigation.allow(only: ["enableForcedRedirect"])
      if try navigation.bool("enableForcedRedirect") == true { values[.forcedRedirect] = "1" }
    }
    self.init(prefix: try Self.prefix(info), values: values)
    guard !link.isEmpty else { throw DynamicLinksFailure.linkMissing }
    guard canBeKept else { throw DynamicLinksFailure.notLong }
  }

  private static func read(
    _ parts: [(object: String, members: [(String, DynamicLinkParameter)])],
    of info: ProtocolMembers, into values: inout [DynamicLinkParameter: String]
  ) throws(FieldError) {
    for (object, members) in parts {
      guard let part = try info.members(object) else { continue }
      try part.allow(only: members.map(\.0))
      for (name, parameter) in members {
        values[parameter] = try part.text(name, max: bytesMax)
      }
    }
  }

  /// `https://go.example/promo`, or the older `go.example`; exactly one of both.
  private static func prefix(_ info: ProtocolMembers) throws -> String {
    let prefix = try info.text("domainUriPrefix", max: Limits.urlBytes)
    let domain = try info.text("dynamicLinkDomain", max: Limits.urlBytes)
    switch (prefix, domain) {
    case (let prefix?, nil), (nil, let prefix?):
      // Either is written with and without the scheme.
      let whole = URLText(prefix)?.authority == nil ? "https://" + prefix : prefix
      guard let url = URLText(whole), url.isWeb, let (host, _) = url.hostAndPort else {
        throw DynamicLinksFailure.foreignPrefix(prefix)
      }
      let path = url.bytes[url.path].split(separator: UInt8(ascii: "/"))
        .map { PercentEncoding.decode($0) }
      return ([host] + path).joined(separator: "/")
    default: throw DynamicLinksFailure.onePrefix(domain ?? "", prefix ?? "")
    }
  }
}
