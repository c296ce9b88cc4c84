import BeckonModel

/// What is counted by day.
public enum DailyMeasure: String, CaseIterable, Sendable {
  /// Clicks, by campaign and platform. Those of a link are counted beside it.
  case click
  /// Installs, by link, campaign and platform, on the day of the decision about them.
  case install
  /// People who signed up on an install, on the day of the install.
  case signedUpInstall = "signed_up_install"
  /// People who signed up, by what brought them.
  case signUp = "sign_up"
  /// Steps that were reached in a campaign, by the link and platform that brought the person; the
  /// detail is the step.
  case conversion
  /// Payments that brought or took money, by what brought the person, and by currency; the detail
  /// says whose word they are.
  case revenue
  /// Payments of nothing.
  case freePayment = "free_payment"
  /// Rewards by the day on which they were earned, by campaign, unit, and what brought the person
  /// whose referral earned them; the detail is a `RewardWord`.
  case reward
}

/// Where something is counted: a day, and what is told apart within it.
public struct DailyCell: Hashable, Sendable {
  /// The day in the app's time zone, `YYYY-MM-DD`.
  public var day: String
  /// What is counted.
  public let measure: DailyMeasure
  /// The link that led to it.
  public var link: Identifier?
  /// The campaign in which it happened, or which led to it.
  public var campaign: Identifier?
  /// Who referred the person.
  public var referrer: Identifier?
  /// The platform; empty when it is not known.
  public var platform = ""
  /// The currency, or the unit of a reward.
  public var unit = ""
  /// What else the measure tells apart.
  public var detail = ""

  /// A place in a day.
  public init(_ day: String, _ measure: DailyMeasure) {
    self.day = day
    self.measure = measure
  }

  /// The same place, of another measure.
  public func of(_ measure: DailyMeasure) -> DailyCell {
    var cell = DailyCell(day, measure)
    (cell.link, cell.campaign, cell.referrer) = (link, campaign, referrer)
    (cell.platform, cell.unit, cell.detail) = (platform, unit, detail)
    return cell
  }
}

/// How often something happened, and how much it comes to.
public struct DailyAmount: Hashable, Sendable {
  /// How often.
  public var count: Int64
  /// How much.
  public var total: Int64

  /// Once nothing, if not said otherwise.
  public init(count: Int64 = 1, total: Int64 = 0) {
    self.count = count
    self.total = total
  }

  /// Both added.
  public static func + (one: DailyAmount, other: DailyAmount) -> DailyAmount {
    DailyAmount(count: one.count &+ other.count, total: one.total &+ other.total)
  }

  /// Both taken away.
  public static func - (one: DailyAmount, other: DailyAmount) -> DailyAmount {
    DailyAmount(count: one.count &- other.count, total: one.total &- other.total)
  }

  /// Nothing.
  public static let nothing = DailyAmount(count: 0, total: 0)
}

/// What counts of one thing, or of several together: a payment counts in one cell, an install in
/// two.
public struct DailyCells: Hashable, Sendable {
  /// Each place with what counts there; never nothing.
  public private(set) var amounts: [DailyCell: DailyAmount] = [:]

  /// Nothing counts.
  public init() {}

  /// Adds to a place.
  public mutating func add(_ amount: DailyAmount, at cell: DailyCell) {
    let sum = amounts[cell, default: .nothing] + amount
    amounts[cell] = sum == .nothing ? nil : sum
  }

  /// Adds what counts of others, and takes away what counted of them before.
  public mutating func change(from old: DailyCells, to new: DailyCells) {
    for (cell, amount) in new.amounts { add(amount, at: cell) }
    for (cell, amount) in old.amounts { add(.nothing - amount, at: cell) }
  }

  /// A place whose link led to it, if there is one.
  public var led: DailyCell? { amounts.keys.first { $0.link != nil } }

  // MARK: As text

  /// The written form, the same for the same cells.
  public var text: String {
    let rows = amounts.map { cell, amount -> String in
      JSON.array([
        .string(cell.day), .string(cell.measure.rawValue), .string(cell.link?.text ?? ""),
        .string(cell.campaign?.text ?? ""), .string(cell.referrer?.text ?? ""),
        .string(cell.platform), .string(cell.unit), .string(cell.detail),
        .integer(amount.count), .integer(amount.total),
      ]).text
    }
    return "[" + rows.sorted { TextKey($0) < TextKey($1) }.joined(separator: ",") + "]"
  }

  /// Reads the written form.
  public init(_ json: JSON) {
    for row in json.elements ?? [] {
      guard let day = row[0]?.string,
        let measure = (row[1]?.string).flatMap({ DailyMeasure(word: $0) })
      else { continue }
      var cell = DailyCell(day, measure)
      cell.link = (row[2]?.string).flatMap { Identifier(text: $0) }
      cell.campaign = (row[3]?.string).flatMap { Identifier(text: $0) }
      cell.referrer = (row[4]?.string).flatMap { Identifier(text: $0) }
      cell.platform = row[5]?.string ?? ""
      cell.unit = row[6]?.string ?? ""
      cell.detail = row[7]?.string ?? ""
      add(
        DailyAmount(count: row[8]?.integer ?? 0, total: row[9]?.integer ?? 0), at: cell)
    }
  }
}
