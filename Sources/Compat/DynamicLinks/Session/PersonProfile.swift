import Foundation

/// What this phone remembers of the person who uses the app.
struct PersonProfile: Sendable, Hashable {
  /// The attribute of the record that holds the name.
  static let nameKey = "display_name"

  /// The address that they sign in with.
  var email: String?
  /// The name that they go by.
  var name: String?
}
