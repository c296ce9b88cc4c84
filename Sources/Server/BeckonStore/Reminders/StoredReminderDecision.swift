import BeckonEngine
import BeckonModel

/// Where a decision stands.
public enum ReminderDecisionState: String, CaseIterable, Sendable {
  /// It is taken again later.
  case held
  /// The person is reminded: a message was written, or the app's server told.
  case sent
  /// The person is not reminded.
  case withheld
}

/// What was decided about reminding one person of one thing, and what came of it.
public struct StoredReminderDecision: Sendable {
  /// Its id, derived from reminder, person and thing: of each there is one.
  let id: ReminderDecisionID
  /// The reminder.
  let reminder: ReminderID
  /// Who.
  let person: PersonID
  /// Of what: a hash of the basket, or of product and price.
  let occasion: Identifier
  /// The shop's own ids of the products, the first of which is named.
  var products: [String]
  /// What the product cost, and costs; `nil` of a basket.
  let prices: (before: Money, after: Money)?
  /// When the last product was put into the basket, or the price fell.
  let since: Instant
  /// Where it stands.
  var state = ReminderDecisionState.held
  /// Why it is held or withheld.
  var reason: ReminderReason?
  /// What spoke against each channel.
  var faults: [ReminderChannel: ReminderReason] = [:]
  /// By what the person is reminded.
  var channel: ReminderChannel?
  /// The message.
  var message: MessageID?
  /// Its link.
  var link: LinkID?
  /// When it was due first.
  let dueAt: Instant
  /// Until when it is held.
  var heldUntil: Instant?
  /// When somebody first followed the link.
  var followedAt: Instant?
  /// When it was decided first.
  let createdAt: Instant
  /// When it was decided last.
  var decidedAt: Instant

  /// Whether it counts for how often the person is reminded. Of those who are told nothing it is
  /// counted as of the others, or they could not be compared.
  var counts: Bool { state == .sent || reason == .heldOut }

  /// As the API writes it.
  public var json: JSON {
    .object([
      "id": .id(id), "reminder": .id(reminder), "person": .id(person),
      "products": .array(products.map(JSON.string)),
      "price": (prices?.after).map(Self.money), "old_price": (prices?.before).map(Self.money),
      "since": .instant(since), "state": .string(state.rawValue),
      "reason": reason.map { .string($0.rawValue) },
      "channels": faults.isEmpty ? nil : Self.json(faults),
      "channel": channel.map { .string($0.rawValue) }, "message": message.map(JSON.id),
      "link": link.map(JSON.id), "held_until": heldUntil.map(JSON.instant),
      "followed_at": followedAt.map(JSON.instant), "created_at": .instant(createdAt),
      "decided_at": .instant(decidedAt),
    ])
  }

  static func money(_ money: Money) -> JSON {
    [
      "amount": .integer(money.amount), "currency": .string(money.currency.code),
      "decimal": .string(money.decimal),
    ]
  }

  static func json(_ faults: [ReminderChannel: ReminderReason]) -> JSON {
    .object(
      ReminderChannel.allCases.compactMap { channel in
        faults[channel].map { JSON.Member(channel.rawValue, .string($0.rawValue)) }
      })
  }

  static func faults(stored json: JSON) -> [ReminderChannel: ReminderReason] {
    var faults: [ReminderChannel: ReminderReason] = [:]
    for channel in ReminderChannel.allCases {
      faults[channel] = json[channel.rawValue]?.string.flatMap(ReminderReason.init(word:))
    }
    return faults
  }
}
