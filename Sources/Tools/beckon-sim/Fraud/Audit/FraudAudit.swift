import BeckonModel

/// Holds the books against what must be true.
struct FraudAudit {
  private let town: FraudTown
  private let books: FraudBooks

  init(_ town: FraudTown, _ books: FraudBooks) {
    (self.town, self.books) = (town, books)
  }

  /// What holds at every moment.
  func check() {
    checkThieves()
    checkHonest(isEnd: false)
    checkBooks()
  }

  /// What holds when all holds have run out and all reviews are decided.
  func checkEnd() {
    checkThieves()
    checkHonest(isEnd: true)
    checkInvitations()
    checkBooks()
    for balance in books.balances where balance.pending != 0 {
      violate(
        .books, "pending at the end",
        "\(balance.pending) \(balance.unit) of \(name(balance.app, balance.person)) are neither "
          + "posted nor given up", about: [balance.person])
    }
  }

  // MARK: Thieves

  private func checkThieves() {
    let honest = Set(town.lives(in: .robbed).flatMap(\.people))
    for reward in books.rewards
    where reward.app == town.robbed.number && reward.isGranted && !reward.isTakenBack {
      guard !honest.contains(reward.to), reward.amount > 0 else { continue }
      let rule = rule(reward)
      let coupon = reward.coupon == nil ? "" : ", with a coupon"
      violate(
        .thiefPaid, rule,
        "\(reward.to.text), who is nobody honest, was granted \(reward.amount) \(rule)\(coupon)",
        about: [reward.to, reward.recipient].compactMap { $0 })
    }
  }

  // MARK: Honest people

  private func checkHonest(isEnd: Bool) {
    let spoilt = SpoiltWords(town, books)
    for (calm, robbed) in zip(town.lives(in: .calm), town.lives(in: .robbed)) {
      let (should, has) = (paid(calm), paid(robbed))
      for unit in Set(should.keys).union(has.keys).sorted() {
        let (should, has) = (should[unit] ?? 0, has[unit] ?? 0)
        let lacking = spoilt.most(unit, of: robbed.plan.number)
        guard has + lacking < should || isEnd && has > should else { continue }
        // Who signs up on the phone, whose name is taken, is paid once the app's server names them.
        guard isEnd || robbed.isConfirmed else { continue }
        town.journal.violate(
          .honestPay, "\(has < should ? "less" : "more") \(unit)",
          "person \(robbed.plan.number) has \(has) \(unit)\(isEnd ? " in the end" : ""), and "
            + "\(should) without thieves",
          about: robbed.names)
      }
    }
  }

  /// What somebody has, by unit, and how many coupons.
  private func paid(_ life: HonestLife) -> [String: Int64] {
    let own = books.balances.filter {
      $0.app == life.shop.number && life.people.contains($0.person)
    }
    var paid = Dictionary(own.map { ($0.unit, $0.posted) }, uniquingKeysWith: +)
    let coupons = books.rewards.filter {
      $0.app == life.shop.number && life.people.contains($0.to) && $0.state == "posted"
        && $0.coupon != nil
    }
    if !coupons.isEmpty { paid["coupons"] = Int64(coupons.count) }
    return paid
  }

  /// Where nobody steals, whoever invited somebody is their referrer: else both shops could be
  /// short of the same.
  private func checkInvitations() {
    let lives = town.lives(in: .calm)
    for life in lives where life.isConfirmed && !life.isErased {
      guard let friend = life.plan.friend.map({ lives[$0] }), !friend.isErased else { continue }
      let isKnown = books.edges.contains { edge in
        edge.app == life.shop.number && life.people.contains(edge.person)
          && friend.people.contains(edge.referrer)
      }
      guard !isKnown else { continue }
      town.journal.violate(
        .honestPay, "an invitation that was forgotten",
        "person \(friend.plan.number) is not the referrer of person \(life.plan.number) in the "
          + "calm shop", about: life.names)
    }
  }

  // MARK: Books

  private func checkBooks() {
    for problem in books.problems { violate(.books, "ledger", problem) }
    for shop in town.shops {
      checkCaps(shop)
      checkCoupons(shop)
      checkCircles(shop)
    }
  }

  private func checkCaps(_ shop: FraudShop) {
    let granted = books.rewards.filter {
      $0.app == shop.number && $0.isGranted && !$0.isTakenBack
    }
    let level = granted.filter { rule($0) == "level" }.reduce(0) { $0 + $1.amount }
    if level > max(town.terms.levelTotal, 1) {
      violate(.books, "cap", "the \(shop.kind) shop has paid \(level) level, above its total")
    }
    let purchases = Dictionary(grouping: granted.filter { rule($0) == "each_purchase" }, by: \.to)
    for (person, rewards) in purchases.sorted(by: { $0.key < $1.key }) {
      let sum = rewards.reduce(0) { $0 + $1.amount }
      guard sum > FraudTerms.eachPurchaseMax else { continue }
      violate(
        .books, "cap",
        "\(name(shop.number, person)) has \(sum) each_purchase, above what one person may have",
        about: [person])
    }
  }

  private func checkCoupons(_ shop: FraudShop) {
    let given = books.rewards.filter { $0.app == shop.number && $0.state != "voided" }
      .compactMap(\.coupon)
    let twice = Dictionary(grouping: given) { $0 }.filter { $1.count > 1 }.keys.sorted()
    for coupon in twice { violate(.books, "coupon", "\(coupon) was given twice") }
  }

  /// Nobody is their own referrer, at any level.
  private func checkCircles(_ shop: FraudShop) {
    let referrers = Dictionary(
      books.edges.filter { $0.app == shop.number }.map { ($0.person, $0.referrer) },
      uniquingKeysWith: { first, _ in first })
    for person in referrers.keys.sorted() {
      var next = referrers[person]
      var steps = 0
      while let referrer = next, referrer != person, steps < 100 {
        next = referrers[referrer]
        steps += 1
      }
      guard next == person else { continue }
      violate(
        .books, "circle",
        "\(name(shop.number, person)) is their own referrer at level \(steps + 1)",
        about: [person])
    }
  }

  // MARK: Words

  private func rule(_ reward: FraudBooks.Reward) -> String {
    reward.rule.flatMap { rule in town.shops.lazy.compactMap { $0.rules[rule] }.first } ?? "?"
  }

  private func name(_ app: Int64, _ person: PersonID) -> String {
    let life = town.lives.joined().first {
      $0.shop.number == app && $0.people.contains(person)
    }
    return life.map { "person \($0.plan.number) in the \($0.shop.kind) shop" } ?? person.text
  }

  private func violate(
    _ invariant: FraudInvariant, _ signature: String, _ detail: String, about: [PersonID] = []
  ) {
    town.journal.violate(invariant, signature, detail, about: about.map(\.text))
  }
}
