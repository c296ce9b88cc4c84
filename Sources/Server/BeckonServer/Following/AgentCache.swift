import BeckonBasics
import BeckonEngine

/// What `User-Agent` headers say, kept for those seen lately: a few thousand make up nearly all visits,
/// and reading one costs as much as storing the click.
final class AgentCache: Sendable {
  private static let entriesMax = 4_096
  private let known = Locked<[String: (ClientDescription, VisitKind)]>([:])

  /// The client, and what a plain GET by it is: a click, or a robot's or preview's visit.
  func describe(_ agent: String) -> (ClientDescription, VisitKind) {
    if let known = known.withLock({ $0[agent] }) { return known }
    let described = (
      UserAgent.describe(agent), Visit(method: "GET", userAgent: agent).kind
    )
    known.withLock { known in
      if known.count >= Self.entriesMax { known = [:] }
      known[agent] = described
    }
    return described
  }
}
