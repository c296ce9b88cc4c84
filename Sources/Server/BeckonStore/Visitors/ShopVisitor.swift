import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A visitor of a shop, as its row says.
public struct ShopVisitor: Hashable, Sendable {
  /// The visitor's number, by which actions and sessions name them.
  public let number: Int64
  /// Keyed hash of the id by which a client names them.
  let digest: Identifier
  /// Under what facts are stored that are nobody else's.
  let subject: Identifier
  /// Whose they are, if anybody knows.
  public let person: PersonID?
  /// Whether that was proven; else a client claims it.
  public let isProven: Bool
  /// The install to which they are joined.
  public let install: InstallID?
  /// When it was told that the last of their sessions began.
  let lastAt: Instant
  /// When they were erased last: what happened before is not taken any more.
  let erasedAt: Instant?
  /// Whether this transaction has just made them, so that nothing else is stored of them.
  var isNew = false

  /// What counts for whose they are.
  public var standing: VisitorStanding {
    VisitorStanding(person: person, isProven: isProven, hasInstall: install != nil)
  }

  /// By what they draw the arm of an experiment: one for all devices of a person.
  var drawing: Identifier { isProven ? person?.identifier ?? digest : digest }

  static let columns: SQL = """
    number, digest, subject, person, is_proven, install, last_at, erased_at
    """

  init(row: any Row) {
    number = row.integer(0)
    digest = row.identifier(1)
    subject = row.identifier(2)
    person = row.optionalID(3)
    isProven = row.bool(4)
    install = row.optionalID(5)
    lastAt = row.instant(6)
    erasedAt = row.optionalInstant(7)
  }
}

extension Identifier {
  /// A visitor's number where an id is asked for, such as for work that is left over.
  init(visitor number: Int64) {
    self.init(high: 0, low: UInt64(bitPattern: number))
  }

  /// The number of the visitor.
  var visitorNumber: Int64 { Int64(bitPattern: low) }
}
