import BeckonEngine
import BeckonText

extension FuzzTarget {
  /// Products and queries: whatever they say, the index holds what it was given and nothing else,
  /// and a list has what meets more words, with fewer typos, before what meets less.
  static let search = FuzzTarget(
    "search",
    seeds: [
      "Blue T-Shirt\nRed Shirts XL\n\ntshirt", "Bolt 25.4mm\nBolt 23.4 mm\n\n25.4 mm bolt",
      "Größe 40\nLaufschuhe\n\ngroesse schuhe", "İstanbul\nısparta\n\nISTANBUL",
      "e\u{301}\u{302}\u{303}\n蓝色衬衫\n\n蓝色", "l'oréal\nH&M's\n\nloreal hms",
      "headphones\nhead phones\n\nhaedphoens head", "1,000.5\n1.000,5\n\n1,000",
      "a'S\u{2019}s\n\n'", String(repeating: "m", count: 64) + "1.5\n\nm",
    ]
  ) { bytes, complaints in
    let texts = bytes.text.unicodeScalars.split(
      separator: "\n", maxSplits: 16, omittingEmptySubsequences: false
    ).map { String($0) }
    for code in ["", "de"] {
      var index = SearchIndex(language: SearchLanguage(code: code), bytesMax: 1 << 22)
      let empty = index.bytes
      for (number, text) in texts.dropLast().enumerated() {
        index.set(SearchProduct(id: "\(number)", title: text, brand: text, labels: [text]))
      }
      ask(texts.last ?? "", index, &complaints)
      for number in texts.indices { index.remove("\(number)") }
      complaints.expect(index.bytes == empty, "an emptied index takes room")
    }
  }

  private static func ask(
    _ query: String, _ index: SearchIndex, _ complaints: inout Complaints
  ) {
    var (search, request) = (ProductSearch(), SearchRequest(query))
    (request.explains, request.countsFacets, request.limit) = (true, true, 100)
    let answer = search.find(request, in: index)
    complaints.expect(answer.hits.count == answer.total, "a page lacks products")
    let counts = answer.hits.map { hit in
      hit.reasons.count { !index.language.isStopWord(Array($0.queryWord.utf8)) }
    }
    complaints.expect(
      zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 }, "fewer words stand before more")
    for reason in answer.hits.flatMap(\.reasons)
    where reason.queryWord.utf8.contains(where: { $0 >= 48 && $0 <= 57 }) {
      complaints.expect(
        ![.typo, .prefixTypo, .twoTypos, .form].contains(reason.kind), "a number is fuzzed")
    }
    let again = search.find(request, in: index)
    complaints.expect(answer.hits.map(\.id) == again.hits.map(\.id), "a second look differs")
  }
}
