/// Who an app's mails are from, and how many there may be.
public struct MailSettings: Hashable, Sendable {
  /// The sender's address.
  public let from: String
  /// What readers see in its place; `nil` for the app's name.
  public let name: String?
  /// Where answers go; `nil` for the sender's address.
  public let replyTo: String?
  /// Messages that may be written in a day, counted in UTC: a bound on what somebody can do with a
  /// key that they have read out of the app.
  public let perDay: Int64

  /// What `perDay` is where nothing is said.
  public static let perDayUsual: Int64 = 10_000

  init?(_ fields: Fields?) throws(FieldError) {
    guard let fields else { return nil }
    try fields.allow(only: ["from", "name", "reply_to", "per_day"])
    from = try fields.require("from", fields.string("from", max: Limits.mailboxBytes))
    name = try fields.string("name", max: Limits.nameBytes)
    replyTo = try fields.string("reply_to", max: Limits.mailboxBytes)
    perDay = try fields.integer("per_day", in: Limits.messagesPerDay) ?? Self.perDayUsual
  }

  var json: JSON {
    .object([
      "from": .string(from), "name": name.map(JSON.string), "reply_to": replyTo.map(JSON.string),
      "per_day": .integer(perDay),
    ])
  }
}
