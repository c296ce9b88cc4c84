import BeckonModel

/// Something that a thief may try. A new route is a new move: a name, and what it sends.
struct ThiefMove: Sendable {
  let name: String
  let make: @Sendable (ThiefTurn) throws -> Void

  init(_ name: String, _ make: @escaping @Sendable (ThiefTurn) throws -> Void) {
    self.name = name
    self.make = make
  }

  /// Every move; which one a turn takes is drawn, each as likely.
  static let all: [ThiefMove] =
    people + takenNames + strangers + events + referrals + attribution + links + records + invites
    + FraudVendor.all.flatMap(\.moves) + outsiders
}
