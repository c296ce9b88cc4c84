import BeckonDatabase

extension Migration {
  /// Keeps the number of a step that is made elsewhere; it goes when that one is here.
  static let awaited30 = Migration(number: 30, name: "awaited", statements: [])
}
