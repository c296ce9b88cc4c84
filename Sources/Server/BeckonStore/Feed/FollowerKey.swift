import BeckonModel

/// One follower of one app.
public struct FollowerKey: Hashable, Sendable {
  /// The tenant's number.
  public let app: Int64
  /// The follower's name.
  public let name: String
  /// Which of those of this name: a webhook's id, or the app's, of which there is one.
  public let id: Identifier

  /// Names a follower.
  public init(app: Int64, name: String, id: Identifier) {
    self.app = app
    self.name = name
    self.id = id
  }
}
