import BeckonModel

/// Somebody who works with the dashboard.
public struct Operator: Hashable, Sendable {
  /// Their id.
  public let id: OperatorID
  /// What others call them: 1 to `Limits.nameBytes` bytes. It stands in the audit log.
  public let name: String
  /// What they may do.
  public let role: OperatorRole
  /// The apps that they see; `nil` for all.
  public let apps: [AppID]?
  /// When they were invited.
  public let createdAt: Instant
  /// When they were removed; `nil` of one who still works here.
  public var removedAt: Instant?

  /// Makes an operator.
  public init(
    id: OperatorID, name: String, role: OperatorRole, apps: [AppID]?, createdAt: Instant,
    removedAt: Instant? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.apps = apps
    self.createdAt = createdAt
    self.removedAt = removedAt
  }

  /// Whether they see an app.
  public func sees(_ app: AppID) -> Bool { apps?.contains(app) ?? true }

  /// Whether they say who the operators are: whoever sees some apps only might else give themselves
  /// all of them.
  public var invites: Bool { role == .money && apps == nil }

  /// Most operators, removed ones not counted.
  public static let max = 500
  /// Most apps that one may be bound to.
  public static let appsMax = 100
}
