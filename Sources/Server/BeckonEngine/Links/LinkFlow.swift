import BeckonModel

/// What a link does, device by device, for its owner to look at: nothing in it is secret, so nobody
/// is named.
public struct LinkFlow: Hashable, Sendable {
  /// Who opens it.
  public enum Device: CaseIterable, Sendable {
    /// An iPhone.
    case iPhone
    /// An iPad whose browser says so.
    case iPad
    /// A phone or tablet with Android.
    case android
    /// Anything else, among it iPads whose Safari says Mac.
    case other

    var platform: Platform? {
      switch self {
      case .iPhone, .iPad: .ios
      case .android: .android
      case .other: nil
      }
    }
  }

  /// What opens the app where it is installed.
  public enum Way: Hashable, Sendable {
    /// The system does, because the link's host says whose it is.
    case association
    /// The link's page does, inside other apps, by the app's own scheme.
    case scheme
    /// The link's page does, inside other apps, by the app's package.
    case package(String)
  }

  /// The app, where it is installed.
  public struct App: Hashable, Sendable {
    /// What opens it; empty when nothing does.
    public let ways: [Way]
    /// Where it goes.
    public let place: String?
    /// The oldest version that understands the link.
    public let minimumVersion: String?
  }

  /// By what the first launch of an app that was not there finds the click.
  public enum Evidence: Hashable, Sendable {
    /// Google Play hands the click over.
    case installReferrer
    /// The page's tap copied the link.
    case pasteboard
    /// Network and device are compared, for so many minutes.
    case networkAndDevice(minutes: Int64)
    /// It stands in the URL of the page, which may hand it on.
    case url
  }

  /// What happens on one device.
  public struct Branch: Hashable, Sendable {
    /// The device.
    public let device: Device
    /// The app; `nil` where there is none.
    public let app: App?
    /// Whether people without it see the link's page, and whether that waits for a tap; `nil` for a
    /// redirect.
    public let pageWaits: Bool?
    /// Where people without it end.
    public let end: String
    /// By what the click is found again.
    public let evidence: [Evidence]
  }

  /// For each device.
  public let branches: [Branch]

  /// What a link does.
  public init(_ link: Link, _ targets: LinkTargets, _ settings: AppSettings) {
    branches = Device.allCases.map { Self.branch($0, link, targets, settings) }
  }

  private static func branch(
    _ device: Device, _ link: Link, _ targets: LinkTargets, _ settings: AppSettings
  ) -> Branch {
    let destination = Destination(
      targets, platform: device.platform ?? .other, isIPad: device == .iPad, visit: .click)
    var (waits, end): (Bool?, String) = (nil, targets.url)
    switch destination {
    case .clickPage(let store, _):
      (waits, end) = (device.platform == .ios && link.fillsPasteboard(settings), store)
    case .redirect(let page): end = page
    case .socialPreview, .refusal: break
    }
    return Branch(
      device: device, app: device.platform.map { app(on: $0, link, settings) }, pageWaits: waits,
      end: end, evidence: evidence(on: device, waits ?? false, end, settings))
  }

  private static func app(
    on platform: Platform, _ link: Link, _ settings: AppSettings
  ) -> App {
    let entry = AppEntry(link, settings)
    var ways: [Way] = []
    if platform == .ios {
      if settings.ios?.appID != nil { ways.append(.association) }
      if entry.hasScheme { ways.append(.scheme) }
    } else {
      if settings.android?.certificateFingerprints.isEmpty == false { ways.append(.association) }
      if let package = entry.androidPackage { ways.append(.package(package)) }
    }
    return App(
      ways: ways, place: link.deepLink(on: platform),
      minimumVersion: link.minimumVersion(on: platform))
  }

  private static func evidence(
    on device: Device, _ waits: Bool, _ end: String, _ settings: AppSettings
  ) -> [Evidence] {
    guard let platform = device.platform else { return [.url] }
    var evidence: [Evidence] = waits ? [.pasteboard] : []
    switch Target.store(of: end) {
    case .play?: evidence.append(.installReferrer)
    case .appStore?: break
    case nil: evidence.append(.url)
    }
    if platform == .android || settings.matchesByDeviceOnIOS {
      evidence.append(.networkAndDevice(minutes: settings.weakMatchMinutes))
    }
    return evidence
  }
}

extension Link {
  /// Whether its page waits on iOS for a tap that copies it.
  public func fillsPasteboard(_ settings: AppSettings) -> Bool {
    options.pasteboard ?? settings.fillsPasteboard
  }
}
