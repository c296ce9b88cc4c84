import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Transfer {
  /// How transfers go into their table; one of an id that is there is passed over.
  static let insertion = Insertion(
    "transfers", key: [.integer("app"), .identifier("id")],
    [
      .text("kind"), .text("from_account"), .identifier("from_owner"), .text("to_account"),
      .identifier("to_owner"), .integer("amount"), .text("unit"), .text("state"),
      .integer("due_at"), .identifier("campaign"), .identifier("rule"), .identifier("referral"),
      .identifier("fact"), .identifier("reverses"), .text("reasons"), .text("coupon"),
      .integer("created_at"), .integer("settled_at"),
    ])

  /// Its row, of a tenant.
  func row(of tenant: DatabaseValue) -> [DatabaseValue] {
    [
      tenant, .id(id), .text(kind.rawValue), .text(from.kind.rawValue), .identifier(from.owner),
      .text(to.kind.rawValue), .identifier(to.owner), .integer(amount), .text(unit),
      .text(state.rawValue), .instant(dueAt), .id(campaign), .id(rule), .id(referral), .id(fact),
      .id(reverses), .text(reasonsText), .text(coupon), .instant(createdAt),
      [.posted, .voided].contains(state) ? .instant(createdAt) : .null,
    ]
  }

  /// The reasons as the database holds them.
  private var reasonsText: String {
    reasons.isEmpty ? "[]" : JSON.array(reasons.map(JSON.string)).text
  }
}

extension Transfer {
  /// What the feed holds of it when it is held and when it is posted, each of which happens once;
  /// `nil` when no follower wants it.
  /// - Parameter current: the transfer as it is now that it is posted, if this is it as it was
  ///   before.
  /// - Throws: what `current` throws.
  func feedRow(_ feed: Feed, current: (() throws -> Transfer?)? = nil) rethrows -> NewFeedRow? {
    let isPosted = state == .posted || current != nil
    let person = to.kind == .person ? to : from
    return try feed.row(
      isPosted ? .reward : .rewardHeld, id.identifier, about: person.owner,
      isByClient: !isPosted && state == .inReview && reasons.contains(RecordedReward.clientFact)
    ) {
      Feed.body(
        of: person.kind == .person ? [JSON.Member("person", .id(PersonID(person.owner)))] : [],
        try (current?() ?? self).json)
    }
  }
}
