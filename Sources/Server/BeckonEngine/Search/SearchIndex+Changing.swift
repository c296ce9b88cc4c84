import BeckonModel

extension SearchIndex {
  /// Takes a product in, in the place of what was said of it before.
  /// - Complexity: a few steps for each of its words.
  @discardableResult
  public mutating func set(_ product: SearchProduct) -> Outcome {
    remove(product.id)
    let (words, titleWords) = numbers(of: product)
    let stored = stored(product)
    // What was taken for it is given back, so an index that is full stays as it was.
    guard bytes + stored.bytes + 2 * 4 * words.count <= bytesMax else {
      for word in Set(Self.numbers(in: words)) where postings.count(of: word) == 0 { drop(word) }
      giveBackValues(of: stored)
      return .noRoom
    }
    let popularity = product.popularity.isNaN ? 0 : min(1, max(0, product.popularity))
    put(
      stored, words,
      StoredProduct.Standing(popularity: popularity, titleWords: UInt16(clamping: titleWords)))
    return .stored
  }

  /// Takes a product out.
  /// - Returns: whether it was there.
  @discardableResult
  public mutating func remove(_ id: String) -> Bool {
    guard let place = places[id], let product = products[Int(place)] else { return false }
    for word in Set(Self.numbers(in: entries[place])) {
      postings.remove(place, from: word)
      if postings.count(of: word) == 0 { drop(word) }
    }
    entries.clear(place)
    giveBackValues(of: product)
    productBytes -= product.bytes
    products[Int(place)] = nil
    shown[Int(place)] = 0
    places[id] = nil
    freePlaces.append(place)
    return true
  }

  /// Says how popular a product is, from 0 to 1, and whether it is never shown; what is `nil`
  /// stays, and all else. A product that it does not hold changes nothing.
  public mutating func rate(_ id: String, popularity: Float) {
    guard let place = places[id] else { return }
    standings[Int(place)].popularity = popularity.isNaN ? 0 : min(1, max(0, popularity))
  }

  // MARK: products

  private mutating func stored(_ product: SearchProduct) -> StoredProduct {
    StoredProduct(
      product, brand: product.brand.isEmpty ? nil : facetValues.take(product.brand),
      categories: values(product.categories), labels: values(product.labels))
  }

  private mutating func values(_ texts: [String]) -> [UInt32] {
    Set(texts: texts.prefix(SearchProduct.textsMax)).sortedTexts.map { facetValues.take($0) }
  }

  private mutating func giveBackValues(of product: StoredProduct) {
    for value in [product.brand].compactMap({ $0 }) + product.categories + product.labels {
      facetValues.giveBack(value)
    }
  }

  private mutating func put(
    _ product: StoredProduct, _ words: [UInt32], _ standing: StoredProduct.Standing
  ) {
    let place = freePlaces.popLast() ?? UInt32(products.count)
    if Int(place) == products.count {
      products.append(product)
      standings.append(standing)
      shown.append(0)
    } else {
      (products[Int(place)], standings[Int(place)]) = (product, standing)
    }
    entries.set(place, words)
    shown[Int(place)] = product.isHidden ? 0 : product.isInStock ? 3 : 1
    places[product.id] = place
    productBytes += product.bytes
    for word in Self.numbers(in: words) { postings.insert(place, into: word) }
  }

  // MARK: words

  /// The numbers of a product's words, in the form of `WordEntries`.
  private mutating func numbers(of product: SearchProduct) -> ([UInt32], titleWords: Int) {
    var (numbers, left, titleWords) = ([UInt32](), Self.productWordsMax, 0)
    for field in SearchField.allCases {
      numbers.append(WordEntries.fieldMark + UInt32(field.rawValue))
      for (place, text) in product.texts(field).prefix(SearchProduct.textsMax).enumerated() {
        if place > 0 { numbers.append(WordEntries.textMark) }
        let text = text.prefix(bytes: SearchProduct.textBytesMax)
        let words = TextWords.words(of: text, most: left)
        left -= words.count
        if field == .title { titleWords = words.count }
        for word in words { append(word, to: &numbers) }
      }
    }
    return (numbers, titleWords)
  }

  private mutating func append(_ word: [UInt8], to numbers: inout [UInt32]) {
    let folded = language.folded(word)
    guard !folded.form.isEmpty else { return }
    numbers.append(number(of: folded.form))
    if let other = folded.otherForm, !other.isEmpty {
      numbers.append(WordEntries.sameMark + number(of: other))
    }
  }

  /// The numbers of a product's words, without the marks.
  private static func numbers(in entries: some Sequence<UInt32>) -> [UInt32] {
    entries.compactMap { $0 < WordEntries.fieldMark ? $0 & (WordEntries.wordEnd - 1) : nil }
  }

  private mutating func number(of word: [UInt8]) -> UInt32 {
    let (number, isNew) = words.take(word)
    if isNew { open(number, word) }
    return number
  }

  private mutating func open(_ number: UInt32, _ word: [UInt8]) {
    let letters = WordLetters(word)
    let stem = stems.take(letters.hasDigit ? word : language.stem(word)).number
    if Int(number) == self.letters.count {
      self.letters.append(letters)
      stemOfWord.append(stem)
      postings.open(number)
    } else {
      (self.letters[Int(number)], stemOfWord[Int(number)]) = (letters, stem)
    }
    wordsOfStem.open(stem)
    wordsOfStem.insert(number, into: stem)
    order.insert(number, words)
    lengths.insert(number, letters)
  }

  /// Forgets a word that no product has.
  private mutating func drop(_ number: UInt32) {
    let stem = stemOfWord[Int(number)]
    wordsOfStem.remove(number, from: stem)
    if wordsOfStem.count(of: stem) == 0 { stems.giveBack(stem) }
    order.remove(number, words)
    lengths.remove(number, letters[Int(number)])
    words.giveBack(number)
  }
}

extension SearchLanguage {
  /// A word as it is compared.
  func folded(_ word: [UInt8]) -> Folded {
    guard word.contains(where: { $0 >= 0x80 }) else { return Folded(word) }
    let folded = fold(word)
    return Folded(
      Array(folded.form.prefix(TextWords.bytesMax)),
      otherForm: folded.otherForm.map { Array($0.prefix(TextWords.bytesMax)) })
  }
}
