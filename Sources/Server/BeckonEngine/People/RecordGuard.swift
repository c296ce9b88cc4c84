import BeckonModel

/// Why something may not be written into a record.
public enum RecordRefusal: Error, Hashable, Sendable {
  /// It is the view of the person's balance, which only rewards and redemptions change.
  case inventory(String)
  /// The app's rules leave this path to its server.
  case serverOnly(String)
  /// The app's rules want another kind of value at this path.
  case wrongType(String, RecordType)
}

/// Watches over what is written into people's records, whichever call writes it: it looks at what
/// has changed, not at how that was asked for.
public struct RecordGuard: Sendable {
  private let rules: [Matching]?
  private let inventory: String

  /// A rule with those of its keys that are still to be met on the way down.
  private struct Matching: Sendable {
    let rule: RecordRule
    let keys: [String]
  }

  /// Watches by an app's settings.
  public init(_ settings: AppSettings) {
    rules = settings.recordRules?.map { Matching(rule: $0, keys: $0.keys) }
    inventory = settings.recordInventory
  }

  /// Checks a change.
  /// - Throws: `RecordRefusal`.
  public func check(from before: JSON, to after: JSON, by trust: Trust) throws(RecordRefusal) {
    // A name with a slash in it means the path, also in rules that pay.
    let isView = { (name: String) in name.upTo("/") == inventory }
    for name in Self.names(before, after)
    where isView(name) && before[name] != after[name] { throw .inventory(inventory) }
    guard trust == .client, let rules else { return }
    try check(before, after, at: [], rules)
  }

  private static func names(_ before: JSON, _ after: JSON) -> [String] {
    var seen: Set<TextKey> = []
    let members = (before.children ?? []) + (after.children ?? [])
    return members.map(\.name).filter { seen.insert(TextKey($0)).inserted }
  }

  private func check(
    _ before: JSON?, _ after: JSON?, at path: [String], _ rules: [Matching]
  ) throws(RecordRefusal) {
    guard before != after else { return }
    let (old, new) = (before?.children ?? [], after?.children ?? [])
    if Self.isLeafChanged(before, after) { try check(after, at: path, rules) }
    let (olds, news) = (Self.values(old), Self.values(new))
    for name in Self.names(.object(old), .object(new)) {
      let keys = name.split(on: "/", keepsEmpty: true)
      try check(
        olds[TextKey(name)], news[TextKey(name)], at: path + keys,
        keys.indices.reduce(rules) { Self.below($0, keys[$1], at: path.count + $1) })
    }
  }

  /// Whether what stands there itself has changed: a text or number comes or goes, or an object
  /// without members. What has members on one side is looked at member by member.
  private static func isLeafChanged(_ before: JSON?, _ after: JSON?) -> Bool {
    let sides = [before, after].compactMap { $0 }
    return sides.contains { $0.children == nil }
      || (sides.count == 1 && sides[0].children?.isEmpty == true)
  }

  private static func values(_ members: [JSON.Member]) -> [TextKey: JSON] {
    Dictionary(members.map { (TextKey($0.name), $0.value) }) { _, last in last }
  }

  /// The rules that are still about what stands under a key.
  private static func below(_ rules: [Matching], _ key: String, at depth: Int) -> [Matching] {
    rules.filter { rule in
      guard rule.keys.indices.contains(depth) else { return true }
      return rule.keys[depth] == "*" || rule.keys[depth] == key
    }
  }

  private func check(
    _ value: JSON?, at path: [String], _ rules: [Matching]
  ) throws(RecordRefusal) {
    let about = rules.filter { $0.keys.count <= path.count }
    let text = path.joined(separator: "/")
    guard let deciding = about.max(by: Self.saysLess), deciding.rule.writer == .client else {
      throw .serverOnly(text)
    }
    guard let value, value != .null else { return }
    for matching in about {
      let isBelow = matching.keys.count < path.count
      guard matching.rule.type.takes(isBelow ? .object([]) : value) else {
        throw .wrongType(matching.rule.path, matching.rule.type)
      }
    }
  }

  /// The one with more keys says more; of two of one length, the one that names the first key in
  /// which they differ.
  private static func saysLess(_ one: Matching, _ other: Matching) -> Bool {
    guard one.keys.count == other.keys.count else { return one.keys.count < other.keys.count }
    let differing = zip(one.keys, other.keys).first { $0 != $1 }
    return differing?.0 == "*"
  }
}

extension RecordType {
  fileprivate func takes(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.any, _), (.string, .string), (.number, .number), (.boolean, .bool), (.object, .object):
      true
    default: false
    }
  }
}
