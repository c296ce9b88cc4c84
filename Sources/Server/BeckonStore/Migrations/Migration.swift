/// One step of the schema. A step that has been released is never edited; the next one mends it.
public struct Migration: Sendable {
  /// Its place in the order, from 1, without gaps.
  public let number: Int
  /// What it does, for people: `referral-loop`.
  public let name: String
  /// Its statements, run in one transaction.
  public let statements: [StaticString]

  init(number: Int, name: String, statements: [StaticString]) {
    self.number = number
    self.name = name
    self.statements = statements
  }

  /// Every step, in order.
  public static let all: [Migration] = [referralLoop]
}
