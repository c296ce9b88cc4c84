import BeckonModel

/// How many facts of which kind, of which app and when, so that they come to what was asked for.
struct FillPlan {
  /// How many facts `--scale` takes.
  static let range = 1_000...20_000_000
  /// The days before now over which they are spread.
  static let days = 60
  /// A day is cut into so many slots.
  static let slotsOfDay = 8
  /// The length of a slot.
  static let slotMilliseconds = Span.dayMilliseconds / Int64(slotsOfDay)

  let total: Int
  /// When the last slot ends.
  let end: Instant

  /// Of a hundred facts so many are of the first, second and third app.
  private static let apps = cumulated([70, 20, 10])
  private static let kinds = cumulated(FilledKind.allCases.map(\.perThousand))
  /// From Monday on: people have time at the weekend.
  private static let weekdays = [9, 9, 10, 10, 12, 15, 13]
  /// From midnight on.
  private static let hours = [2, 1, 4, 8, 9, 10, 12, 7]
  private let slots: [Int]
  /// Messages are kept for thirty days, so older ones would be made to be deleted.
  private let slotsOfMessages: [Int]

  init(total: Int, end: Instant) {
    (self.total, self.end) = (total, end)
    // 1970 began on a Thursday.
    let firstDay = end.milliseconds / Span.dayMilliseconds - Int64(Self.days) + 3
    let weights = (0..<Self.days * Self.slotsOfDay).map { slot in
      let day = slot / Self.slotsOfDay
      let weekday = Int((firstDay + Int64(day)) % 7)
      return Self.weekdays[weekday] * Self.hours[slot % Self.slotsOfDay] * (60 + day)
    }
    let messageSlots = (Int(Limits.messageDays) - 1) * Self.slotsOfDay
    slots = Self.cumulated(weights)
    slotsOfMessages = Self.cumulated(
      weights.enumerated().map { $0 < weights.count - messageSlots ? 0 : $1 })
  }

  var appCount: Int { Self.apps.count - 1 }
  var slotCount: Int { slots.count - 1 }

  /// When a slot begins.
  func start(of slot: Int) -> Instant {
    end.adding(milliseconds: -Int64(slotCount - slot) * Self.slotMilliseconds)
  }

  /// How many there are of a kind in all.
  func count(of kind: FilledKind) -> Int {
    let place = FilledKind.allCases.firstIndex(of: kind) ?? 0
    return Self.part(total, place, Self.kinds)
  }

  /// How many there are of a kind in an app's slot.
  func count(of kind: FilledKind, app: Int, slot: Int) -> Int {
    let isMessage = kind == .texts || kind == .receipts
    return Self.part(
      Self.part(count(of: kind), app, Self.apps), slot, isMessage ? slotsOfMessages : slots)
  }

  /// Sums of weights, from none to all.
  private static func cumulated(_ weights: [Int]) -> [Int] {
    weights.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
  }

  /// A part of a number by weight. All parts come to the number.
  private static func part(_ number: Int, _ place: Int, _ sums: [Int]) -> Int {
    let all = sums.last ?? 1
    return number * sums[place + 1] / all - number * sums[place] / all
  }
}
