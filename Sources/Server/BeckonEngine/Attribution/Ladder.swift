import BeckonModel

/// Decides which link an install came from. Precision goes before recall: a person who gets another
/// one's welcome is worse than one who gets none.
///
/// 1. What the app names itself is certain. Names are tried in the order of `AttributionMethod`. A
/// name    that doesn't exist or is too old says nothing and is set aside. A click that belongs to
/// another    install says that this person is not the one who clicked, so nothing is guessed
/// either.
/// 2. Else clicks from the same network count that contradict the install in nothing, are not older
///    than the windows, not after the first launch, and not claimed. If they lead to different
/// links,    or if some were not looked at, nobody can tell: no match. If they lead to one link,
/// the newest    is it.
///
/// The platform must be known to agree for a `default`; so must a network with few people behind
/// it. Where the click tells little of its device, or other devices were seen on the network, it
/// is `default` for a part of the window only: `beckon-sim attribution` shows why.
public enum Ladder {
  /// The decision, a function of its arguments alone; the order of clicks and names doesn't matter.
  public static func decide(
    install: InstallEvidence, candidates: ClickCandidates, settings: AttributionSettings,
    now: Instant
  ) -> AttributionDecision {
    let launch = min(install.firstLaunch ?? now, now)
    let named = sorted(install.named)
    if let certain = decideNamed(named, launch, settings) { return certain }
    guard settings.probabilisticOnIOS || install.signals.platform != .ios else {
      return AttributionDecision(reason: .switchedOffOnIOS, named: named)
    }
    let judged = candidates.clicks.sorted(by: isNewer).map { candidate in
      (candidate: candidate, judged: judge(candidate, install, launch, settings))
    }
    let eligible = judged.filter { $0.judged.outcome == .eligible }
    let all = judged.map(\.judged)
    let isOneLink = Set(eligible.map(\.candidate.link)).count == 1
    guard isOneLink, !isCutOff(candidates, all, settings), let best = eligible.first else {
      let reason = reason(all, candidates, named, settings, launch)
      return AttributionDecision(reason: reason, named: named, candidates: all)
    }
    let limits = limits(best.candidate, best.judged, all, install, settings)
    return AttributionDecision(
      type: limits.isEmpty ? .default : .weak, link: best.candidate.link,
      click: best.candidate.click, method: .networkAndDevice, reason: .networkAndDevice,
      limits: limits, named: named, candidates: all)
  }

  private static func isNewer(_ left: ClickCandidate, _ right: ClickCandidate) -> Bool {
    left.at == right.at ? left.click > right.click : left.at > right.at
  }
}

extension AttributionDecision {
  /// What is left for an install when the click that fitted it best turns out to be another's,
  /// which has named it.
  public static let clickOfAnother = AttributionDecision(reason: .clickClaimed, named: [])
}

// MARK: - What the app names

extension Ladder {
  private enum Standing { case usable, unknown, expired, claimed }

  private static func decideNamed(
    _ named: [NamedClick], _ launch: Instant, _ settings: AttributionSettings
  ) -> AttributionDecision? {
    let standings = named.map { standing($0, launch, settings) }
    for (name, standing) in zip(named, standings) where standing == .usable {
      return AttributionDecision(
        type: .unique, link: name.link, click: name.click, method: name.method,
        reason: reason(name.method), named: named)
    }
    return standings.contains(.claimed)
      ? AttributionDecision(reason: .clickClaimed, named: named) : nil
  }

  private static func standing(
    _ name: NamedClick, _ launch: Instant, _ settings: AttributionSettings
  ) -> Standing {
    guard name.link != nil else { return .unknown }
    if name.isClaimed { return .claimed }
    guard let at = name.at else { return .usable }
    return launch.milliseconds(since: at) > settings.namedWindowMilliseconds ? .expired : .usable
  }

  private static func reason(_ method: AttributionMethod) -> AttributionReason {
    switch method {
    case .clickID: .clickID
    case .link: .openedLink
    case .installReferrer: .installReferrer
    case .pasteboard: .pasteboardLink
    case .networkAndDevice: .networkAndDevice
    }
  }

  /// By strength of the method; the rest of the order only makes it a function of the set.
  private static func sorted(_ named: [NamedClick]) -> [NamedClick] {
    let methods = AttributionMethod.allCases
    func key(_ name: NamedClick) -> (Int, Int64, TextKey, TextKey) {
      let newestFirst = -(name.at?.milliseconds ?? 0).clampedForNegation
      return (
        methods.firstIndex(of: name.method) ?? methods.count, newestFirst,
        TextKey(name.link?.text ?? ""), TextKey(name.click?.text ?? "")
      )
    }
    return named.sorted { key($0) < key($1) }
  }
}

extension Int64 {
  fileprivate var clampedForNegation: Int64 { Swift.max(self, -Int64.max) }
}

// MARK: - Candidates

extension Ladder {
  private static func judge(
    _ candidate: ClickCandidate, _ install: InstallEvidence, _ launch: Instant,
    _ settings: AttributionSettings
  ) -> JudgedCandidate {
    let signals = Signals.compare(click: candidate.signals, install: install.signals)
    let age = launch.milliseconds(since: candidate.at)
    return JudgedCandidate(
      click: candidate.click, link: candidate.link, at: candidate.at, ageMilliseconds: age,
      outcome: outcome(candidate, signals, age, settings), signals: signals)
  }

  /// A click from an unknown network has nothing to show for it, so it differs.
  private static func outcome(
    _ candidate: ClickCandidate, _ signals: [JudgedSignal], _ age: Int64,
    _ settings: AttributionSettings
  ) -> CandidateOutcome {
    let differs = signals.contains {
      $0.comparison == .differs || $0.name == .network && $0.comparison == .missing
    }
    if differs { return .differs }
    if age > longestWindow(settings) { return .tooOld }
    if age < -max(0, settings.clockToleranceMilliseconds) { return .later }
    return candidate.isClaimed ? .claimed : .eligible
  }

  private static func longestWindow(_ settings: AttributionSettings) -> Int64 {
    max(settings.defaultWindowMilliseconds, settings.weakWindowMilliseconds)
  }

  /// What was left out is older than all that was looked at. It matters unless that is too old
  /// anyway.
  private static func isCutOff(
    _ candidates: ClickCandidates, _ judged: [JudgedCandidate], _ settings: AttributionSettings
  ) -> Bool {
    let oldest = judged.last?.ageMilliseconds ?? 0
    return candidates.isTruncated && oldest <= longestWindow(settings)
  }

  private static func limits(
    _ click: ClickCandidate, _ judged: JudgedCandidate, _ all: [JudgedCandidate],
    _ install: InstallEvidence, _ settings: AttributionSettings
  ) -> [AttributionLimit] {
    let classes = [click.signals.networkClass, install.signals.networkClass]
    let age = judged.ageMilliseconds
    let isOld = age > settings.defaultWindowMilliseconds
    let isPlain = !Signals.tellDevice(click: click.signals, judged: judged.signals)
    let isAmongOthers = all.contains { isOtherDevice($0, settings) }
    let limits: [(AttributionLimit, Bool)] = [
      (.age, isOld),
      (.carrierNAT, classes.contains(.carrierNAT)), (.relay, classes.contains(.relay)),
      (.hiddenByProxy, classes.contains(.hiddenByProxy)),
      (.platform, judged.comparison(.platform) != .agrees),
      (.fewTraits, !isOld && isPlain && (isAmongOthers || age > settings.plainWindowMilliseconds)),
      (
        .otherDevices,
        !isOld && isAmongOthers && (isPlain || age > settings.sharedWindowMilliseconds)
      ),
      // Only the click page tells a screen. Whoever goes on from there to Play comes with a name.
      (.organicReferrer, install.isOrganicByStore && click.signals.screen != nil),
    ]
    return limits.filter(\.1).map(\.0)
  }

  /// A click on this network that cannot be this install's shows that somebody else is there.
  private static func isOtherDevice(
    _ judged: JudgedCandidate, _ settings: AttributionSettings
  ) -> Bool {
    judged.comparison(.network) == .agrees && judged.ageMilliseconds <= longestWindow(settings)
      && (judged.outcome == .differs || judged.outcome == .claimed)
  }

  /// Why there is no match. What the app named in vain comes last: it tells most when no click
  /// fits.
  private static func reason(
    _ judged: [JudgedCandidate], _ candidates: ClickCandidates, _ named: [NamedClick],
    _ settings: AttributionSettings, _ launch: Instant
  ) -> AttributionReason {
    let eligible = Set(judged.filter { $0.outcome == .eligible }.map(\.link))
    if eligible.count > 1 { return .ambiguous }
    if isCutOff(candidates, judged, settings) { return .tooManyCandidates }
    if let inVain = named.first {
      return standing(inVain, launch, settings) == .expired ? .clickExpired : .clickUnknown
    }
    let outcomes = Set(judged.map(\.outcome))
    if outcomes.contains(.claimed) { return .onlyClaimed }
    if outcomes.contains(.tooOld) { return .onlyTooOld }
    if outcomes.contains(.later) { return .onlyLater }
    return outcomes.isEmpty ? .noCandidates : .onlyDiffering
  }
}
