import BeckonModel

/// Something that an install's user did, as a conversion rule looks at it.
public struct InstallFact: Hashable, Sendable {
  /// What happened.
  public let name: String
  /// When.
  public let at: Instant
  /// More about it.
  public let properties: JSON

  /// Name of the fact that somebody signed up.
  public static let signUp = "beckon.sign_up"

  /// Makes a fact.
  public init(name: String, at: Instant, properties: JSON = .object([])) {
    self.name = name
    self.at = at
    self.properties = properties
  }
}
