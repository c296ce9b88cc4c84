import BeckonEngine
import BeckonModel

/// People, links and phones that the tests of the ladder tell of. Everything happens before
/// `launch`.
enum Story {
  static let launch = Instant(milliseconds: 1_800_000_000_000)
  static let cafe = "203.0.113.7"
  static let home = "198.51.100.20"

  static func link(_ number: Int) -> LinkID { ID(Identifier(high: 1, low: UInt64(number))) }
  static func clickID(_ number: Int) -> ClickID { ID(Identifier(high: 2, low: UInt64(number))) }

  /// A click as a 302 sees it: address, agent, language.
  static func click(
    _ number: Int, on link: LinkID, minutesAgo: Double, by agent: String = Agents.safari17,
    from network: String? = cafe, networkClass: NetworkClass = .ordinary,
    language: String? = "tr-TR", isClaimed: Bool = false
  ) -> ClickCandidate {
    let at = launch.adding(milliseconds: -Int64(minutesAgo * 60_000))
    let signals = Signals(
      network: network, networkClass: networkClass, client: UserAgent.describe(agent),
      acceptLanguage: language)
    return ClickCandidate(
      click: clickID(number), link: link, at: at, signals: signals, isClaimed: isClaimed)
  }

  /// The first launch on an iPhone 14 Pro with iOS 17.5.1 in Turkish.
  static func iPhone(
    on network: String? = cafe, networkClass: NetworkClass = .ordinary, version: String = "17.5.1",
    model: String = "iPhone15,2", language: String = "tr-TR", named: [NamedClick] = []
  ) -> InstallEvidence {
    let device = DeviceDescription(
      platform: .ios, osVersion: version, deviceModel: model,
      screen: Screen(width: 393, height: 852, scale: 3), language: language,
      timeZone: "Europe/Istanbul")
    return InstallEvidence(
      firstLaunch: launch,
      signals: Signals(network: network, networkClass: networkClass, device: device), named: named)
  }

  static func android(
    model: String = "Pixel 8", version: String = "14", isOrganicByStore: Bool = false
  ) -> InstallEvidence {
    let device = DeviceDescription(
      platform: .android, osVersion: version, deviceModel: model, language: "tr-TR")
    return InstallEvidence(
      firstLaunch: launch,
      signals: Signals(network: cafe, networkClass: .ordinary, device: device),
      isOrganicByStore: isOrganicByStore)
  }

  static func decide(
    _ install: InstallEvidence, _ clicks: [ClickCandidate], isTruncated: Bool = false,
    settings: AttributionSettings = AttributionSettings()
  ) -> AttributionDecision {
    Ladder.decide(
      install: install, candidates: ClickCandidates(clicks, isTruncated: isTruncated),
      settings: settings, now: launch)
  }
}

extension AttributionDecision {
  /// The outcome without what was looked at.
  var short: [String?] { [type.rawValue, reason.rawValue, link?.text, click?.text] }

  var outcomes: [CandidateOutcome] { candidates.map(\.outcome) }

  func comparison(_ name: SignalName, of candidate: Int = 0) -> SignalComparison? {
    candidates[candidate].signals.first { $0.name == name }?.comparison
  }
}
