import BeckonModel

/// On what it is decided what led to an install. Calls of one start of an app may overtake each
/// other, and not every one describes the device: what is decided without it is nothing, or takes
/// somebody else's click.
public enum DecisionBasis: CaseIterable, Sendable {
  /// Everything there is: what the app names, the network and the device.
  case all
  /// Only what the app names, which is certain. If that leads nowhere, the install waits.
  case named
  /// The same, and if that leads nowhere, nothing led here: the device stays unknown.
  case late

  /// How long an install waits for a call that describes its device.
  public static let waitMilliseconds = Span.dayMilliseconds

  /// Decides.
  /// - Parameters:
  ///   - knowsDevice: whether the call describes the device.
  ///   - isSignUp: whether somebody signs up by it, whose referrer is asked for then.
  ///   - milliseconds: since the first call.
  public init(knowsDevice: Bool, isSignUp: Bool, milliseconds: Int64) {
    if milliseconds >= Self.waitMilliseconds {
      self = .late
    } else {
      self = knowsDevice || isSignUp ? .all : .named
    }
  }

  /// What is left of a decision on this basis; `nil` while the install waits.
  public func allows(_ decision: AttributionDecision) -> AttributionDecision? {
    guard self != .all, decision.type != .unique else { return decision }
    return self == .late ? .withoutDevice : nil
  }
}

extension AttributionDecision {
  /// What an install is told that waits for a call which describes its device.
  public static let waiting = AttributionDecision(reason: .waitsForDevice, named: [])
  /// What becomes of one of which nobody has ever described the device.
  public static let withoutDevice = AttributionDecision(reason: .noDevice, named: [])
}
