import BeckonModel

/// The fact that moves a referral on, as far as rewards ask.
public struct MovingFact: Hashable, Sendable {
  /// Its id.
  public let id: FactID
  /// How far it can be trusted.
  public let trust: Trust
  /// Whether it is young enough to pay.
  public let isPayable: Bool
  /// Whether it was taken back, perhaps before it came.
  public let isReversed: Bool
  /// Whether it happened before the person's sign-up.
  public let isBeforeSignUp: Bool

  /// Makes a fact.
  public init(
    id: FactID, trust: Trust, isPayable: Bool = true, isReversed: Bool = false,
    isBeforeSignUp: Bool = false
  ) {
    self.id = id
    self.trust = trust
    self.isPayable = isPayable
    self.isReversed = isReversed
    self.isBeforeSignUp = isBeforeSignUp
  }
}

/// The fact of a step.
public struct StepFact: Hashable, Sendable {
  /// Its id.
  public let id: FactID
  /// Whether the app's server told it, or somebody approved what a client told.
  public let isVouched: Bool

  /// Makes a step's fact.
  public init(id: FactID, isVouched: Bool) {
    self.id = id
    self.isVouched = isVouched
  }

  /// What a step's trust is when somebody approved what a client told.
  public static let vouched = "vouched"

  /// Whether this trust of a step is as good as the server's word.
  public static func isVouched(_ trust: String?) -> Bool {
    trust == Trust.server.rawValue || trust == vouched
  }

  /// The fact as it moves the referral on.
  public var moving: MovingFact { MovingFact(id: id, trust: isVouched ? .server : .client) }
}
