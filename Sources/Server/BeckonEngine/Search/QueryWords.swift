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

  init(_ query: String, _ language: SearchLanguage) {
    let text = query.prefix(bytes: SearchRequest.queryBytesMax)
    let read = TextWords.words(of: text, most: SearchRequest.queryWordsMax + 1)
    isCut = text.utf8.count < query.utf8.count || read.count > SearchRequest.queryWordsMax
    words = read.prefix(SearchRequest.queryWordsMax).compactMap { word in
      let folded = language.folded(word)
      guard !folded.form.isEmpty else { return nil }
      let forms = [folded.form] + [folded.otherForm].compactMap { $0 }
      return Word(forms: forms, letters: WordLetters(folded.form))
    }
  }

  /// The bits of all words.
  var all: UInt32 { words.count == 32 ? .max : (1 << UInt32(words.count)) - 1 }

  /// The bits of numbers, sizes and model codes.
  var numbers: UInt32 {
    words.enumerated().reduce(0) { $0 | ($1.element.letters.hasDigit ? 1 << $1.offset : 0) }
  }
}
