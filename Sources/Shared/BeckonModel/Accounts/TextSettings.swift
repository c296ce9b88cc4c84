/// How an app's text messages go out, and to whom.
public struct TextSettings: Hashable, Sendable {
  /// Who they may be from: numbers, or names of up to 11 letters. The first is the one that is
  /// taken where none of these is asked for. At least one.
  public let senders: [String]
  /// Where the link in an invitation leads.
  public let url: String
  /// Invitations in any 24 hours: what somebody can spend with a key that they have read out of the
  /// app.
  public let perDay: Int64
  /// The same of one person who invites.
  public let perPersonDay: Int64
  /// Whether a number that was invited may be invited again.
  public let allowsResending: Bool
  /// The team's own numbers: while there are any, nothing is sent to others.
  public private(set) var trialNumbers: [String]
  /// The countries to whose numbers invitations go (ISO 3166); to all when it names none.
  public let countries: [String]
  /// Whether messages wait until nobody is woken by them.
  public let keepsQuietHours: Bool

  /// What `perDay` is where nothing is said.
  public static let perDayUsual: Int64 = 1_000
  /// What `perPersonDay` is.
  public static let perPersonDayUsual: Int64 = 50

  init?(_ fields: Fields?) throws(FieldError) {
    guard let fields else { return nil }
    try fields.allow(only: [
      "senders", "url", "per_day", "per_person_day", "resending", "trial_numbers", "quiet_hours",
      "countries",
    ])
    senders = try fields.require(
      "senders",
      fields.strings("senders", max: Limits.textSenders, each: Limits.wordBytes))
    guard !senders.isEmpty else {
      throw fields.error("senders", "must name at least one, such as \"Shop\"")
    }
    url = try fields.require("url", fields.string("url", max: Limits.urlBytes))
    perDay = try fields.integer("per_day", in: Limits.invitesPerDay) ?? Self.perDayUsual
    perPersonDay =
      try fields.integer("per_person_day", in: Limits.invitesPerDay) ?? Self.perPersonDayUsual
    allowsResending = try fields.bool("resending") ?? false
    trialNumbers =
      try fields.strings(
        "trial_numbers", max: Limits.trialNumbers, each: Limits.phoneTextBytes) ?? []
    keepsQuietHours = try fields.bool("quiet_hours") ?? true
    countries = try fields.strings("countries", max: Limits.countries, each: Limits.wordBytes) ?? []
  }

  /// The same with other numbers of the team.
  public func trying(_ numbers: [String]) -> TextSettings {
    var changed = self
    changed.trialNumbers = numbers
    return changed
  }

  var json: JSON {
    .object([
      "senders": .array(senders.map(JSON.string)), "url": .string(url),
      "per_day": .integer(perDay), "per_person_day": .integer(perPersonDay),
      "resending": .bool(allowsResending),
      "trial_numbers": .array(trialNumbers.map(JSON.string)),
      "quiet_hours": .bool(keepsQuietHours),
      "countries": .array(countries.map(JSON.string)),
    ])
  }
}
