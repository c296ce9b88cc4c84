import BeckonModel

/// What a row of a report is of.
public enum ReportKey: Hashable, Sendable {
  /// A day, an id or a name; `nil` where it is not known.
  case one(String?)
  /// So many others, which are too many to be told one by one.
  case others(Int64)

  /// Whether the row stands before another: in the order of the keys, what is not known behind, and
  /// the others last.
  public static func isBefore(_ left: ReportKey, _ right: ReportKey) -> Bool {
    switch (left, right) {
    case (.one(let first?), .one(let second?)): TextKey(first) < TextKey(second)
    case (.one(let first), .one(nil)): first != nil
    case (.one, .others): true
    case (.one(nil), .one), (.others, _): false
    }
  }
}

extension Array {
  /// The largest of the rows, and what is left of them: so that anyone who makes up names makes a
  /// report neither too long nor impossible.
  public func largest(
    _ count: Int, by isLarger: (Element, Element) -> Bool
  ) -> (largest: ArraySlice<Element>, others: ArraySlice<Element>) {
    guard self.count > count else { return (self[...], []) }
    // Rows are large, and there may be many: their places are moved instead.
    let ranked = indices.sorted { isLarger(self[$0], self[$1]) }.map { self[$0] }
    return (ranked.prefix(count), ranked.dropFirst(count))
  }
}
