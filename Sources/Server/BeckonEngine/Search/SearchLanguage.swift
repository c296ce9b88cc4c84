/// What a search must be told of a language: which letters count as the same, and which words are
/// forms of one.
public struct SearchLanguage: Sendable {
  /// A word as it is compared.
  public struct Folded: Hashable, Sendable {
    /// The word in small letters without accents, as UTF-8; empty where nothing is left.
    public let form: [UInt8]
    /// How it is also written, such as `groesse` for `Größe`; `nil` where it is not.
    public let otherForm: [UInt8]?

    /// Makes one.
    public init(_ form: [UInt8], otherForm: [UInt8]? = nil) {
      self.form = form
      self.otherForm = otherForm
    }
  }

  /// Folds a word of UTF-8. Words of ASCII are not asked for: their capitals become small.
  public let fold: @Sendable (_ word: [UInt8]) -> Folded
  /// The stem of a folded word: words with one stem are forms of one.
  public let stem: @Sendable (_ folded: [UInt8]) -> [UInt8]
  /// Whether a folded word is a stop word: one that says little of what is wanted, such as `for`.
  public let isStopWord: @Sendable (_ folded: [UInt8]) -> Bool
  /// Whether the language writes words together, as German and Dutch do.
  public let buildsCompounds: Bool

  /// Makes one.
  public init(
    buildsCompounds: Bool = false,
    isStopWord: @escaping @Sendable (_ folded: [UInt8]) -> Bool = { _ in false },
    fold: @escaping @Sendable (_ word: [UInt8]) -> Folded,
    stem: @escaping @Sendable (_ folded: [UInt8]) -> [UInt8]
  ) {
    (self.fold, self.stem, self.buildsCompounds) = (fold, stem, buildsCompounds)
    self.isStopWord = isStopWord
  }

  /// No language: only capitals of ASCII are folded, and each word is its own stem.
  public static let none = SearchLanguage(fold: { Folded($0) }, stem: { $0 })
}
