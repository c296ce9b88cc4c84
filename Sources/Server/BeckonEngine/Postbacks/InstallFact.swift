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

  /// The fact of an install that the server heard of at `installedAt`. What was done on it before
  /// was done all the same: the app was offline, or its device's clock is behind. So it counts as
  /// done with the first launch.
  public func onInstall(heardOfAt installedAt: Instant) -> InstallFact {
    InstallFact(name: name, at: max(at, installedAt), properties: properties)
  }
}
