import BeckonModel

/// Which of Apple's two systems reports.
/// https://developer.apple.com/documentation/storekit/skadnetwork
/// https://developer.apple.com/documentation/adattributionkit
public enum PostbackSystem: String, CaseIterable, Sendable {
  /// SKAdNetwork, up to version 4.0.
  case skAdNetwork = "skadnetwork"
  /// AdAttributionKit, from iOS 17.4 on.
  case adAttributionKit = "adattributionkit"
}

/// What an advertisement led to.
public enum PostbackConversion: String, CaseIterable, Sendable {
  /// The first download.
  case download
  /// A download by somebody who had the app before.
  case redownload
  /// Somebody who has the app opened it.
  case reengagement = "re-engagement"
}

/// What somebody did with an advertisement.
public enum PostbackInteraction: String, CaseIterable, Sendable {
  /// They tapped it.
  case click
  /// They saw it.
  case view
}

/// How much an install is worth, where Apple gives no number: so few people came by this campaign
/// that a number could tell who they are.
public enum CoarseValue: String, CaseIterable, Comparable, Sendable {
  /// Least.
  case low
  /// More.
  case medium
  /// Most.
  case high

  /// Order of worth.
  public static func < (left: CoarseValue, right: CoarseValue) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .high: 2
    }
  }
}

/// A device's report that an advertisement led to an install, as Apple's systems send it. It names
/// no person and no device. What Apple withholds to protect a small crowd is `nil`.
public struct Postback: Hashable, Sendable {
  /// Fine values.
  public static let fineValues: ClosedRange<Int64> = 0...63

  /// Who reports.
  public let system: PostbackSystem
  /// SKAdNetwork's version; `1.0` where none stands. `nil` for AdAttributionKit, which has none.
  public let version: String?
  /// The ad network's id: `example123.skadnetwork`.
  public let adNetwork: String
  /// The network's own number of the campaign: two to four digits, fewer in a small crowd.
  public let source: String?
  /// The advertised app's number in the App Store; 0 for a development build.
  public let advertisedApp: Int64
  /// Apple's id of the postback, in lower case.
  public let transaction: String
  /// Which of the up to three postbacks of an install it is, from 0.
  public let sequenceIndex: Int
  /// What the advertisement led to.
  public let conversion: PostbackConversion?
  /// What the person did with it.
  public let interaction: PostbackInteraction?
  /// Whether this network's advertisement is the one that counts.
  public let didWin: Bool
  /// Number of the app that showed the advertisement.
  public let sourceApp: Int64?
  /// Site that showed it.
  public let sourceDomain: String?
  /// The app store through which the app came.
  public let marketplace: String?
  /// The fine conversion value, 0 to 63. Not signed.
  public let fineValue: Int?
  /// The coarse one. Not signed.
  public let coarseValue: CoarseValue?
  /// Country, ISO 3166. Not signed.
  public let country: String?
  /// What shows that Apple sent it.
  public let signature: PostbackSignature

  /// The conversion window that it is about.
  public var window: ConversionWindow { ConversionWindow(rawValue: sequenceIndex) ?? .first }
}

extension Fields {
  /// A conversion value; what is none counts as absent, since it is not signed anyway.
  func fineValue() -> Int? {
    let number = value("conversion-value")?.integer
    return number.flatMap { Postback.fineValues.contains($0) ? Int($0) : nil }
  }

  /// A coarse conversion value; what is none counts as absent.
  func coarseValue() -> CoarseValue? {
    value("coarse-conversion-value")?.string.flatMap(CoarseValue.init(word:))
  }

  /// A short text; what is none counts as absent.
  func word(_ name: String) -> String? {
    value(name)?.string.flatMap { (1...Limits.signalBytes).contains($0.utf8.count) ? $0 : nil }
  }

  /// A postback's place in its sequence; what is none counts as the first.
  func sequenceIndex() -> Int {
    let index = value("postback-sequence-index")?.integer ?? 0
    return (0...2).contains(index) ? Int(index) : 0
  }
}
