import BeckonEngine
import BeckonModel

/// The engine's rules on clicks in memory, looked up as the server does.
struct EngineMatcher: InstallMatcher {
  private struct StoredClick {
    let id: ClickID
    let link: Int
    let at: Instant
    let signals: Signals
    var isClaimed = false
  }

  private let settings: AttributionSettings
  private let ranges = NetworkRanges()
  private var clicks: [StoredClick] = []
  /// Places in `clicks` by network, the oldest first.
  private var byNetwork: [String: [Int]] = [:]
  private var byID: [ClickID: Int] = [:]
  /// Ids of visits that were clicks.
  private var idsOfVisits: [Int: ClickID] = [:]

  /// Matches as an app with these settings.
  init(_ settings: AppSettings) { self.settings = AttributionSettings(settings) }

  mutating func visit(_ visit: SimulatedVisit) {
    let kind = Visit(
      method: visit.method, userAgent: visit.agent, secPurpose: visit.purpose
    ).kind
    guard kind == .click else { return }
    let (network, networkClass) = read(visit.address)
    var signals = Signals(
      network: network, networkClass: networkClass, client: UserAgent.describe(visit.agent),
      acceptLanguage: visit.language)
    // The click page comes for phones only.
    if signals.platform == .ios || signals.platform == .android {
      signals.screen = visit.screen
      signals.timeZone = visit.timeZone.flatMap(TimeZoneSignal.init(text:))
    }
    let id = ClickID(Identifier(high: 2, low: UInt64(visit.number)))
    byNetwork[network, default: []].append(clicks.count)
    byID[id] = clicks.count
    idsOfVisits[visit.number] = id
    clicks.append(StoredClick(id: id, link: visit.link, at: visit.at, signals: signals))
  }

  mutating func launch(_ launch: SimulatedLaunch) -> SimulatedMatch {
    let (network, networkClass) = read(launch.address)
    let decision = Ladder.decide(
      install: InstallEvidence(
        signals: Signals(network: network, networkClass: networkClass, device: launch.device),
        named: launch.names.compactMap(name), isOrganicByStore: launch.isOrganicByStore),
      candidates: candidates(network, at: launch.at), settings: settings, now: launch.at)
    let click = decision.click.flatMap { byID[$0] }
    if let click { clicks[click].isClaimed = true }
    return SimulatedMatch(
      type: decision.type, link: decision.link.map { Int($0.identifier.low) },
      reason: decision.reason.rawValue,
      age: click.map { launch.at.milliseconds(since: clicks[$0].at) })
  }

  private func read(_ address: String) -> (String, NetworkClass) {
    guard let read = NetworkAddress(address) else { return (address, .hiddenByProxy) }
    return (read.networkText, ranges.classify(read))
  }

  private func candidates(_ network: String, at: Instant) -> ClickCandidates {
    let since = at.adding(milliseconds: -settings.weakWindowMilliseconds)
    let newest = (byNetwork[network] ?? []).reversed().prefix { clicks[$0].at >= since }
    let found = newest.prefix(ClickCandidates.countMax).map { place in
      let click = clicks[place]
      return ClickCandidate(
        click: click.id, link: Self.id(of: click.link), at: click.at, signals: click.signals,
        isClaimed: click.isClaimed)
    }
    return ClickCandidates(found, isTruncated: newest.count > found.count)
  }

  // MARK: What the app names

  private func name(_ name: SimulatedName) -> NamedClick? {
    switch name {
    case .organicReferrer: nil
    case .opened(let link): NamedClick(method: .link, link: Self.id(of: link))
    case .copied(let link): NamedClick(method: .pasteboard, link: Self.id(of: link))
    case .playReferrer(let visit): named(.installReferrer, visit)
    case .copiedPage(let visit): named(.pasteboard, visit)
    }
  }

  private func named(_ method: AttributionMethod, _ visit: Int) -> NamedClick? {
    guard let place = idsOfVisits[visit].flatMap({ byID[$0] }) else { return nil }
    let click = clicks[place]
    return NamedClick(
      method: method, link: Self.id(of: click.link), click: click.id, at: click.at,
      isClaimed: click.isClaimed)
  }

  private static func id(of link: Int) -> LinkID {
    LinkID(Identifier(high: 1, low: UInt64(link)))
  }
}
