import BeckonModel

/// What a short link's creator is told of a link that works, but not as its author may think:
/// `{"warningCode", "warningMessage"}`.
public struct DynamicLinkWarning: Hashable, Sendable {
  /// What it is about.
  public let code: Code
  /// For people.
  public let message: String

  /// Makes a warning.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// As answers have it.
  public var json: JSON {
    ["warningCode": .string(code.rawValue), "warningMessage": .string(message)]
  }

  /// The vendor's codes, all of them.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// None of the others.
    case unspecified = "CODE_UNSPECIFIED"
    /// `apn` is not the app's package.
    case otherAndroidPackage = "NOT_IN_PROJECT_ANDROID_PACKAGE_NAME"
    /// `amv` is no number.
    case androidMinimumVersionNoInteger = "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION"
    /// `amv` without `apn`.
    case androidMinimumVersionUnnecessary = "UNNECESSARY_ANDROID_PACKAGE_MIN_VERSION"
    /// `al` is no URL.
    case androidLinkNoURL = "NOT_URI_ANDROID_LINK"
    /// `al` without `apn`.
    case androidLinkUnnecessary = "UNNECESSARY_ANDROID_LINK"
    /// `afl` is no URL.
    case androidFallbackNoURL = "NOT_URI_ANDROID_FALLBACK_LINK"
    /// `afl` is no URL of the web.
    case androidFallbackScheme = "BAD_URI_SCHEME_ANDROID_FALLBACK_LINK"
    /// `ibi` is not the app's bundle.
    case otherIOSBundle = "NOT_IN_PROJECT_IOS_BUNDLE_ID"
    /// `ipbi` is not the app's bundle.
    case otherIPadBundle = "NOT_IN_PROJECT_IPAD_BUNDLE_ID"
    /// `ius` without `ibi`.
    case iosSchemeUnnecessary = "UNNECESSARY_IOS_URL_SCHEME"
    /// `isi` is no number.
    case appStoreIDNoNumber = "NOT_NUMERIC_IOS_APP_STORE_ID"
    /// `isi` without `ibi`.
    case appStoreIDUnnecessary = "UNNECESSARY_IOS_APP_STORE_ID"
    /// `ifl` is no URL.
    case iosFallbackNoURL = "NOT_URI_IOS_FALLBACK_LINK"
    /// `ifl` is no URL of the web.
    case iosFallbackScheme = "BAD_URI_SCHEME_IOS_FALLBACK_LINK"
    /// `ipfl` is no URL.
    case iPadFallbackNoURL = "NOT_URI_IPAD_FALLBACK_LINK"
    /// `ipfl` is no URL of the web.
    case iPadFallbackScheme = "BAD_URI_SCHEME_IPAD_FALLBACK_LINK"
    /// `d` is neither `0` nor `1`.
    case debug = "BAD_DEBUG_PARAM"
    /// `efr` is neither `0` nor `1`.
    case advertisement = "BAD_AD_PARAM"
    /// A parameter that nobody reads any more.
    case deprecated = "DEPRECATED_PARAM"
    /// A name that is no parameter.
    case unrecognized = "UNRECOGNIZED_PARAM"
    /// A value that is longer than it may be.
    case tooLong = "TOO_LONG_PARAM"
    /// `si` is no URL.
    case socialImageNoURL = "NOT_URI_SOCIAL_IMAGE_LINK"
    /// `si` is no URL of the web.
    case socialImageScheme = "BAD_URI_SCHEME_SOCIAL_IMAGE_LINK"
    /// A page of a preview is no URL.
    case socialNoURL = "NOT_URI_SOCIAL_URL"
    /// A page of a preview is no URL of the web.
    case socialScheme = "BAD_URI_SCHEME_SOCIAL_URL"
    /// The link is so long that some programs cut it.
    case linkTooLong = "LINK_LENGTH_TOO_LONG"
    /// The deep link has a fragment, which no server sees.
    case fragment = "LINK_WITH_FRAGMENTS"
    /// `ibi` and `isi` are not of one app.
    case otherAppStoreID = "NOT_MATCHING_IOS_BUNDLE_ID_AND_STORE_ID"
  }
}
