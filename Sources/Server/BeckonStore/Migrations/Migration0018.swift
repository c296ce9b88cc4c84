import BeckonDatabase

extension Migration {
  /// Steps 18 and 19 are made elsewhere at the same time; these hold their numbers until both
  /// are here.
  static let heldNumbers = [18, 19].map { number in
    Migration(number: number, name: "held-\(number)", statements: [])
  }
}
