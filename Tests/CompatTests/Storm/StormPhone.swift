import BeckonModel

/// One client of a storm: who it is, what it does, and what that shall leave on the server.
struct StormPhone: Sendable {
  /// A campaign's link on the server.
  struct Link: Sendable {
    let id: String
    let code: String
    let campaign: String
  }

  /// Something that its person does.
  enum Step: Sendable {
    case event(String, id: String?)
    case payment(cents: Int64, type: String, id: String?)
    case removal(of: String)
    /// The app ends and starts again.
    case restart
  }

  static let refund = "SUBSCRIPTION_REFUNDED"

  let number: Int
  /// The link that led to it; `nil` for nothing.
  let link: Link?
  /// When it does all that, by its own clock.
  let start: Instant
  let steps: [Step]

  init(
    number: Int, link: Link?, start: Instant, steps count: Int, chance: @Sendable () -> UInt64
  ) {
    self.number = number
    self.link = link
    self.start = start
    var paid: [String] = []
    steps = (0..<count).map { step in
      let id = "\(number)-\(step)"
      let isNamed = chance() % 2 == 0
      switch chance() % 10 {
      case 0..<4: return .event("event \(step)", id: isNamed ? id : nil)
      case 4..<8:
        if isNamed { paid.append(id) }
        return .payment(
          cents: Int64(chance() % 10_000 + 1), type: "ONE_TIME", id: isNamed ? id : nil)
      case 8:
        return paid.isEmpty
          ? .payment(cents: Int64(chance() % 1_000 + 1), type: Self.refund, id: id)
          : .removal(of: paid.removeFirst())
      default: return .restart
      }
    }
  }

  var userID: String { "user \(number)" }
  var address: String { "81.\(number / 250).7.\(number % 250 + 1)" }

  /// Names of its events.
  var events: [String] {
    steps.compactMap { if case .event(let name, _) = $0 { name } else { nil } }
  }

  /// In how many payments it gave how much, and how many of them count.
  var payments: (all: Int, counted: Int, cents: Int64) {
    var (all, counted, cents) = (0, 0, Int64(0))
    var amounts: [String: Int64] = [:]
    for step in steps {
      switch step {
      case .payment(let amount, let type, let id):
        let revenue = type == Self.refund ? -amount : amount
        (all, counted, cents) = (all + 1, counted + 1, cents + revenue)
        if let id { amounts[id] = revenue }
      case .removal(let id): (counted, cents) = (counted - 1, cents - (amounts[id] ?? 0))
      case .event, .restart: break
      }
    }
    return (all, counted, cents)
  }
}

extension StormPhone.Step {
  /// Cents as an app has them: dollars with a fraction.
  static func dollars(_ cents: Int64) -> Double { Double(cents) / 100 }
}
