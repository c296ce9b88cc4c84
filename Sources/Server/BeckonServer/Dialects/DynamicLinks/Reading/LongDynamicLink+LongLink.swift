import BeckonContractDynamicLinks
import BeckonEngine
import BeckonModel
import BeckonStore

extension LongLink {
  /// What a long link means here; `nil` when its deep link is no URL of the web.
  init?(_ long: LongDynamicLink) {
    guard let link = long.page(.link) else { return nil }
    self.init(
      id: LongLink.id(of: long.text), prefix: long.prefix, text: long.text,
      url: long.page(.otherPlatforms) ?? link, options: long.options, pages: long.pages,
      iosForm: long.iosForm)
  }
}

extension LongDynamicLink {
  private static let web = TargetSchemes(allowsHTTP: true)

  /// A page that a parameter names; `nil` when no browser may be sent there.
  func page(_ parameter: DynamicLinkParameter) -> String? {
    fault(of: parameter) == nil ? self[parameter] : nil
  }

  /// Why no browser may be sent to the page that a parameter names.
  func fault(
    of parameter: DynamicLinkParameter, _ schemes: TargetSchemes = LongDynamicLink.web
  ) -> TargetError? {
    guard let value = self[parameter] else { return nil }
    do throws(TargetError) {
      try Target.check(value, schemes: schemes)
      return nil
    } catch {
      return error
    }
  }

  /// Why the app on Android cannot get its own link; it may be of the app's own scheme.
  var androidLinkFault: TargetError? {
    fault(of: .androidLink, TargetSchemes(allowsHTTP: true, allowsApp: true))
  }

  /// Where the app on Android goes, if that is another place than the deep link.
  private var androidDeepLink: String? {
    playPage != nil && androidLinkFault == nil ? self[.androidLink] : nil
  }

  /// Every page to which it sends browsers or the app: those that it names, and those in stores.
  var pages: [LongLink.Page] {
    let named = ([.link] + DynamicLinkParameter.pages).compactMap { parameter in
      page(parameter).map { LongLink.Page(parameter.rawValue, $0) }
    }
    let stores = [
      appStorePage.map { LongLink.Page(DynamicLinkParameter.appStoreID.rawValue, $0) },
      playPage.map { LongLink.Page(DynamicLinkParameter.androidPackage.rawValue, $0) },
    ]
    let app = androidDeepLink.map { LongLink.Page(DynamicLinkParameter.androidLink.rawValue, $0) }
    return named + stores.compactMap { $0 } + [app].compactMap { $0 }
  }

  /// The page in Apple's store; `nil` without a number, or for an app that is none of iOS.
  private var appStorePage: String? {
    guard let number = self[.appStoreID], !number.isEmpty, number.utf8.allSatisfy(\.isDigit),
      self[.iosBundle] ?? self[.iPadBundle] != nil
    else { return nil }
    return "https://apps.apple.com/app/id" + number
  }

  private var playPage: String? {
    self[.androidPackage].flatMap { package in
      package.utf8.allSatisfy(Self.isPackageByte)
        ? "https://play.google.com/store/apps/details?id=" + package : nil
    }
  }

  private static func isPackageByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  /// The App Store's page with what its reports and affiliates are told.
  private var reportedAppStorePage: String? {
    let told: [DynamicLinkParameter] = [
      .providerToken, .affiliateToken, .campaignToken, .mediaType,
    ]
    return told.reduce(appStorePage) { page, parameter in
      guard let page, let value = self[parameter] else { return page }
      return Target.adding(parameter: parameter.rawValue, value: value, to: page)
    }
  }

  private var reportedPlayPage: String? {
    guard let page = playPage, let click = self[.googleClick] else { return playPage }
    return Target.adding(
      parameter: "referrer", value: "gclid=" + PercentEncoding.encode(click), to: page)
  }

  // MARK: Options

  /// What it says besides its target. Where it names a page for other platforms, iOS and Android
  /// without a page of their own go to the deep link.
  var options: LinkOptions {
    let elsewhere = page(.otherPlatforms).map { _ in link }
    let appStore = reportedAppStorePage
    let iPad = page(.iPadFallback) ?? (self[.iPadBundle] == nil ? nil : appStore)
    let phone = page(.iosFallback) ?? (self[.iosBundle] == nil ? nil : appStore) ?? elsewhere
    return LinkOptions(
      ios: phone, android: page(.androidFallback) ?? reportedPlayPage ?? elsewhere,
      social: social, utm: utm, deepLink: elsewhere,
      platforms: PlatformOptions(
        iPad: iPad == phone ? nil : iPad, iosScheme: scheme,
        iosMinimumVersion: minimumVersion,
        androidPackage: playPage == nil ? nil : self[.androidPackage],
        androidMinimumVersion: self[.androidMinimumVersion].flatMap { Int64($0) },
        androidDeepLink: androidDeepLink),
      pasteboard: self[.forcedRedirect] == "1" ? false : nil)
  }

  /// The app's own scheme, if it can be one (RFC 3986, section 3.1).
  private var scheme: String? {
    (self[.iosScheme] ?? self[.iosBundle] ?? self[.iPadBundle]).flatMap { scheme in
      Self.isScheme(scheme) ? scheme : nil
    }
  }

  /// Whether it names a scheme that no app can have.
  var hasUnfitScheme: Bool { self[.iosScheme].map { !Self.isScheme($0) } ?? false }

  private static func isScheme(_ text: String) -> Bool {
    (try? Target.check(text + "://a", schemes: TargetSchemes(allowsApp: true))) != nil
  }

  /// The oldest version of the app on iOS, if it is one that answers can tell.
  private var minimumVersion: String? {
    self[.iosMinimumVersion].flatMap { $0.utf8.count <= Limits.wordBytes ? $0 : nil }
  }

  /// As the vendor's client for iOS reads a URL of the app's own scheme
  /// (docs/PROTOCOLS/dynamiclinks.md, Links).
  fileprivate var iosForm: String {
    let told: [(String, DynamicLinkParameter)] = [
      ("utm_source", .utmSource), ("utm_medium", .utmMedium), ("utm_campaign", .utmCampaign),
      ("utm_term", .utmTerm), ("utm_content", .utmContent), ("imv", .iosMinimumVersion),
    ]
    let parameters = told.compactMap { name, parameter in
      self[parameter].map { "&" + name + "=" + PercentEncoding.encode($0) }
    }
    return "google/link/?deep_link_id={link}&match_type=unique&beckon_click={click}"
      + parameters.joined()
  }

  private var social: JSON? {
    let social = JSON.object([
      "title": self[.socialTitle].map(JSON.string),
      "description": self[.socialDescription].map(JSON.string),
      "image": page(.socialImage).map(JSON.string),
    ])
    return social == .object([]) ? nil : social
  }

  private var utm: JSON? {
    UTM(
      source: self[.utmSource], medium: self[.utmMedium], campaign: self[.utmCampaign],
      term: self[.utmTerm], content: self[.utmContent]
    ).json
  }
}
