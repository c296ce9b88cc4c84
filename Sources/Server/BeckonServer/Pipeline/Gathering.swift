/// What comes while earlier of its kind is being stored, and is then stored together.
struct Gathering<Item: Sendable>: Sendable {
  /// Those in one write of the database. More wait for the next.
  let batchMax: Int
  /// Those that wait. One more is refused at once.
  let waitingMax: Int

  private(set) var waiting: [Item] = []
  private var isStoring = false

  init(batchMax: Int, waitingMax: Int) {
    self.batchMax = batchMax
    self.waitingMax = waitingMax
  }

  /// What the one who added something has to do.
  enum Admission {
    /// It is refused.
    case full
    /// Nobody stores: begin.
    case begin
    /// It is taken with the next batch.
    case wait
  }

  mutating func add(_ item: Item) -> Admission {
    guard waiting.count < waitingMax else { return .full }
    waiting.append(item)
    defer { isStoring = true }
    return isStoring ? .wait : .begin
  }

  /// The next batch, in the order in which they came; `nil` when none waits, and then the next one
  /// that is added has to begin.
  mutating func take() -> [Item]? {
    guard !waiting.isEmpty else {
      isStoring = false
      return nil
    }
    guard waiting.count > batchMax else {
      defer { waiting = [] }
      return waiting
    }
    defer { waiting.removeFirst(batchMax) }
    return Array(waiting.prefix(batchMax))
  }
}
