import BeckonBasics
import BeckonEngine
import BeckonModel

/// What `User-Agent` and `Accept-Language` say, kept for those seen lately: a few thousand make up
/// nearly all visits, and reading them costs as much as storing the click.
final class AgentCache: Sendable {
  private static let entriesMax = 8_192

  /// What the two headers of a visit say.
  struct Visitor: Sendable {
    let signals: Signals
    /// What a plain GET by it is: a click, or a robot's or preview's visit.
    let kind: VisitKind
    /// Hash of the agent.
    let agent: Identifier

    /// What tells this visitor from others: the network's keyed digest, turned by the agent's.
    func digest(on network: Identifier) -> Identifier {
      Identifier(high: network.high &+ agent.high, low: network.low &+ agent.low)
    }
  }

  private struct Headers: Hashable {
    let agent: String
    let language: String?
  }

  private let known = Locked<[Headers: Visitor]>([:])

  /// The visitor behind these headers; network and its class are not theirs to say.
  func visitor(agent: String, language: String?) -> Visitor {
    let headers = Headers(agent: agent, language: language)
    if let known = known.withLock({ $0[headers] }) { return known }
    let visitor = Visitor(
      signals: Signals(
        network: nil, networkClass: .ordinary, client: UserAgent.describe(agent),
        acceptLanguage: language),
      kind: Visit(method: "GET", userAgent: agent).kind,
      agent: Identifier(hashing: "agent", agent))
    known.withLock { known in
      if known.count >= Self.entriesMax { known = [:] }
      known[headers] = visitor
    }
    return visitor
  }
}
