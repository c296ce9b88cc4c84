// Words that are written as one here and as several there.
extension QueryExpansion {
  /// What stands between the parts of a compound and belongs to neither.
  private static let links: [[UInt8]] = ["s", "n", "en", "es", "er", "e"].map { Array($0.utf8) }
  /// The shortest part and the shortest compound, in letters.
  private static let (partMin, compoundMin) = (3, 7)

  /// Places at which a word can be parted.
  private static func cuts(_ word: [UInt8]) -> [Int] {
    (1..<max(1, word.count)).filter { mayCut(word, at: $0) }
  }

  /// One word of the query that the catalogue writes as two.
  /// - Parameter isTyping: whether the second is not written to its end.
  mutating func addParted(_ place: Int, isTyping: Bool = false, in index: SearchIndex) {
    let bits = UInt32(1) << UInt32(place)
    for form in query.words[place].forms where form.count > 1 {
      for cut in Self.cuts(form) {
        let head = form.withUnsafeBufferPointer {
          index.words.number(of: UnsafeBufferPointer(rebasing: $0[..<cut]))
        }
        guard let first = head else { continue }
        let rest = Array(form[cut...])
        if isTyping {
          addBeginnings(first, rest, bits, in: index)
        } else {
          for second in Self.both(rest, in: index) {
            add(phrase: [first, second], bits, .joined, in: index)
          }
        }
      }
    }
  }

  /// A word and its forms.
  static func both(_ word: [UInt8], in index: SearchIndex) -> [UInt32] {
    let number = index.words.number(of: word)
    return number.map { [$0] + index.forms(of: word).filter { $0 != number } }
      ?? (word.count > 2 ? index.forms(of: word) : [])
  }

  private mutating func addBeginnings(
    _ first: UInt32, _ rest: [UInt8], _ bits: UInt32, in index: SearchIndex
  ) {
    guard rest.count > 1 else { return }
    index.order.each(beginning: rest, index.words) { second in
      add(phrase: [first, second], bits, .prefix, in: index)
      return hasRoomForPhrases
    }
  }

  // MARK: compounds

  /// Compounds of the catalogue that end with a word, and a compound of the query whose parts the
  /// catalogue has.
  mutating func addCompounds(_ place: Int, in index: SearchIndex) {
    let word = query.words[place]
    guard word.letters.count >= Self.partMin, !word.letters.hasDigit else { return }
    for form in word.forms {
      addEnding(with: form, 1 << UInt32(place), in: index)
      addParts(of: form, 1 << UInt32(place), in: index)
    }
  }

  private mutating func addEnding(with form: [UInt8], _ bits: UInt32, in index: SearchIndex) {
    let stem = index.language.stem(form)
    guard seen < Self.seenMax, stem.count >= Self.partMin else { return }
    seen += index.stems.end
    let countMin = max(stem.count + Self.partMin, Self.compoundMin)
    for number in 0..<UInt32(index.stems.end) where index.stems.size(of: number) >= countMin {
      let ends = index.stems.with(number) { text in
        text[text.count - 1] == stem[stem.count - 1] && text.suffix(stem.count).elementsEqual(stem)
      }
      guard ends else { continue }
      for word in index.wordsOfStem[number] where !index.letters[Int(word)].hasDigit {
        add(word, bits, .part, in: index)
      }
    }
  }

  private mutating func addParts(of form: [UInt8], _ bits: UInt32, in index: SearchIndex) {
    guard form.count >= Self.compoundMin else { return }
    for cut in Self.cuts(form) where cut >= Self.partMin && form.count - cut >= Self.partMin {
      let seconds = Self.both(Array(form[cut...]), in: index)
      guard !seconds.isEmpty else { continue }
      for first in Self.heads(form[..<cut], in: index) {
        for second in seconds where second != first {
          add(phrase: [first, second], bits, .part, isClose: false, in: index)
        }
      }
    }
  }

  /// The words of the catalogue that can be the first part, with what links it or without.
  private static func heads(_ head: ArraySlice<UInt8>, in index: SearchIndex) -> [UInt32] {
    let fitting = links.filter { link in
      head.count >= partMin + link.count && head.suffix(link.count).elementsEqual(link)
    }
    let bare = [[]] + fitting
    return Array(Set(bare.flatMap { both(Array(head.dropLast($0.count)), in: index) })).sorted()
  }
}
