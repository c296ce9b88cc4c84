import BeckonModel

/// Makes queries from a catalogue's own texts, to measure a search by. The same seed gives the same
/// queries on every machine. It knows nothing of how a search works.
public struct QueryGenerator: Sendable {
  /// What becomes of a text.
  public enum Kind: String, CaseIterable, Sendable {
    /// One typo in one word of five letters or more.
    case typos
    /// Its first three quarters.
    case prefixes
    /// The text itself.
    case knownItem = "known-item"
  }

  /// A word that gets a typo has at least so many letters.
  public static let lettersMin = 5

  private var chance: SeededChance

  /// Begins.
  public init(seed: UInt64) {
    chance = SeededChance(seed: seed)
  }

  /// Queries of one kind from some of these texts, each from another text.
  /// - Returns: at most so many, each with the place of its text; a text of which none can be made
  ///   is left out.
  public mutating func queries(
    _ kind: Kind, from texts: [String], count: Int
  ) -> [(text: String, place: Int)] {
    var (places, made) = (Array(texts.indices), [(text: String, place: Int)]())
    for next in places.indices where made.count < count {
      places.swapAt(next, Int.random(in: next..<places.count, using: &chance))
      let place = places[next]
      if let query = query(kind, from: Self.oneLine(texts[place])) { made.append((query, place)) }
    }
    return made
  }

  private mutating func query(_ kind: Kind, from text: [Unicode.Scalar]) -> String? {
    guard !text.isEmpty else { return nil }
    switch kind {
    case .knownItem: return Self.text(text[...])
    case .prefixes: return Self.text(text.prefix((text.count * 3 + 3) / 4))
    case .typos: return typo(in: text)
    }
  }

  /// The text with single spaces in the place of all that is blank.
  private static func oneLine(_ text: String) -> [Unicode.Scalar] {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 32 }
    return Array(words.joined(separator: [" "]))
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let end = scalars.lastIndex { $0 != " " }.map { $0 + 1 } ?? scalars.startIndex
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[..<end])
    return String(text)
  }

  // MARK: typos

  private mutating func typo(in text: [Unicode.Scalar]) -> String? {
    let words = Self.words(in: text)
    guard let word = words.randomElement(using: &chance) else { return nil }
    while true {
      guard let changed = changed(Array(text[word])), !Self.isSame(changed, text[word]) else {
        continue
      }
      return Self.text((text[..<word.lowerBound] + changed + text[word.upperBound...])[...])
    }
  }

  /// Where words of letters alone stand that are long enough.
  private static func words(in text: [Unicode.Scalar]) -> [Range<Int>] {
    text.indices.split { place in
      let properties = text[place].properties
      return !properties.isAlphabetic && properties.numericType == nil
    }
    .map { ($0.first ?? 0)..<($0.last ?? 0) + 1 }
    .filter { word in
      word.count >= lettersMin && text[word].allSatisfy { $0.properties.isAlphabetic }
    }
  }

  /// One insertion, deletion, substitution or transposition, each as likely as the others, at any
  /// place; `nil` where the place has none behind it.
  private mutating func changed(_ word: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    var word = word
    let letter = Unicode.Scalar(UInt8.random(in: 97...122, using: &chance))
    switch Int.random(in: 0..<4, using: &chance) {
    case 0: word.insert(letter, at: Int.random(in: 0...word.count, using: &chance))
    case 1: word.remove(at: Int.random(in: 0..<word.count, using: &chance))
    case 2: word[Int.random(in: 0..<word.count, using: &chance)] = letter
    default:
      let place = Int.random(in: 0..<word.count - 1, using: &chance)
      word.swapAt(place, place + 1)
    }
    return word
  }

  private static func isSame(_ some: [Unicode.Scalar], _ other: ArraySlice<Unicode.Scalar>) -> Bool
  {
    some.map(\.properties.lowercaseMapping).joined()
      == other.map(\.properties.lowercaseMapping).joined()
  }
}
