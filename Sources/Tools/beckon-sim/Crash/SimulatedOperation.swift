import BeckonModel

/// Something that a customer asks of the server, and what its acknowledgement would mean.
struct SimulatedOperation: Sendable {
  /// What is acknowledged by a good answer.
  enum Kind: Sendable {
    case click(isRobot: Bool)
    case install(client: String)
    case signUp(user: String)
    case attributes(PersonID, level: Int64)
    /// Ids that are fine, and ids that must be rejected.
    case events(good: [String], bad: [String])
    case conversion(id: String)
    case redemption(id: String)
    case refund(id: String, of: String)
    case clawback
    case read
    case hostile

    /// The word by which the totals count it.
    var name: String {
      switch self {
      case .click: "clicks"
      case .install: "installs"
      case .signUp: "people"
      case .attributes: "attribute_changes"
      case .events: "event_batches"
      case .conversion: "conversions"
      case .redemption: "redemptions"
      case .refund: "refunds"
      case .clawback: "clawbacks"
      case .read: "reads"
      case .hostile: "hostile"
      }
    }

    /// Whether the same answer must come, byte by byte, however often it is asked.
    var repeatsItsAnswer: Bool {
      switch self {
      case .install, .signUp, .conversion, .redemption: true
      case .click, .attributes, .events, .refund, .clawback, .read, .hostile: false
      }
    }

    /// Whether asking again is safe: a click gets its id from the server, so a second is a second.
    var isRepeatable: Bool {
      if case .click = self { false } else { true }
    }
  }

  let kind: Kind
  let request: SimulatedRequest
}
