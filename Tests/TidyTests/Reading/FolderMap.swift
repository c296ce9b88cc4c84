/// Which folder of a target names types of which other folder of it. Names are read, not resolved:
/// a type is what is declared at the top of a file, and it is used where its name stands. What is
/// private to a file, or nested in another type, is not seen.
struct FolderMap {
  /// Names of types that stand in the files of one folder and are declared in another.
  private(set) var arrows: [String: [String: Set<String>]] = [:]

  /// Looks at the files of one target.
  init(_ files: [SourceFile]) {
    var homes: [String: String] = [:]
    for file in files { for name in file.declaredTypes { homes[name] = file.folder } }
    for file in files {
      let own = file.allTypes
      for name in file.namesUsed.subtracting(own) {
        guard let home = homes[name], home != file.folder else { continue }
        arrows[file.folder, default: [:]][home, default: []].insert(name)
      }
    }
  }

  /// Groups of folders each of which leads to all others of its group, sorted.
  var circles: [[String]] {
    let reach = Dictionary(uniqueKeysWithValues: arrows.keys.map { ($0, reachable(from: $0)) })
    let groups = arrows.keys.map { folder in
      (reach[folder] ?? []).filter { reach[$0]?.contains(folder) ?? false }.sorted()
    }
    return Set(groups.filter { $0.count > 1 }).sorted { $0[0] < $1[0] }
  }

  private func reachable(from folder: String) -> Set<String> {
    var (found, open): (Set<String>, [String]) = ([], [folder])
    while let next = open.popLast() {
      for other in arrows[next, default: [:]].keys where found.insert(other).inserted {
        open.append(other)
      }
    }
    return found
  }
}

extension SourceFile {
  /// The path of the folder in which it stands.
  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

  /// Types that it declares at the top, for other files too.
  fileprivate var declaredTypes: Set<String> {
    var (names, depth): (Set<String>, Int) = ([], 0)
    for (index, token) in code.enumerated() {
      if token.isSymbol("{") { depth += 1 }
      if token.isSymbol("}") { depth -= 1 }
      if depth == 0, let name = typeDeclared(at: index), !isPrivate(index) { names.insert(name) }
    }
    return names
  }

  /// Types that it declares, nested and private ones too.
  fileprivate var allTypes: Set<String> { Set(code.indices.compactMap(typeDeclared)) }

  /// Words that may be types: they begin with a capital and are no member of something else.
  fileprivate var namesUsed: Set<String> {
    Set(
      code.indices.filter { index in
        let token = code[index]
        guard token.kind == .word, token.text.first?.isUppercase == true else { return false }
        return index == 0 || !code[index - 1].isSymbol(".") || isModule(code, index)
      }.map { code[$0].text })
  }

  /// Whether what stands before the dot is a target of ours, whose types are named so.
  private func isModule(_ code: [Token], _ index: Int) -> Bool {
    index > 1 && code[index - 2].text.hasPrefix("Beckon")
  }

  private func typeDeclared(at index: Int) -> String? {
    let words: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    guard index + 1 < code.count, code[index].kind == .word, words.contains(code[index].text),
      code[index + 1].text.first?.isUppercase == true
    else { return nil }
    return code[index + 1].text
  }

  private func isPrivate(_ index: Int) -> Bool {
    code[..<index].reversed().prefix { $0.kind == .word }
      .contains { $0.isWord("private") || $0.isWord("fileprivate") }
  }
}
