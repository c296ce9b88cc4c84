/// Why a database cannot be copied. The set is closed.
public enum CopyError: Error, Equatable, Sendable {
  /// The target holds rows in this table, and they are not from an unfinished copy.
  case occupied(table: String)
  /// The source has no schema yet; there is nothing to copy.
  case emptySource
  /// The source's schema is older than this program's.
  case olderSchema(found: Int, known: Int)
  /// The source is an unfinished copy itself.
  case unfinishedSource
  /// What an earlier run has copied of this table is no longer in the source, or another source is
  /// given.
  case changedSource(table: String)
  /// Another program is copying into the same target, or has changed it.
  case anotherCopy(table: String)
  /// The source's connection was lost, and with it the snapshot. The copy can be continued.
  case sourceLost
}
