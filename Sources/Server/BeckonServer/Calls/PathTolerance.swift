/// What a vendor's clients may write into paths; in Beckon's own API each slash counts.
enum PathTolerance: Sendable {
  /// A slash behind the path.
  case slashAtEnd
  /// Two slashes for one.
  case doubledSlashes
  /// A parameter that is empty: `/subscribers//rewards`. The handler says that there is no such
  /// thing.
  case emptyParameters
}
