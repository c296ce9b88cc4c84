import BeckonModel

/// Which apps a server holds indexes of in memory, so that all together stay within a budget.
///
/// An app is read when somebody asks for it, and when something happens in it while half of the
/// budget is free. Where there is no room, the app that was used longest ago is unloaded; so is one
/// that nobody has used for a day. It is read again when somebody asks.
public struct HeldIndexes: Sendable {
  private struct Held: Sendable {
    var usedAt: Instant
    /// Whether all of it has been read.
    var isWhole = false
  }

  /// For so long an app is not read again that alone takes more than all may.
  public static let tooLargeMilliseconds = Span.hourMilliseconds

  /// How long an app is held that nobody uses.
  public static let idleMilliseconds = Span.dayMilliseconds

  /// Bytes that all apps may take together.
  public let bytesMax: Int
  /// Bytes that they took when they were weighed last.
  public private(set) var bytes = 0
  /// Apps that were unloaded so far.
  public private(set) var unloads: Int64 = 0
  private var held: [Int64: Held] = [:]
  /// Apps that are to be read, with when they were asked for.
  private var wanted: [Int64: Instant] = [:]
  /// Apps that were too large, until when they are not read again.
  private var barred: [Int64: Instant] = [:]

  /// None, with a budget.
  public init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// Apps that are held, also in part, in order.
  public var apps: [Int64] { held.keys.sorted() }
  /// Apps that wait to be read.
  public var wantedCount: Int { wanted.count }

  /// Whether an app is held, be it in part.
  public func holds(_ app: Int64) -> Bool { held[app] != nil }

  /// Whether all of an app has been read.
  public func isWhole(_ app: Int64) -> Bool { held[app]?.isWhole ?? false }

  /// Whether an app is still to be read to its end, or waits for that.
  public var isWarming: Bool { !wanted.isEmpty || held.values.contains { !$0.isWhole } }

  // MARK: What happens

  /// Somebody asks for an app.
  public mutating func ask(_ app: Int64, _ now: Instant) {
    if held[app] != nil {
      held[app]?.usedAt = now
    } else if !isBarred(app, now) {
      wanted[app] = now
    }
  }

  /// Something has happened in an app.
  public mutating func hear(of app: Int64, _ now: Instant) {
    if held[app] != nil {
      held[app]?.usedAt = now
    } else if hasRoom, !isBarred(app, now) {
      wanted[app] = wanted[app] ?? now
    }
  }

  private func isBarred(_ app: Int64, _ now: Instant) -> Bool {
    barred[app].map { now < $0 } ?? false
  }

  /// Whether there is room for apps for which nobody has asked.
  public var hasRoom: Bool { bytes < bytesMax / 2 }

  /// The app that is to be read now: the one that was asked for last. From now on it is held.
  public mutating func next() -> Int64? {
    let latest = wanted.max { some, other in
      some.value == other.value ? some.key > other.key : some.value < other.value
    }
    guard let (app, at) = latest else { return nil }
    wanted[app] = nil
    held[app] = Held(usedAt: at)
    return app
  }

  /// An app could not be read: it is wanted as before.
  public mutating func giveUp(_ app: Int64, _ now: Instant) {
    held[app] = nil
    wanted[app] = now
  }

  /// All of an app has been read.
  public mutating func finish(_ app: Int64) { held[app]?.isWhole = true }

  /// Weighs all apps, and says which are to be unloaded. One that is being read stays.
  /// - Parameter sizes: bytes by app; what is not named takes none.
  public mutating func weigh(_ sizes: [Int64: Int], _ now: Instant) -> [Int64] {
    bytes = sizes.values.reduce(0, +)
    let tooLarge = held.filter { $1.isWhole && (sizes[$0] ?? 0) > bytesMax }.keys.sorted()
    for app in tooLarge {
      bytes -= sizes[app] ?? 0
      held[app] = nil
      barred[app] = now.adding(milliseconds: Self.tooLargeMilliseconds)
    }
    unloads += Int64(tooLarge.count)
    let idleSince = now.adding(milliseconds: -Self.idleMilliseconds)
    guard bytes > bytesMax || held.values.contains(where: { $0.usedAt <= idleSince }) else {
      return tooLarge
    }
    let oldest = held.filter(\.value.isWhole).sorted { some, other in
      some.value.usedAt == other.value.usedAt
        ? some.key < other.key : some.value.usedAt < other.value.usedAt
    }
    var unloaded: [Int64] = []
    for (app, entry) in oldest {
      guard bytes > bytesMax || entry.usedAt <= idleSince else { break }
      bytes -= sizes[app] ?? 0
      held[app] = nil
      unloaded.append(app)
    }
    unloads += Int64(unloaded.count)
    return tooLarge + unloaded
  }

  /// Forgets all apps, and wants them again.
  public mutating func reset() {
    for (app, entry) in held { wanted[app] = entry.usedAt }
    (held, bytes) = ([:], 0)
  }
}
