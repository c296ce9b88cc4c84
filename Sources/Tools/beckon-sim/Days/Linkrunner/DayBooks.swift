import BeckonBasics
import BeckonModel

/// What really happened, by the rules that docs/MIGRATING/linkrunner.md gives its readers: noted
/// when something arrives for the first time.
struct DayBooks {
  /// Something that counts for a conversion value.
  struct Fact {
    enum Kind { case tap, payment }
    let kind: Kind
    /// Of a payment, its id.
    var id = ""
    /// Of a payment in euros, its cents.
    var cents: Int64 = 0
    let at: Instant
  }

  /// An install.
  struct Install {
    let phone: DayPhone
    /// When the server first heard of it.
    let heard: Instant
    /// Who signed up on it.
    var signUps: Set<String> = []
    /// What was told of it, and of whom.
    var facts: [(fact: Fact, user: String?)] = []
  }

  /// A payment that counts.
  struct Payment {
    let told: DayPayment
    /// What it adds to the revenue.
    let revenue: Int64
    let install: String?
    let at: Instant
  }

  private(set) var installs: [String: Install] = [:]
  private(set) var payments: [String: Payment] = [:]
  private(set) var clicks: [Int: Int] = [:]
  private(set) var taps = 0
  /// The first sign-up of each user.
  private(set) var signedUp: [String: Instant] = [:]
  private(set) var visits: [DayVisit] = []
  /// The install that a user signed up on.
  private var signUpInstall: [String: String] = [:]
  /// What the app's server told of a user.
  private var serverFacts: [String: [Fact]] = [:]
  private let days = LocalDays(zone: DayShop.zone) ?? .utc

  /// How much of what there was.
  var done: [(name: String, count: Int)] {
    [
      ("installs", installs.count), ("sign-ups", signedUp.count), ("taps", taps),
      ("payments", payments.count), ("visits", visits.count),
    ]
  }

  /// Notes what arrives for the first time.
  mutating func note(_ saying: DaySaying, at now: Instant) {
    let id = saying.phone.installID
    switch saying.what {
    case .click(let link): clicks[link, default: 0] += 1
    case .page(let visit): visits.append(visit)
    case .serverPays(let payment, let user):
      for told in installs.keys {
        installs[told]?.facts.removeAll { $0.fact.id == payment.id }
      }
      serverFacts[user, default: []].append(fact(payment, now))
      // The server's word takes the client's place, also on when it was paid.
      add(payment, on: signUpInstall[user], now)
    case .serverRemoves(let payment, _): payments[payment.id] = nil
    case .start, .push, .attribution: hear(saying, now) { _ in }
    case .named: hear(saying, now) { _ in }
    case .signUp(let user):
      // A sign-up is the first of a user. On another install whoever names them proves nothing.
      let isFirst = signedUp[user] == nil
      hear(saying, now) { if isFirst { $0.signUps.insert(user) } }
      guard isFirst else { return }
      signedUp[user] = now
      signUpInstall[user] = id
    case .tap(_, let user):
      taps += 1
      let fact = Fact(kind: .tap, at: time(of: saying, now))
      hear(saying, now) { $0.facts.append((fact, user)) }
    case .pay(let payment, let user):
      let at = time(of: saying, now)
      let fact = fact(payment, at)
      hear(saying, now) { install in
        if payment.isMoneyIn { install.facts.append((fact, user)) }
      }
      add(payment, on: id, at)
    case .remove(let payment, _): hear(saying, now) { _ in }; payments[payment.id] = nil
    }
  }

  private mutating func hear(
    _ saying: DaySaying, _ now: Instant, _ change: (inout Install) -> Void
  ) {
    let id = saying.phone.installID
    change(&installs[id, default: Install(phone: saying.phone, heard: now)])
  }

  private mutating func add(_ payment: DayPayment, on install: String?, _ at: Instant) {
    payments[payment.id] = Payment(
      told: payment, revenue: payment.revenue, install: install, at: at)
  }

  private func fact(_ payment: DayPayment, _ at: Instant) -> Fact {
    Fact(
      kind: .payment, id: payment.id, cents: payment.currency == "EUR" ? payment.amount : 0, at: at)
  }

  /// Only Beckon's own client says when; a clock that is ahead, or off by years, says nothing.
  private func time(of saying: DaySaying, _ now: Instant) -> Instant {
    guard saying.phone.client == .face else { return now }
    let said = saying.phone.clock(saying.at)
    return said.milliseconds(since: now) < -90 * Span.dayMilliseconds ? now : min(said, now)
  }

  // MARK: What follows

  /// What was told of each user, and on which install, if on any.
  var toldOfUsers: [String: [(install: String?, fact: Fact)]] {
    var told = serverFacts.mapValues { $0.map { (install: String?.none, fact: $0) } }
    for (id, install) in installs {
      for (fact, user) in install.facts {
        if let user { told[user, default: []].append((id, fact)) }
      }
    }
    return told
  }

  /// The conversion value of an install: by what was done on it, and by what its users have done
  /// elsewhere since.
  func fine(
    of install: Install, _ toldOfUsers: [String: [(install: String?, fact: Fact)]]
  ) -> Int64 {
    let elsewhere = install.signUps.flatMap { toldOfUsers[$0] ?? [] }
      .filter { $0.install != install.phone.installID && $0.fact.at >= install.heard }
    let facts = install.facts.map(\.fact) + elsewhere.map(\.fact)
    let payments = facts.filter { $0.kind == .payment }
    if payments.reduce(0, { $0 + $1.cents }) >= 3_000 { return 30 }
    if !payments.isEmpty { return 20 }
    switch facts.count - payments.count {
    case 3...: return 12
    case 1...: return 7
    default: break
    }
    return install.signUps.isEmpty ? 0 : 5
  }

  /// Revenue by a key and currency: `day-1 EUR`. What is zero is left out.
  func revenue(by key: (Payment) -> String) -> [String: Int64] {
    payments.values.reduce(into: [:]) { sums, payment in
      guard payment.revenue != 0 else { return }
      sums[key(payment) + " " + payment.told.currency, default: 0] += payment.revenue
    }
  }

  /// The campaign link of a payment, or nothing.
  func link(of payment: Payment) -> Int? {
    payment.install.flatMap { installs[$0]?.phone.origin.link }
  }

  /// The day of a payment.
  func day(of payment: Payment) -> String { days.day(of: payment.at) }

  /// The installs that came by a link.
  func installs(by link: Int) -> [Install] {
    installs.values.filter { $0.phone.origin.link == link }
  }
}

extension DayPayment {
  /// Whether money came in.
  var isMoneyIn: Bool { status == "PAYMENT_COMPLETED" && type != "ONE_TIME_REFUNDED" }

  /// What it adds to the revenue.
  var revenue: Int64 {
    guard status == "PAYMENT_COMPLETED" else { return 0 }
    return type == "ONE_TIME_REFUNDED" ? -amount : amount
  }
}
