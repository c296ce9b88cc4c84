import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A first launch that is told without naming the install. An app may have another client that
/// names it, and both are one install: what was told without a name is given to the first that has
/// one (`UnnamedInstalls`), and who asks without a name after that gets the answer of the named.
///
/// Nothing is kept of a launch to which no link can have led: there is nothing to explain, and it
/// would stand beside the named one for ever.
public struct UnnamedLaunch {
  /// Clicks of others whose installs are compared.
  private static let comparedMax = 20

  private let scope: Scope
  private let request: FirstLaunch.Request

  /// Prepares a launch.
  /// - Parameter request: its install id is one that is made of what the call tells, so that the
  ///   same call again is the same install.
  public init(_ scope: Scope, _ request: FirstLaunch.Request) {
    self.scope = scope
    self.request = request
  }

  /// Carries it out; `nil` when no link can have led to it.
  /// - Throws: `DatabaseError`.
  public func run() throws -> FirstLaunch.Outcome? {
    if try Installs(scope).find(client: request.installID) == nil {
      let candidates = try self.candidates()
      let isNamed = try request.pasteboard.map { try Links(scope).find(url: $0) != nil } ?? false
      guard !candidates.isEmpty || isNamed else { return nil }
      if let twin = try twin(among: candidates) { return try outcome(of: twin) }
    }
    return try FirstLaunch(scope, request).run()
  }

  private func candidates() throws -> [ClickCandidate] {
    let window = AttributionSettings(scope.app.settings).weakWindowMilliseconds
    return try Clicks(scope).candidates(
      from: request.network, since: scope.now.adding(milliseconds: -window),
      caughtUp: request.caughtUp
    ).clicks
  }

  /// The named install on this network and device that has the newest of the clicks. A newer click
  /// that is nobody's yet is more likely this launch's own.
  private func twin(among candidates: [ClickCandidate]) throws -> Install? {
    let newest = candidates.sorted { $0.at > $1.at }
    for click in newest.prefix(Self.comparedMax) {
      guard click.isClaimed else { return nil }
      guard let id = try Clicks(scope).find(click.click)?.claimedBy,
        let install = try Installs(scope).find(id), try !Installs(scope).isUnnamed(id),
        scope.now.milliseconds(since: install.createdAt) <= SameDevice.spanMilliseconds,
        install.network == scope.app.digest(ofNetwork: request.network),
        let device = try Installs(scope).device(of: id),
        SameDevice.holds(DeviceDescription(stored: device), request.device)
      else { continue }
      return install
    }
    return nil
  }

  private func outcome(of install: Install) throws -> FirstLaunch.Outcome {
    let decision = try Decisions(scope).find(install.id) ?? Decisions(scope).new(.waiting)
    let link = try Links(scope).find(of: decision)
    let said = AdParameters(json: try decision.click.flatMap(Clicks(scope).parameters))
    return FirstLaunch.Outcome(
      install: install, token: nil, decision: decision, link: link, referrer: nil,
      utm: link?.utm(visited: said) ?? UTM())
  }
}
