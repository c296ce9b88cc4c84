import BeckonModel

/// What a visitor searched for last, the latest first, each text once.
public struct LastSearches: Hashable, Sendable {
  /// Searches that are kept of a visitor.
  public static let countMax = 20
  /// How long somebody may pause while they type one text.
  public static let typingMilliseconds = Span.minuteMilliseconds

  /// A search.
  public struct Search: Hashable, Sendable {
    /// What was typed.
    public let text: String
    /// When.
    public let at: Instant
  }

  /// The searches.
  public private(set) var searches: [Search] = []

  /// None.
  public init() {}

  /// The texts, the latest first.
  public var texts: [String] { searches.map(\.text) }

  /// Somebody has searched for a text. Clients tell each letter: of what begins like the search
  /// before, a moment ago, only the longer text is kept.
  public mutating func add(_ text: String, at: Instant) {
    let text = CategoryPath.trimmed(text).prefix(bytes: ShopLimits.searchBytes)
    guard !text.isEmpty else { return }
    if let last = searches.first,
      (0...Self.typingMilliseconds).contains(at.milliseconds(since: last.at))
    {
      if last.text.hasPrefix(text) { return }
      if text.hasPrefix(last.text) { searches.removeFirst() }
    }
    searches.removeAll { $0.text == text }
    let place = searches.firstIndex { $0.at <= at } ?? searches.count
    searches.insert(Search(text: text, at: at), at: place)
    searches.removeLast(max(0, searches.count - Self.countMax))
  }

  /// Forgets a search, or all.
  public mutating func forget(_ text: String?) {
    guard let text = text.map(CategoryPath.trimmed) else {
      searches = []
      return
    }
    searches.removeAll { $0.text == text }
  }

  /// Those of several visits of one visitor.
  public init(joining others: [LastSearches]) {
    for search in others.flatMap(\.searches).sorted(by: { $0.at < $1.at }) {
      searches.removeAll { $0.text == search.text }
      searches.insert(search, at: 0)
    }
    searches.removeLast(max(0, searches.count - Self.countMax))
  }

  /// As it is stored: an array of `[text, at]`.
  public var json: JSON {
    .array(searches.map { .array([.string($0.text), .integer($0.at.milliseconds)]) })
  }

  /// Reads the stored form.
  public init(stored: JSON) {
    searches = (stored.elements ?? []).compactMap { json in
      guard let text = json[0]?.string, let at = json[1]?.integer else { return nil }
      return Search(text: text, at: Instant(milliseconds: at))
    }
  }
}
