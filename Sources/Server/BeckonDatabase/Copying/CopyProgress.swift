/// How far a copy has come, for the person who waits for it.
public struct CopyProgress: Sendable {
  /// What is being done.
  public enum Phase: String, Sendable {
    /// What an earlier run has copied is read again and compared.
    case checking
    /// Rows are read and written.
    case copying
    /// The result is read and compared.
    case verifying
  }

  /// What is being done.
  public let phase: Phase
  /// The table.
  public let table: String
  /// Rows of the table that are done in this phase, those of earlier runs too.
  public let tableRows: Int64
  /// Rows of all tables that are done in this phase, those of earlier runs too.
  public let rows: Int64
  /// Rows of all tables.
  public let rowsTotal: Int64
  /// Whether the table is done.
  public let isTableDone: Bool
}
