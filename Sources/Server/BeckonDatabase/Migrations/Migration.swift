/// One step of the schema. A step that has been released is never edited; the next one mends it.
public struct Migration: Sendable {
  /// Its place in the order, from 1, without gaps.
  public let number: Int
  /// What it does, for people: `referral-loop`.
  public let name: String
  /// Its statements, run in one transaction.
  public let statements: [StaticString]
  /// The oldest schema whose programs still work beside this one: those of an earlier step go on
  /// while newer ones are brought in, machine by machine. A step that only adds what older programs
  /// need not know gives the number before its own; one that takes away or changes gives its own,
  /// and then older programs stop.
  public let oldestCompatible: Int

  /// A step; without `oldestCompatible`, older programs stop.
  public init(
    number: Int, name: String, statements: [StaticString], oldestCompatible: Int? = nil
  ) {
    self.number = number
    self.name = name
    self.statements = statements
    self.oldestCompatible = oldestCompatible ?? number
  }
}
