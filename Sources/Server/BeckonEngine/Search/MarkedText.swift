/// A text with the words marked by which a search found it: what `explain` says, shown in the text
/// as the shop wrote it.
public struct MarkedText: Sendable {
  /// A stretch of the text.
  public struct Part: Sendable {
    /// As the shop wrote it.
    public let text: String
    /// Whether the search met it.
    public let isMarked: Bool

    /// A stretch.
    public init(_ text: String, isMarked: Bool) {
      (self.text, self.isMarked) = (text, isMarked)
    }
  }

  /// A word of the product that met a word of the query.
  public struct Met: Sendable {
    /// The product's word, as the index has it: small letters, without accents.
    public let word: String
    /// The query's word, where only the beginning of the product's was met.
    public let beginning: String?

    /// A word that was met, or its beginning.
    public init(_ word: String, beginning: String? = nil) {
      (self.word, self.beginning) = (word, beginning)
    }
  }

  /// All of the text, in its order; neighbours differ in whether they are marked.
  public let parts: [Part]

  /// Marks what was met.
  /// - Parameters:
  ///   - text: any text.
  ///   - met: the words that were met.
  ///   - language: the one in which was searched: by it words are compared.
  public init(_ text: String, met: [Met], in language: SearchLanguage) {
    var parts: [Part] = []
    for run in Self.runs(of: text) {
      for part in run.isWord
        ? Self.marked(run.text, met, language) : [Part(run.text, isMarked: false)]
      {
        if let last = parts.last, last.isMarked == part.isMarked {
          parts[parts.count - 1] = Part(last.text + part.text, isMarked: part.isMarked)
        } else {
          parts.append(part)
        }
      }
    }
    self.parts = parts
  }

  private static func marked(
    _ word: String, _ met: [Met], _ language: SearchLanguage
  ) -> [Part] {
    // As the index has it: `25,4` is `25.4` there, and a long word is cut.
    let folded = language.folded(TextWords.words(of: word, most: 1).first ?? [])
    let forms = [folded.form] + [folded.otherForm].compactMap { $0 }
    let hit = met.first { met in
      // Two words that are written as one stand as two in the index's answer.
      met.word.utf8.split(separator: UInt8(ascii: " ")).contains { part in
        forms.contains { $0.elementsEqual(part) }
      }
    }
    guard let hit else { return [Part(word, isMarked: false)] }
    // Only where each letter stands for one: else nobody can say how much of it is the beginning.
    guard let beginning = hit.beginning, beginning.unicodeScalars.count < word.unicodeScalars.count,
      folded.form.starts(with: beginning.utf8),
      String(decoding: folded.form, as: UTF8.self).unicodeScalars.count == word.unicodeScalars.count
    else { return [Part(word, isMarked: true)] }
    let scalars = word.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: beginning.unicodeScalars.count)
    return [
      Part(String(scalars[..<end]), isMarked: true), Part(String(scalars[end...]), isMarked: false),
    ]
  }

  /// Words and what stands between them, as `TextWords` tells them apart.
  private static func runs(of text: String) -> [(text: String, isWord: Bool)] {
    let scalars = Array(text.unicodeScalars)
    var runs: [(text: String, isWord: Bool)] = []
    for (place, scalar) in scalars.enumerated() {
      let sign = isBetweenDigits(scalars, place) ? .part : TextWords.sign(of: scalar)
      let isWord = sign != .other
      if isWord, sign != .alone, let last = runs.last, last.isWord, place > 0,
        TextWords.sign(of: scalars[place - 1]) != .alone
      {
        runs[runs.count - 1].text.unicodeScalars.append(scalar)
      } else if !isWord, let last = runs.last, !last.isWord {
        runs[runs.count - 1].text.unicodeScalars.append(scalar)
      } else {
        runs.append((String(scalar), isWord))
      }
    }
    return runs
  }

  /// Whether a point or comma stands there that belongs to a number.
  private static func isBetweenDigits(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard scalars[place] == "." || scalars[place] == ",", place > 0, place + 1 < scalars.count
    else {
      return false
    }
    return [scalars[place - 1], scalars[place + 1]].allSatisfy { ("0"..."9").contains($0) }
  }
}
