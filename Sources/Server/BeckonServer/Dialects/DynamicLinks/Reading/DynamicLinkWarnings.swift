import BeckonContractDynamicLinks
import BeckonEngine
import BeckonModel

/// What the author of a short link is told of a link that works, but perhaps not as they think
/// (docs/PROTOCOLS/dynamiclinks.md, Warnings).
struct DynamicLinkWarnings {
  /// Bytes above which some programs cut a link.
  static let linkBytes = 2_048
  /// Bytes of a text that people read.
  static let textBytes = 500

  private let link: LongDynamicLink
  private let settings: AppSettings
  private var found: [DynamicLinkWarning] = []

  /// All warnings about a link of an app.
  static func all(_ link: LongDynamicLink, _ settings: AppSettings) -> [DynamicLinkWarning] {
    var warnings = DynamicLinkWarnings(link: link, settings: settings)
    warnings.lookAtAndroid()
    warnings.lookAtIOS()
    warnings.lookAtSwitches()
    warnings.lookAtTexts()
    warnings.lookAtPages()
    warnings.lookAtWhole()
    return warnings.found
  }

  private init(link: LongDynamicLink, settings: AppSettings) {
    self.link = link
    self.settings = settings
  }

  private mutating func warn(
    _ code: DynamicLinkWarning.Code, _ parameter: DynamicLinkParameter, _ what: String
  ) {
    found.append(DynamicLinkWarning(code, "Param '\(parameter.rawValue)' \(what)."))
  }

  private mutating func lookAtAndroid() {
    if let package = link[.androidPackage] {
      if settings.android?.package != package {
        warn(
          .otherAndroidPackage, .androidPackage,
          "is not the app's package (android.package in its settings)")
      }
    } else {
      if link[.androidMinimumVersion] != nil {
        warn(
          .androidMinimumVersionUnnecessary, .androidMinimumVersion, "does nothing without 'apn'")
      }
      if link[.androidLink] != nil {
        warn(.androidLinkUnnecessary, .androidLink, "does nothing without 'apn'")
      }
      if link[.androidFallback] != nil {
        warn(
          .unspecified, .androidFallback,
          "is for phones without an app that 'apn' names; here all of Android goes there")
      }
    }
    if let version = link[.androidMinimumVersion], Int64(version) == nil {
      warn(.androidMinimumVersionNoInteger, .androidMinimumVersion, "is not a whole number")
    }
  }

  private mutating func lookAtIOS() {
    if let bundle = link[.iosBundle], settings.ios?.bundleID != bundle {
      warn(.otherIOSBundle, .iosBundle, "is not the app's bundle (ios.bundle_id in its settings)")
    }
    if let bundle = link[.iPadBundle], settings.ios?.bundleID != bundle {
      warn(.otherIPadBundle, .iPadBundle, "is not the app's bundle (ios.bundle_id in its settings)")
    }
    let hasBundle = (link[.iosBundle] ?? link[.iPadBundle]) != nil
    if link[.iosScheme] != nil, !hasBundle {
      warn(.iosSchemeUnnecessary, .iosScheme, "does nothing without 'ibi'")
    }
    if link.hasUnfitScheme {
      warn(
        .unspecified, .iosScheme,
        "is no scheme of an app's own, such as com.example.shop; it is left out")
    }
    lookAtIOSVersion(hasBundle)
    guard let number = link[.appStoreID] else { return }
    if !number.utf8.allSatisfy(\.isDigit) {
      warn(.appStoreIDNoNumber, .appStoreID, "is not a number")
    } else if !hasBundle {
      warn(.appStoreIDUnnecessary, .appStoreID, "does nothing without 'ibi'")
    } else if link[.iosBundle] == settings.ios?.bundleID,
      let own = settings.ios?.appStoreID, own != number
    {
      warn(.otherAppStoreID, .appStoreID, "is not of the app whose bundle is 'ibi'")
    }
  }

  private mutating func lookAtIOSVersion(_ hasBundle: Bool) {
    guard let version = link[.iosMinimumVersion] else { return }
    if version.utf8.count > Limits.wordBytes {
      warn(
        .tooLong, .iosMinimumVersion, "has more than \(Limits.wordBytes) bytes; it is left out")
    } else if !hasBundle {
      warn(.unspecified, .iosMinimumVersion, "asks for a version of an app that no 'ibi' names")
    }
  }

  private mutating func lookAtSwitches() {
    if let value = link[.forcedRedirect], value != "0", value != "1" {
      warn(.advertisement, .forcedRedirect, "is neither 0 nor 1")
    }
    if link[.googleClick] != nil {
      warn(.deprecated, .googleClick, "is kept, but Google reads it of its own links only")
    }
    for name in link.unknown.prefix(10) {
      found.append(
        DynamicLinkWarning(
          .unrecognized,
          "Param '\(NameSuggestion.shown(name))' "
            + NameSuggestion.refusal(of: name, Self.names) + "; it is left out."))
    }
  }

  private static let names = DynamicLinkParameter.allCases.filter { !$0.isOfVisit }.map(\.rawValue)

  private mutating func lookAtTexts() {
    for parameter in [DynamicLinkParameter.socialTitle, .socialDescription] {
      guard let text = link[parameter], text.utf8.count > Self.textBytes else { continue }
      warn(.tooLong, parameter, "has more than \(Self.textBytes) bytes; previews cut it")
    }
  }

  /// Pages to which nobody can be sent are left out.
  private mutating func lookAtPages() {
    for (parameter, noURL, scheme) in Self.pages {
      guard let fault = link.fault(of: parameter) else { continue }
      let isScheme = fault == .scheme && URLText(link[parameter] ?? "") != nil
      warn(
        isScheme ? scheme : noURL, parameter,
        isScheme ? "is no URL of the web; it is left out" : fault.remedy + "; it is left out")
    }
    if link.fault(of: .socialImage) == nil, let image = link[.socialImage],
      URLText(image)?.schemeText != "https"
    {
      warn(
        .socialImageScheme, .socialImage, "does not begin with https://; pages do not show it")
    }
    if let fault = link.androidLinkFault {
      warn(.androidLinkNoURL, .androidLink, fault.remedy + "; it is left out")
    }
  }

  private static let pages:
    [(DynamicLinkParameter, noURL: DynamicLinkWarning.Code, scheme: DynamicLinkWarning.Code)] = [
      (.androidFallback, .androidFallbackNoURL, .androidFallbackScheme),
      (.iosFallback, .iosFallbackNoURL, .iosFallbackScheme),
      (.iPadFallback, .iPadFallbackNoURL, .iPadFallbackScheme),
      (.otherPlatforms, .socialNoURL, .socialScheme),
      (.socialImage, .socialImageNoURL, .socialImageScheme),
    ]

  private mutating func lookAtWhole() {
    if link.text.utf8.count > Self.linkBytes {
      found.append(
        DynamicLinkWarning(
          .linkTooLong,
          "The long link has more than \(Self.linkBytes) bytes; some programs cut it."))
    }
    if URLText(link.link)?.fragment != nil {
      warn(.fragment, .link, "has a fragment (#), which no server sees")
    }
  }
}
