/// How many new people each new person brings, the K-factor: how often links of campaigns are
/// opened for each person who signs up, times how many of these openings end in a sign-up. Above 1
/// an app grows by itself.
public struct GrowthFactor: Hashable, Sendable {
  /// Openings of campaigns' links for each person.
  public let opensPerPerson: Double
  /// Sign-ups for each opening.
  public let signUpsPerOpen: Double

  /// Both multiplied.
  public var factor: Double { opensPerPerson * signUpsPerOpen }

  /// The factor of a period; `nil` when nobody signed up, or nothing was opened.
  /// - Parameters:
  ///   - people: who signed up.
  ///   - opens: how often campaigns' links were opened; robots and previews do not count.
  ///   - brought: how many of the people came by such a link.
  public init?(people: Int64, opens: Int64, brought: Int64) {
    guard people > 0, opens > 0 else { return nil }
    opensPerPerson = Double(opens) / Double(people)
    signUpsPerOpen = Double(brought) / Double(opens)
  }
}
