import BeckonModel

/// A value as somebody sends it for a record: with what the server is to put in, and with `null`
/// for what is to go.
public struct RecordValue: Sendable {
  /// The time of the write.
  let now: Instant
  /// The field that is told in errors.
  let name: String

  private static let serverValue = ".sv"

  /// Reads values at a time.
  public init(at now: Instant, in name: String) {
    self.now = now
    self.name = name
  }

  /// The value as it is stored: the server's values put in, without what is `null` or empty.
  /// - Parameters:
  ///   - old: what stands in its place.
  ///   - depth: how many keys lead to it.
  /// - Throws: `FieldError`.
  public func resolve(
    _ value: JSON, over old: JSON?, depth: Int
  ) throws(FieldError) -> JSON {
    switch value {
    case .object(let members):
      if members.contains(where: { $0.name == Self.serverValue }) {
        return try resolve(serverValue: members, over: old)
      }
      try check(depth + 1)
      var kept: [JSON.Member] = []
      // One look for all: a search for each would cost the square of what a client sends.
      let before = Dictionary((old?.members ?? []).map { (TextKey($0.name), $0.value) }) { $1 }
      for member in members {
        try RecordPath.check(member.name, in: name)
        let value = try resolve(
          member.value, over: before[TextKey(member.name)], depth: depth + 1)
        if value != .null { kept.append(JSON.Member(member.name, value)) }
      }
      return kept.isEmpty ? .null : .object(kept)
    case .array(let elements):
      try check(depth + 1)
      var kept: [JSON] = []
      for (index, element) in elements.enumerated() {
        kept.append(try resolve(element, over: old?[index], depth: depth + 1))
      }
      return kept.isEmpty ? .null : .array(kept)
    case .null, .bool, .number, .string: return value
    }
  }

  private func check(_ depth: Int) throws(FieldError) {
    guard depth <= RecordPath.depthMax else {
      throw FieldError(name, "is nested deeper than \(RecordPath.depthMax) keys")
    }
  }

  private func resolve(
    serverValue members: [JSON.Member], over old: JSON?
  ) throws(FieldError) -> JSON {
    guard members.count == 1, let asked = members.first?.value else {
      throw FieldError(name, "has '.sv' beside other keys; it stands alone in its object")
    }
    if asked == "timestamp" { return .integer(now.milliseconds) }
    guard let inner = asked.members, inner.count == 1, let step = asked["increment"],
      case .number(let text) = step
    else {
      throw FieldError(
        name, "has a '.sv' that is neither \"timestamp\" nor {\"increment\": NUMBER}")
    }
    guard case .number(let before)? = old else { return step }
    return try sum(before, text)
  }

  /// Whole numbers are added exactly.
  private func sum(_ old: String, _ step: String) throws(FieldError) -> JSON {
    if let old = Int64(old), let step = Int64(step) {
      let (sum, isTooLarge) = old.addingReportingOverflow(step)
      if !isTooLarge { return .integer(sum) }
    } else if !Self.isWhole(old) || !Self.isWhole(step), let old = JSON.number(old).double,
      let step = JSON.number(step).double, (old + step).isFinite
    {
      return .number("\(old + step)")
    }
    throw FieldError(name, "increments to a number that is too large to be exact")
  }

  private static func isWhole(_ number: String) -> Bool {
    number.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
  }
}
