import BeckonModel

/// Which recent sessions saw an item, and what they saw in which order; what neighbours are found
/// by.
///
/// It changes by single clicks. What it holds depends on the clicks it was told and not on the
/// order in which it was told them, so that servers agree, whatever came late. Clicks leave oldest
/// first, when they are too old or when there is no room; then `heldSince` says from when on it
/// knows all.
public struct SessionIndex: Sendable {
  /// The highest number that an item may have. Items are places in an array.
  public static let itemMax: UInt32 = 16_777_215
  /// Clicks that are kept of a session, the latest; a person sees fewer.
  public static let sessionClicksMax = 100
  /// The latest time that a click may have, in milliseconds since 1970 (in the year 2248).
  public static let timeMax: Int64 = 1 << 43

  /// What came of a click.
  public enum Outcome: Sendable {
    /// It is in.
    case added
    /// It was in before.
    case known
    /// It is older than what the index has room for.
    case tooOld
    /// Its item or time is out of range.
    case refused
  }

  var sessions: [StoredSession] = []
  var freeSlots: [UInt32] = []
  var slots: [Int64: UInt32] = [:]
  var clickPlaces = BlockPlaces()
  var items: [UInt32] = []
  var times: [Int64] = []
  var postingPlaces = BlockPlaces()
  var postingSlots: [UInt32] = []
  var postings: [Posting] = []
  var repeats = RepeatRates()
  var spread = TimeSpread()
  var order = OldestFirst()
  /// Milliseconds since 1970 up to which clicks are not held.
  var horizon: Int64 = -1

  /// Bytes that it may take.
  public let bytesMax: Int
  /// Bytes that it takes for what it holds now. The arrays they stand in may have room for twice
  /// as many, as any Swift array that has grown.
  public internal(set) var bytes = 0
  /// Sessions that it holds.
  public var sessionCount: Int { slots.count }
  /// Clicks that it holds.
  public internal(set) var clickCount = 0
  /// Pairs of session and item that it holds.
  public internal(set) var entryCount = 0

  /// An empty index that takes at most about so many bytes.
  public init(bytesMax: Int = 1 << 30) {
    self.bytesMax = bytesMax
  }

  /// From when on it holds all it was told; `nil` as long as nothing had to leave.
  public var heldSince: Instant? {
    horizon < 0 ? nil : Instant(milliseconds: horizon + 1)
  }

  /// Bytes of a session beside its clicks: the slot, and its place among numbers.
  static let sessionBytes = MemoryLayout<StoredSession>.stride + 32
  /// Bytes of a click: its item and its time.
  static let clickBytes = 12
  /// Bytes of an item beside its sessions.
  static let postingBytes = MemoryLayout<Posting>.stride
  /// Bytes of a session among those of an item.
  static let entryBytes = 4

  /// Elements of a block of this power; power 0 is no block.
  static func places(_ power: Int) -> Int { power == 0 ? 0 : 1 << power }
}
