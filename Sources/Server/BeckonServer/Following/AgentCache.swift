import BeckonBasics
import BeckonEngine
import BeckonModel

/// What `User-Agent` and `Accept-Language` say, kept for those seen lately: a few thousand make up
/// nearly all visits, and reading them costs as much as storing the click. Anyone can send as many
/// others as they like, so both are cut first, and all together have a bound.
final class AgentCache: Sendable {
  /// Room for some 4,000 agents of browsers.
  private static let bytesMax = 4 << 20

  /// What the two headers of a visit say. An object, since it is handed out with every click.
  final class Visitor: Sendable {
    let signals: Signals
    /// What a plain GET by it is: a click, or a robot's or preview's visit.
    let kind: VisitKind
    /// Hash of the agent.
    let agent: Identifier

    init(signals: Signals, kind: VisitKind, agent: Identifier) {
      (self.signals, self.kind, self.agent) = (signals, kind, agent)
    }

    /// What tells this visitor from others: the network's keyed digest, turned by the agent's.
    func digest(on network: Identifier) -> Identifier {
      Identifier(high: network.high &+ agent.high, low: network.low &+ agent.low)
    }
  }

  private struct Headers: Hashable {
    let agent: String
    let language: String?

    var bytes: Int { agent.utf8.count + (language?.utf8.count ?? 0) }
  }

  private let known = Locked(BoundedCache<Headers, Visitor>(bytesMax: bytesMax))

  /// What the cache takes up, about.
  var bytes: Int { known.withLock { $0.bytes } }

  /// The visitor behind these headers; network and its class are not theirs to say. What stands
  /// behind the bytes that are read says nothing.
  func visitor(agent: String, language: String?) -> Visitor {
    let headers = Headers(
      agent: agent.prefix(bytes: UserAgent.bytesMax),
      language: language?.prefix(bytes: Limits.signalBytes))
    if let known = known.withLock({ $0[headers] }) { return known }
    let visitor = Visitor(
      signals: Signals(
        network: nil, networkClass: .ordinary, client: UserAgent.describe(headers.agent),
        acceptLanguage: headers.language),
      kind: Visit(method: "GET", userAgent: headers.agent).kind,
      agent: Identifier(hashing: "agent", headers.agent))
    // The model and the version that are read out of an agent are parts of it.
    let bytes = 2 * headers.bytes + MemoryLayout<Signals>.size + 64
    known.withLock { $0.keep(visitor, for: headers, texts: bytes) }
    return visitor
  }
}
