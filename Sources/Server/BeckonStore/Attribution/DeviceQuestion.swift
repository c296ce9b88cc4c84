import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Asks which link a device has come by, as far as its clicks tell now. Nothing is written: no
/// install is made, and the click stays free for the one whose it is.
public struct DeviceQuestion {
  private let scope: Scope
  private let device: DeviceDescription
  private let network: (text: String, class: NetworkClass)

  /// Prepares a question about a device on a network.
  public init(
    _ scope: Scope, _ device: DeviceDescription, on network: (text: String, class: NetworkClass)
  ) {
    self.scope = scope
    self.device = device
    self.network = network
  }

  /// The link, and how sure it is; `nil` when nothing tells.
  /// - Throws: `DatabaseError`.
  public func ask() throws -> (link: Link, match: MatchType)? {
    let settings = AttributionSettings(scope.app.settings)
    let candidates = try Clicks(scope).candidates(
      from: network.text,
      since: scope.now.adding(milliseconds: -settings.weakWindowMilliseconds))
    let evidence = InstallEvidence(
      signals: Signals(network: "", networkClass: network.class, device: device))
    let decision = Ladder.decide(
      install: evidence, candidates: candidates, settings: settings, now: scope.now)
    guard let id = decision.link, let click = decision.click,
      let link = try Links(scope).shown(id, clicked: click)
    else { return nil }
    return (link, decision.type)
  }
}
