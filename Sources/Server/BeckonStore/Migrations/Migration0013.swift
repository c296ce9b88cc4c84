import BeckonDatabase

extension Migration {
  /// Codes are unique under a prefix, which may be a host and a path. A program of an earlier step
  /// would ask for the column by its old name.
  static let linkPrefixes = Migration(
    number: 13, name: "link_prefixes",
    statements: ["ALTER TABLE links RENAME COLUMN host TO prefix"])
}
