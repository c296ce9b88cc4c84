import BeckonBasics
import BeckonEngine
import BeckonModel

/// Which apps this server holds indexes of, for all who ask and for the one who reads them
/// (`ShopReader`); `HeldIndexes` has the rules.
final class IndexMemory: Sendable {
  private let state: Locked<HeldIndexes>
  private let now: @Sendable () -> Instant

  init(bytesMax: Int, now: @escaping @Sendable () -> Instant) {
    (state, self.now) = (Locked(HeldIndexes(bytesMax: bytesMax)), now)
  }

  /// Bytes that all apps may take together.
  var bytesMax: Int { state.withLock(\.bytesMax) }

  /// What one app's recommendations may take: with its search it is never more than all.
  var recommendationBytesMax: Int { bytesMax / 2 }

  /// What one app's search may take.
  var searchBytesMax: Int { bytesMax / 2 }

  /// Somebody asks for an app: it is read, if it is not yet held.
  func ask(_ app: Int64) { state.withLock { $0.ask(app, now()) } }

  /// Something has happened in an app.
  /// - Returns: whether it is held.
  func hear(of app: Int64) -> Bool {
    state.withLock { state in
      state.hear(of: app, now())
      return state.holds(app)
    }
  }

  /// Whether an app is held, be it in part.
  func holds(_ app: Int64) -> Bool { state.withLock { $0.holds(app) } }

  /// Whether not all of an app has been read.
  func isWarming(_ app: Int64) -> Bool { !state.withLock { $0.isWhole(app) } }

  /// Whether there is room for apps for which nobody has asked.
  var hasRoom: Bool { state.withLock(\.hasRoom) }

  /// The app that is to be read now.
  func next() -> Int64? { state.withLock { $0.next() } }

  /// An app could not be read; it is tried again.
  func giveUp(_ app: Int64) { state.withLock { $0.giveUp(app, now()) } }

  /// All of an app has been read.
  func finish(_ app: Int64) { state.withLock { $0.finish(app) } }

  /// Says which apps are to be unloaded.
  func weigh(_ sizes: [Int64: Int]) -> [Int64] { state.withLock { $0.weigh(sizes, now()) } }

  /// Everything is read anew.
  func reset() { state.withLock { $0.reset() } }

  /// How much is held, for operators.
  struct Figures: Sendable {
    var isWarming: Bool
    var apps: Int
    var appsWanted: Int
    var bytes: Int
    var bytesMax: Int
    var unloads: Int64
  }

  /// Counts it.
  var figures: Figures {
    state.withLock { state in
      Figures(
        isWarming: state.isWarming, apps: state.apps.count, appsWanted: state.wantedCount,
        bytes: state.bytes, bytesMax: state.bytesMax, unloads: state.unloads)
    }
  }
}

extension IndexMemory.Figures {
  /// As `/health` tells it.
  var json: JSON {
    [
      "warming": .bool(isWarming), "apps": .integer(apps), "apps_wanted": .integer(appsWanted),
      "bytes": .integer(bytes), "bytes_max": .integer(bytesMax), "unloads": .integer(unloads),
    ]
  }

  /// As `/metrics` tells it.
  var text: String {
    var text = Exposition()
    for (name, kind, help, value) in [
      ("apps", .gauge, "Apps whose indexes are in memory, whole or in part.", apps),
      ("apps_wanted", .gauge, "Apps that wait to be read into memory.", appsWanted),
      ("bytes", .gauge, "Memory that all indexes take.", bytes),
      ("bytes_max", .gauge, "Memory that they may take: --index-memory.", bytesMax),
      ("unloads_total", .counter, "Apps that were unloaded for want of room or use.", Int(unloads)),
    ] as [(String, Exposition.Kind, String, Int)] {
      text.add("beckon_index_" + name, kind, help, [.init(value)])
    }
    return text.text
  }
}
