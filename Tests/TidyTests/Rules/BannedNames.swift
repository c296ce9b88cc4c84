/// Files, folders and types whose name says nothing. The vendors' own names, in `Sources/Compat`,
/// are theirs.
func bannedNameFindings(_ file: SourceFile) -> [Finding] {
  guard file.isIn("Sources", "Tests"), !file.isIn("Sources/Compat") else { return [] }
  let inPath = file.path.split(whereSeparator: { "/.+-".contains($0) }).filter(saysNothing)
    .map { file.finding(1, "a path with '\($0)': name what is in it") }
  let declaring: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
  let inTypes = file.code.indices.dropLast().filter { index in
    declaring.contains(file.code[index].text) && saysNothing(file.code[index + 1].text)
  }
  .map { index in
    let name = file.code[index + 1]
    return file.finding(name.line, "a type '\(name.text)': name what it does")
  }
  return inPath + inTypes
}

private let empty: Set = [
  "Util", "Utils", "Utility", "Utilities", "Helper", "Helpers", "Manager", "Core", "Common",
]

private func saysNothing(_ name: some StringProtocol) -> Bool {
  !empty.isDisjoint(with: words(name))
}

/// The words of a name in camel case.
private func words(_ name: some StringProtocol) -> [String] {
  var words: [String] = []
  for character in name {
    if character.isUppercase || words.isEmpty {
      words.append(String(character))
    } else {
      words[words.count - 1].append(character)
    }
  }
  return words
}
