import BeckonDatabase
import BeckonModel

/// Work on the rows of somebody who is merged or erased, or to whom something is given: they may be
/// any number, so it is done in parts (`Leftovers`). What comes first shows nothing of a person who
/// is no more, whatever is left.
struct LongWork: Sendable {
  /// The table, or what it is called.
  let table: String
  /// Its name, in the database.
  let name: String
  /// Does it for so many rows at most that are not done yet, and tells for how many it did.
  let part: @Sendable (_ scope: Scope, _ rows: Rows, _ max: Int64) throws -> Int

  /// Whose rows they are, and whose they become.
  struct Rows: Sendable {
    let subject: Identifier
    /// Nobody's, when they are forgotten.
    let target: Identifier?
  }

  init(
    _ table: String, _ verb: String, part: @escaping @Sendable (Scope, Rows, Int64) throws -> Int
  ) {
    self.table = table
    name = table + "." + verb
    self.part = part
  }

  /// The name of the work that moves such rows from one person to another.
  var move: String { table + ".move" }

  /// Every feature's.
  static let all = Feature.all.flatMap(\.works)
}
