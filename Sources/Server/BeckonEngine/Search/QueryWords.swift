import BeckonModel

/// A query as its words.
struct QueryWords {
  /// A word.
  struct Word {
    /// It, and how it is also written.
    let forms: [[UInt8]]
    let letters: WordLetters

    /// It as text.
    var text: String { String(decoding: forms[0], as: UTF8.self) }
  }

  let words: [Word]
  /// Whether the query was longer than what is read.
  let isCut: Bool
  /// The bits of stop words, as long as there is any other word.
  let stopWords: UInt32

  /// - Parameter isTyping: whether the last word may be the beginning of one, so that nobody knows
  ///   yet whether it is a stop word.
  init(_ query: String, _ language: SearchLanguage, isTyping: Bool = false) {
    let text = query.prefix(bytes: SearchRequest.queryBytesMax)
    let read = TextWords.words(of: text, most: SearchRequest.queryWordsMax + 1)
    isCut = text.utf8.count < query.utf8.count || read.count > SearchRequest.queryWordsMax
    words = read.prefix(SearchRequest.queryWordsMax).compactMap { word in
      let folded = language.folded(word)
      guard !folded.form.isEmpty else { return nil }
      let forms = [folded.form] + [folded.otherForm].compactMap { $0 }
      return Word(forms: forms, letters: WordLetters(folded.form))
    }
    let whole = isTyping ? words.dropLast() : words[...]
    stopWords = Self.stopWords(among: whole, language, of: words.count)
  }

  private static func stopWords(
    among words: ArraySlice<Word>, _ language: SearchLanguage, of count: Int
  ) -> UInt32 {
    let places = words.indices.filter { words[$0].forms.contains(where: language.isStopWord) }
    return places.count == count ? 0 : places.reduce(0) { $0 | 1 << UInt32($1) }
  }

  /// The bits of the words by which products are counted: of two products the one that meets more
  /// of them comes first.
  var needed: UInt32 { all & ~stopWords }

  func isStopWord(_ place: Int) -> Bool { stopWords & 1 << UInt32(place) != 0 }

  /// The bits of all words.
  var all: UInt32 { words.count == 32 ? .max : (1 << UInt32(words.count)) - 1 }

  /// The bits of numbers, sizes and model codes.
  var numbers: UInt32 {
    words.enumerated().reduce(0) { $0 | ($1.element.letters.hasDigit ? 1 << $1.offset : 0) }
  }
}
