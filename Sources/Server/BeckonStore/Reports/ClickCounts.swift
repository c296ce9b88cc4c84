import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Adds clicks to the counts of links and of days, each click once: who calls it moves the position
/// of `ClickRollUp` past them in the same transaction.
struct ClickCounts {
  private let connection: any Connection
  private let context: (Int64) throws -> AppContext?
  private var contexts: [Int64: AppContext] = [:]
  private var links: [Place: Int64] = [:]
  private var daily: [Int64: DailyCells] = [:]
  private var followed: [(message: MessageID, app: Int64, at: Instant)] = []
  /// The day of the last click: clicks come in the order of their times, more or less.
  private var day: (app: Int64, quarter: Int64, text: String)?

  private struct Place: Hashable {
    let app: Int64
    let link: LinkID
    let day: String
    let platform: String
    let kind: String
  }

  /// Works in this transaction; `context` gives an app by number.
  init(_ connection: any Connection, context: @escaping (Int64) throws -> AppContext?) {
    self.connection = connection
    self.context = context
  }

  /// Adds clicks.
  /// - Throws: `DatabaseError`.
  mutating func add(_ clicks: [CountedClick]) throws {
    for click in clicks { try count(click) }
    for (place, count) in links { try add(count, at: place) }
    for (app, cells) in daily where try DailyClicks(connection).hasBegun(app) {
      try DailyCounter.add(cells, of: app, connection)
    }
    for (message, app, at) in followed { try note(message, of: app, at: at) }
  }

  private mutating func count(_ click: CountedClick) throws {
    let day = try day(of: click)
    func place(_ kind: String) -> Place {
      Place(app: click.app, link: click.link, day: day, platform: click.platform, kind: kind)
    }
    links[place(click.kind), default: 0] += 1
    guard click.isClick else { return }
    var cell = DailyCell(day, .click)
    (cell.campaign, cell.platform) = (click.campaign?.identifier, click.platform)
    daily[click.app, default: DailyCells()].add(DailyAmount(), at: cell)
    guard click.link != LongLink.any, try isFirst(click) else { return }
    links[place("unique"), default: 0] += 1
    if let message = click.message { followed.append((message, click.app, click.at)) }
  }

  private mutating func day(of click: CountedClick) throws -> String {
    // Days begin at a quarter of an hour in every time zone.
    let quarter = click.at.milliseconds / 900_000
    if let day, day.app == click.app, day.quarter == quarter { return day.text }
    let text = try app(click.app)?.day(of: click.at) ?? ""
    day = (click.app, quarter, text)
    return text
  }

  private mutating func app(_ number: Int64) throws -> AppContext? {
    if let known = contexts[number] { return known }
    contexts[number] = try context(number)
    return contexts[number]
  }

  private func isFirst(_ click: CountedClick) throws -> Bool {
    try connection.run(
      """
      INSERT INTO link_visitors (app, link, visitor) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
      """, [.integer(click.app), .id(click.link), .identifier(click.visitor)]) > 0
  }

  private func add(_ count: Int64, at place: Place) throws {
    try connection.send(
      """
      INSERT INTO link_days (app, link, day, platform, kind, count)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, link, day, platform, kind) DO UPDATE SET
        count = link_days.count + excluded.count
      """,
      [
        .integer(place.app), .id(place.link), .text(place.day), .text(place.platform),
        .text(place.kind), .integer(count),
      ])
  }

  private mutating func note(_ message: MessageID, of number: Int64, at: Instant) throws {
    guard let app = try app(number) else { return }
    if try ReminderDecisions.noteFollowed(message, of: number, at: at, connection) { return }
    try Invites.noteFollowed(message, of: app, at: at, connection)
  }
}
