/// Why the database did not do what was asked. The set is closed; a message is for the operator.
public enum DatabaseError: Error, Equatable, Sendable {
  /// The disk or quota is full. Nothing was stored; the same call may succeed later.
  case full
  /// Too many writes wait already, or it is being closed or cannot be reached. May succeed later.
  case unavailable(String)
  /// The database went away while it committed: perhaps everything is stored, perhaps nothing. The
  /// same call with the same ids is safe.
  case outcomeUnknown(String)
  /// Closed for good.
  case closed
  /// A rule of the schema was broken: two rows with one key, or a missing value.
  case constraint(String)
  /// The file or its content makes no sense.
  case corrupt(String)
  /// A newer Beckon has migrated the database; this one must not touch it.
  case newerSchema(found: Int, known: Int)
  /// It cannot be opened, for the reason given.
  case unreadable(String)
  /// A fault of the program: wrong SQL or parameters.
  case misuse(String)
}
