import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Who reacts to what happens, by following the feed. A feature lists its own
/// (`Feature.followers`); one server of a fleet moves each at a time.
///
/// A follower steps over nothing: it is given no row before which another may still be committed
/// (`{settled}`). What it does and its position are stored together, so nothing is done twice.
public struct FeedFollower: Sendable {
  /// Its name, in the database and in `/metrics`.
  public let name: String
  /// What it wants to know of if only that it has changed. What webhooks want stands with them.
  let kinds: @Sendable () -> Set<FeedKind>
  /// Rows of a line that it takes in one transaction, so that it stays short.
  public let batchMax: Int64
  /// Makes what takes rows, in a transaction. `nil` when nothing can be taken now: then its
  /// rows wait. The identifier tells several of one name in an app apart.
  let reader: @Sendable (Scope, Identifier) throws -> (any FeedReader)?
  /// Begins anew, by what the tables hold: called of one that has stood still for too long, and
  /// whose rows are gone. `nil` of one that cannot; its rows stay for `Limits.webhookDays`.
  let rebuild: (@Sendable (Scope) throws -> Void)?

  init(
    _ name: String, kinds: @escaping @Sendable () -> Set<FeedKind> = { [] }, batchMax: Int64,
    rebuild: (@Sendable (Scope) throws -> Void)? = nil,
    reader: @escaping @Sendable (Scope, Identifier) throws -> (any FeedReader)?
  ) {
    self.name = name
    self.kinds = kinds
    self.batchMax = batchMax
    self.rebuild = rebuild
    self.reader = reader
  }

  /// Every feature's.
  public static let all = Feature.all.flatMap(\.followers)

  /// What they want to know of if only that it has changed.
  static let kinds = Set(all.flatMap { $0.kinds() })
}

/// What a follower does with rows, in one transaction.
protocol FeedReader {
  /// For how many rows of a line it has room.
  func room(isByClient: Bool) throws -> Int64

  /// Takes rows, in their order, and gives how many: at least the first.
  func take(_ rows: [FeedRow]) throws -> Int
}
