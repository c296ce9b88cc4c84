import BeckonDatabase

extension Migration {
  /// People who are known before they have signed up: an app may tell of a push token, or of who
  /// uses it, before. `NULL` is what it was for everybody: signed up.
  static let knownPeople = Migration(
    number: 8, name: "known-people",
    statements: ["ALTER TABLE people ADD COLUMN awaits_sign_up BIGINT"], oldestCompatible: 7)
}
