import BeckonDatabase

extension Migration {
  /// Changes nothing: the number was given away, and was not needed.
  static let nothing = Migration(
    number: 18, name: "nothing", statements: [], oldestCompatible: 17)
}
