/// Words and short phrases that mean the same in a shop.
public struct SearchSynonyms: Sendable {
  /// Groups at most.
  public static let groupsMax = 10_000
  /// Phrases of a group at most.
  public static let phrasesMax = 32
  /// Words of a phrase at most.
  public static let wordsMax = 3

  /// What is wrong with a group.
  public enum Problem: Error, Hashable, Sendable {
    /// There are more groups than `groupsMax`.
    case tooManyGroups
    /// The group at this place has fewer than two phrases, or more than `phrasesMax`.
    case phrases(Int)
    /// A phrase of the group at this place has no word, or more than `wordsMax`.
    case words(Int)
  }

  private var others: [[UInt8]: [[[UInt8]]]] = [:]

  /// None.
  public init() {}

  /// Groups of phrases; each of a group finds all others of it.
  public init(_ groups: [[String]], _ language: SearchLanguage) throws(Problem) {
    guard groups.count <= Self.groupsMax else { throw .tooManyGroups }
    for (place, group) in groups.enumerated() {
      guard (2...Self.phrasesMax).contains(group.count) else { throw .phrases(place) }
      let phrases = group.map { phrase in
        TextWords.words(of: phrase, most: Self.wordsMax + 1).map { language.folded($0).form }
          .filter { !$0.isEmpty }
      }
      guard phrases.allSatisfy({ (1...Self.wordsMax).contains($0.count) }) else {
        throw .words(place)
      }
      for phrase in phrases {
        others[Self.key(phrase[...]), default: []] += phrases.filter { $0 != phrase }
      }
    }
  }

  private static func key(_ phrase: ArraySlice<[UInt8]>) -> [UInt8] {
    Array(phrase.joined(separator: [UInt8(ascii: " ")]))
  }

  /// Phrases that mean the same as this one.
  func others(of phrase: ArraySlice<[UInt8]>) -> [[[UInt8]]] {
    others.isEmpty ? [] : others[Self.key(phrase)] ?? []
  }
}
