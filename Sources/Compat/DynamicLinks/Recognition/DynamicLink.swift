import BeckonContractDynamicLinks
import BeckonModel
import Foundation

/// How sure it is that a link led here.
public enum DLMatchType: UInt, Sendable {
  /// Nothing led here.
  case none
  /// Another device may have opened the link: ask before you show anything personal.
  case weak
  /// The same network and device.
  case `default`
  /// No doubt: the link itself was opened, or copied.
  case unique
}

/// How sure it is, as the SDK's first versions put it.
public enum DynamicLinkMatchConfidence: UInt, Sendable {
  /// Another device may have opened the link.
  case weak
  /// No doubt.
  case strong
}

/// A link that led here, and where it goes.
public final class DynamicLink: Sendable {
  /// The deep link: where the app goes; `nil` when nothing led here.
  public let url: URL?
  /// How sure it is that it led here.
  public let matchType: DLMatchType
  /// The oldest version of the app that understands the deep link.
  public let minimumAppVersion: String?
  private let campaign: [String: String]

  /// UTM parameters by their names: `utm_source`.
  public var utmParametersDictionary: [String: Any] { campaign }

  /// `.strong` when there is no doubt that the link led here.
  public var matchConfidence: DynamicLinkMatchConfidence { matchType == .unique ? .strong : .weak }

  /// Reads the parameters of a URL of the app's own scheme, or of a long link.
  /// - Parameter link: the name of the one that holds the deep link.
  init(
    _ parameters: [(name: String, value: String)], link: String, type: DLMatchType
  ) {
    func value(_ name: String) -> String? {
      parameters.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
    url = value(link).flatMap(URL.init(string:))
    matchType = type
    minimumAppVersion = value(DynamicLinkParameter.iosMinimumVersion.rawValue)
    let names: [DynamicLinkParameter] = [
      .utmSource, .utmMedium, .utmCampaign, .utmTerm, .utmContent,
    ]
    campaign = names.map(\.rawValue).reduce(into: [:]) { $0[$1] = value($1) }
  }
}
