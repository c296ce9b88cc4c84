import BeckonModel

/// Who decides about rewards in review. They know the truth: what happened in the shop without
/// thieves.
struct FraudOperator {
  /// How they decide.
  enum Kind: String, Sendable {
    case just
    /// Rejects all that thieves could have touched: shows what the audit says when honest people
    /// are not paid.
    case unjust
    /// There is nobody.
    case none
  }

  private let kind: Kind
  private let town: FraudTown
  /// Whom thieves have made.
  private let suspects: Set<String>

  init(_ kind: Kind, in town: FraudTown, knows thieves: [Thief]) {
    (self.kind, self.town) = (kind, town)
    suspects = Set(thieves.flatMap(\.accounts).map(\.person))
  }

  /// What makes two rewards of the two shops the same.
  private struct Cause: Hashable {
    let rule: String
    let beneficiary: Int
    /// Whose referral it is for; `nil` for a count, which no single referral causes.
    let recipient: Int?
  }

  /// Decides about what is in review: first in the calm shop, where everything is true, then in the
  /// other. Whose it is of whom the app's server has not heard yet, they see in the end.
  func decide(isLast: Bool = false) async throws {
    guard kind != .none else { return }
    for shop in town.shops {
      let books = try await town.books()
      var due = shop.kind == .calm ? [:] : try await owed(books)
      for reward in books.rewards
      where reward.app == shop.number && reward.state == "in_review" {
        let cause = cause(reward, shop)
        guard isLast || cause != nil || isSuspect(reward) else { continue }
        let isRight =
          shop.kind == .calm
          || kind == .just && !town.isForged(reward) && (cause.map { (due[$0] ?? 0) > 0 } ?? false)
        if let cause, isRight { due[cause, default: 0] -= 1 }
        try decide(reward, isRight, shop)
      }
    }
  }

  private func decide(_ reward: FraudBooks.Reward, _ isRight: Bool, _ shop: FraudShop) throws {
    let call = FraudCall(
      path: "/v1/ledger/transfers/\(reward.id.text)/review", key: .secret,
      body: ["decision": isRight ? "approve" : "reject"])
    let answer = try town.ask(call, of: shop, by: .operator, "decides")
    guard !answer.isSuccess else { return }
    // The rule has paid all that it may: whoever decides gives the reward up.
    if isRight, answer.status == 409 { return try decide(reward, false, shop) }
    town.journal.violate(
      .lockedOut, "a decision, in the \(shop.kind) shop",
      "the operator was answered \(answer.status): "
        + String(decoding: answer.body.prefix(250), as: UTF8.self), about: [reward.id.text])
  }

  /// What the robbed shop owes: what the calm one has paid, less what was granted already.
  private func owed(_ books: FraudBooks) async throws -> [Cause: Int] {
    var owed: [Cause: Int] = [:]
    for shop in town.shops {
      let sign = shop.kind == .calm ? 1 : -1
      for reward in books.rewards where reward.app == shop.number && reward.isGranted {
        guard let cause = cause(reward, shop) else { continue }
        owed[cause, default: 0] += sign
      }
    }
    return owed
  }

  /// `nil` for what is nobody honest's.
  private func cause(_ reward: FraudBooks.Reward, _ shop: FraudShop) -> Cause? {
    let lives = town.lives(in: shop.kind)
    let rule = reward.rule.flatMap { shop.rules[$0] } ?? ""
    guard let beneficiary = lives.firstIndex(where: { $0.people.contains(reward.to) }) else {
      return nil
    }
    if rule == "trio" { return Cause(rule: rule, beneficiary: beneficiary, recipient: nil) }
    guard let recipient = reward.recipient,
      let number = lives.firstIndex(where: { $0.people.contains(recipient) })
    else { return nil }
    return Cause(rule: rule, beneficiary: beneficiary, recipient: number)
  }

  private func isSuspect(_ reward: FraudBooks.Reward) -> Bool {
    suspects.contains(reward.to.text)
      || reward.recipient.map { suspects.contains($0.text) } ?? false
  }
}
