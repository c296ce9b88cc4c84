import BeckonModel

/// That somebody has handed over what a reward stands for, such as a parcel or a card's code. It is
/// the app's own note: the ledger has paid the reward before.
public struct Fulfilment: Hashable, Sendable {
  /// How often it was handed over.
  public enum Word: String, CaseIterable, Sendable {
    /// Once.
    case sent
    /// Once more, because the first did not arrive.
    case resent
  }

  /// How often.
  public let word: Word
  /// When that was told last.
  public let at: Instant

  /// Makes a note.
  public init(_ word: Word, at: Instant) {
    self.word = word
    self.at = at
  }
}
