/// How often, and when, an app reminds people, by all its reminders together.
public struct ReminderRules: Hashable, Sendable {
  /// Reminders of one person in any 24 hours.
  public var perPersonDay: Int64 = 1
  /// Reminders of one person in any seven days.
  public var perPersonWeek: Int64 = 3
  /// Reminders of the app in any hour.
  public var perHour: Int64 = 1_000
  /// Reminders by text message in any 24 hours, each of which costs.
  public var textsPerDay: Int64 = 100
  /// The first minute of the day in which nobody is reminded, 0 to 1,439.
  public var quietFrom = 21 * 60
  /// The first minute in which people are reminded again. When it is the same as the first, there
  /// are no quiet hours.
  public var quietUntil = 8 * 60

  /// What the numbers may be.
  private static let person: ClosedRange<Int64> = 0...100
  private static let hour: ClosedRange<Int64> = 0...1_000_000

  /// The rules of a new app.
  public init() {}

  /// The same with what is named changed; as in a new app when there is nothing.
  func changed(by fields: Fields?) throws(FieldError) -> ReminderRules {
    guard let fields else { return ReminderRules() }
    try fields.allow(only: [
      "per_person_day", "per_person_week", "per_hour", "texts_per_day", "quiet_hours",
    ])
    var new = self
    let usual = ReminderRules()
    func number(
      _ name: String, _ range: ClosedRange<Int64>, _ old: Int64, _ usual: Int64
    ) throws(FieldError) -> Int64 {
      fields.has(name) ? try fields.integer(name, in: range) ?? usual : old
    }
    new.perPersonDay = try number(
      "per_person_day", Self.person, perPersonDay, usual.perPersonDay)
    new.perPersonWeek = try number(
      "per_person_week", Self.person, perPersonWeek, usual.perPersonWeek)
    new.perHour = try number("per_hour", Self.hour, perHour, usual.perHour)
    new.textsPerDay = try number("texts_per_day", Self.hour, textsPerDay, usual.textsPerDay)
    guard fields.has("quiet_hours") else { return new }
    (new.quietFrom, new.quietUntil) = (usual.quietFrom, usual.quietUntil)
    guard fields.value("quiet_hours").map({ $0.members != nil }) ?? true else {
      throw fields.error(
        "quiet_hours",
        "must be an object such as {\"from\": \"21:00\", \"until\": \"08:00\"}; while both are the "
          + "same there are none")
    }
    guard let hours = try fields.fields("quiet_hours") else { return new }
    try hours.allow(only: ["from", "until"])
    new.quietFrom = try hours.minuteOfDay("from")
    new.quietUntil = try hours.minuteOfDay("until")
    return new
  }

  var json: JSON {
    [
      "per_person_day": .integer(perPersonDay), "per_person_week": .integer(perPersonWeek),
      "per_hour": .integer(perHour), "texts_per_day": .integer(textsPerDay),
      "quiet_hours": [
        "from": .string(Self.clock(quietFrom)), "until": .string(Self.clock(quietUntil)),
      ],
    ]
  }

  private static func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return two(minute / 60) + ":" + two(minute % 60)
  }
}

extension Fields {
  /// A time of the day, `21:30`, in minutes.
  fileprivate func minuteOfDay(_ name: String) throws(FieldError) -> Int {
    let text = try require(name, string(name, max: 5))
    let parts = text.split(on: ":", keepsEmpty: true)
    guard text.utf8.count == 5, parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isDigit) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { throw error(name, "must be a time of the day such as 21:00") }
    return hour * 60 + minute
  }
}
