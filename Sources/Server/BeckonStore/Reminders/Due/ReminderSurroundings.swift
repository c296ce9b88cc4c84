import BeckonEngine
import BeckonModel

/// What a server knows beside the database when it reminds people.
public struct ReminderSurroundings: Sendable {
  /// A link as people follow it.
  let shortURL: @Sendable (Link) -> String
  /// The country of a phone number in E.164 form (ISO 3166); `nil` where it tells none.
  let country: @Sendable (String) -> String?
  /// By how many seconds the clocks of a country's zones are ahead of UTC.
  let offsets: @Sendable (_ country: String, Instant) -> [Int]

  /// Notes it.
  public init(
    shortURL: @escaping @Sendable (Link) -> String,
    country: @escaping @Sendable (String) -> String?,
    offsets: @escaping @Sendable (String, Instant) -> [Int]
  ) {
    self.shortURL = shortURL
    self.country = country
    self.offsets = offsets
  }
}
