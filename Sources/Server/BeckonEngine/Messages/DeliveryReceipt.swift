/// What a phone network tells of a text message that it has taken.
public struct DeliveryReceipt: Hashable, Sendable {
  /// How far the message has come.
  public enum Stage: String, CaseIterable, Sendable {
    /// The network has it.
    case network
    /// It will not arrive: refused, expired, deleted.
    case impossible
    /// The phone has it.
    case delivered
  }

  /// How far it has come.
  public let stage: Stage
  /// Of which part it is told, from 0; `nil` when of all of them.
  public let part: Int?

  /// Makes a receipt. A part beyond `DeliveryProgress.partsMax` is none that can be told apart, and
  /// counts for all.
  public init(_ stage: Stage, part: Int? = nil) {
    self.stage = stage
    self.part = part.flatMap { (0..<DeliveryProgress.partsMax).contains($0) ? $0 : nil }
  }
}

/// What all receipts of a message say together. Receipts come early, late, twice and in any order,
/// so each only adds to what is known and takes nothing back: the same receipts in any order, and
/// however often, end the same.
///
/// A message is delivered when all its parts are; until then one part that cannot be makes it
/// impossible. A network that said so and then brought it after all has delivered it.
public struct DeliveryProgress: Hashable, Sendable {
  /// Parts that can be told apart.
  public static let partsMax = 32

  /// Parts that the phone has, a bit each.
  public private(set) var deliveredParts: UInt32 = 0
  /// Whether a receipt said of any part that it will not arrive.
  public private(set) var hasFailedPart = false
  /// Whether any receipt came.
  public private(set) var isKnown = false

  /// Nothing is known yet.
  public init() {}

  /// What was stored of one.
  public init(deliveredParts: UInt32, hasFailedPart: Bool, isKnown: Bool) {
    self.deliveredParts = deliveredParts
    self.hasFailedPart = hasFailedPart
    self.isKnown = isKnown
  }

  /// Adds what a receipt says.
  public mutating func note(_ receipt: DeliveryReceipt) {
    isKnown = true
    switch receipt.stage {
    case .network: break
    case .impossible: hasFailedPart = true
    case .delivered: deliveredParts |= receipt.part.map { 1 << UInt32($0) } ?? .max
    }
  }

  /// How far a message of so many parts has come; `nil` when nothing is known.
  public func stage(parts: Int) -> DeliveryReceipt.Stage? {
    guard isKnown else { return nil }
    let count = min(max(parts, 1), Self.partsMax)
    let all: UInt32 = count == Self.partsMax ? .max : (1 << UInt32(count)) - 1
    if deliveredParts & all == all { return .delivered }
    return hasFailedPart ? .impossible : .network
  }
}
