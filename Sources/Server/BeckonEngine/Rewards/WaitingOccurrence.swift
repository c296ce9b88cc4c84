import BeckonModel

/// Something that happened to an unverified member, for which a rule waits: kept until they are
/// verified, and decided about then as if it happened at that moment.
public struct WaitingOccurrence: Hashable, Sendable {
  /// What happened: an event, or a change of attributes.
  public let occurrence: Occurrence
  /// The fact.
  public let fact: MovingFact

  /// Makes one; `nil` for what is not kept, because the steps that are recorded tell it.
  public init?(_ occurrence: Occurrence, by fact: MovingFact) {
    switch occurrence {
    case .event, .attributes, .promoted: break
    case .state, .count: return nil
    }
    self.occurrence = occurrence
    self.fact = fact
  }

  /// As it is stored.
  public var json: JSON {
    .object(
      what + [
        JSON.Member("trust", .string(fact.trust.rawValue)),
        JSON.Member("payable", .bool(fact.isPayable)),
        JSON.Member("before_sign_up", .bool(fact.isBeforeSignUp)),
      ])
  }

  private var what: [JSON.Member] {
    switch occurrence {
    case .event(let name, let properties):
      return [JSON.Member("event", .string(name)), JSON.Member("properties", properties)]
    case .attributes(let change, let byServer):
      let own = byServer.map { [$0.before, $0.after] }
      return [
        JSON.Member("change", [change.before, change.after]),
        JSON.Member("by_server", own.map(JSON.array) ?? .null),
      ]
    case .promoted: return [JSON.Member("promoted", true)]
    case .state, .count: return []
    }
  }

  /// Reads what was stored; `nil` when it is none.
  /// - Parameter isReversed: whether the fact was taken back meanwhile.
  public init?(_ json: JSON, of id: FactID, isReversed: Bool) {
    guard let trust = json["trust"]?.string.flatMap(Trust.init(word:)) else { return nil }
    if let name = json["event"]?.string {
      occurrence = .event(name: name, properties: json["properties"] ?? [:])
    } else if let change = AttributeChange(json["change"]) {
      occurrence = .attributes(change, byServer: AttributeChange(json["by_server"]))
    } else if json["promoted"] == true {
      occurrence = .promoted
    } else {
      return nil
    }
    fact = MovingFact(
      id: id, trust: trust, isPayable: json["payable"] == true, isReversed: isReversed,
      isBeforeSignUp: json["before_sign_up"] == true)
  }
}

extension AttributeChange {
  /// Reads `[before, after]`.
  fileprivate init?(_ pair: JSON?) {
    guard let values = pair?.elements, values.count == 2 else { return nil }
    self.init(before: values[0], after: values[1])
  }
}
