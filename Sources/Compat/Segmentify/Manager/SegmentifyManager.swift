import BeckonBasics
import BeckonContractSegmentify
import BeckonModel
import Foundation

/// Gets the recommendations that come of a call, on the main queue, once for each call. Where there
/// are none, or the server cannot be reached, the list is empty.
public typealias SegmentifyRecommendations = @MainActor ([RecommendationModel]) -> Void

/// The vendor's client. Each method tells what the visitor has done; it is on the device's disk
/// when the method returns, and arrives once, now or when the server can be reached.
///
/// The vendor's guide and the vendor's code name some methods and parameters differently. Both are
/// here.
public final class SegmentifyManager: NSObject, Sendable {
  private static let manager = SegmentifyManager(.shared)

  let session: SegmentifySession

  init(_ session: SegmentifySession) { self.session = session }

  // MARK: Who the app is

  /// Says whether the log tells what goes wrong; it does unless told otherwise.
  /// - Returns: what was said.
  @discardableResult
  public class func logStatus(isVisible: Bool) -> Bool {
    manager.session.state.withLock { $0.isLogging = isVisible }
    return isVisible
  }

  /// Says after how many seconds of silence a session is over; 1,800 unless told, as the server
  /// has it.
  /// - Returns: what counts from now on, at least 1.
  @discardableResult
  public class func setSessionKeepSecond(sessionKeepSecond: Int) -> Int {
    let seconds = max(1, sessionKeepSecond)
    manager.session.state.withLock { $0.configuration.sessionSeconds = seconds }
    return seconds
  }

  /// Says who the app is and where the server is. Before it nothing is sent, unless Info.plist has
  /// both (`BeckonURL`, `BeckonKey`).
  /// - Parameters:
  ///   - appkey: a publishable key `pk_…`, or a key that the server knows as one.
  ///   - dataCenterUrl: the server. One of the vendor's own gives way to `BeckonURL`.
  ///   - subDomain: the shop's domain, `example.com`.
  public class func config(appkey: String, dataCenterUrl: String, subDomain: String) {
    manager.session.configure { configuration in
      configuration.key = appkey
      configuration.dataCenterURL = dataCenterUrl
      configuration.domain = subDomain
    }
  }

  /// The same, while the app runs. What waits goes to the new server.
  public class func setConfig(apiKey: String, dataCenterUrl: String, subDomain: String) {
    config(appkey: apiKey, dataCenterUrl: dataCenterUrl, subDomain: subDomain)
  }

  /// Says where notifications are told of. All of an app goes to one server, so it has to be the
  /// same; another is not asked.
  public class func setPushConfig(dataCenterUrlPush: String) {
    let session = manager.session
    session.state.withLock { $0.configuration.pushURL = dataCenterUrlPush }
    let server = session.target?.server.host
    if let named = URL(string: dataCenterUrlPush)?.host, let server, named != server {
      session.log("notifications go to \(server) too, and not to \(named).")
    }
  }

  /// The one instance.
  public class func sharedManager() -> SegmentifyManager { manager }

  /// The one instance, after `config`.
  public class func sharedManager(
    appKey: String, dataCenterUrl: String, subDomain: String
  ) -> SegmentifyManager {
    let configuration = manager.session.configuration
    let isNew =
      configuration.key != appKey || configuration.dataCenterURL != dataCenterUrl
      || configuration.domain != subDomain
    // The guide asks for it with each call.
    if isNew { config(appkey: appKey, dataCenterUrl: dataCenterUrl, subDomain: subDomain) }
    return manager
  }

  // MARK: Telling

  /// Tells something to which there is no answer.
  func tell(_ fact: Fact) { session.record(fact) }

  /// Tells something, and calls back with what is recommended.
  func ask(_ fact: Fact, _ callback: @escaping SegmentifyRecommendations) {
    let session = session
    session.record(fact) { outcome in
      let shown = ShownRecommendation.all(outcome.answer)
      Task {
        await MainActor.run { callback(shown.map(RecommendationModel.init)) }
        await session.tellShown(shown.map { ($0.instanceID, $0.actionID) }, [.impression])
      }
    }
  }
}

extension SegmentifySession {
  /// Tells that something was shown, as the vendor's client does by itself.
  func tellShown(
    _ showings: [(instanceID: String, actionID: String)],
    _ kinds: [Segmentify.Interaction.Kind]
  ) async {
    let named = showings.filter { !$0.instanceID.isEmpty }
    guard !named.isEmpty else { return }
    for (instanceID, actionID) in named {
      for kind in kinds { record(.interaction(kind, instanceID, actionID)) }
    }
    await flush()
  }
}

extension Fact {
  /// What became of a recommendation.
  static func interaction(
    _ kind: Segmentify.Interaction.Kind, _ instanceID: String, _ interactionID: String
  ) -> Fact {
    Fact(
      .interaction, nil,
      [
        "type": .string(kind.rawValue), "instanceId": .string(instanceID),
        "interactionId": .string(interactionID),
      ])
  }
}
