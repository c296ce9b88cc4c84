/// What a manifest says, read as text, because a test must not start the package manager that
/// runs it. Knows the manifests' own functions `system`, `library`, `contract`, `compat`,
/// `tool` and `tests`.
struct Manifest {
  struct Target: Equatable {
    let name: String
    let folder: String
    let dependencies: [String]
    /// Line in the manifest.
    let line: Int
  }

  let path: String
  let targets: [Target]

  init(_ file: SourceFile) {
    path = file.path
    let tokens = file.tokens.filter { $0.kind != .comment }
    let constants = Self.constants(in: tokens)
    targets = tokens.indices.compactMap { index in
      guard index > 0, index + 1 < tokens.count, tokens[index + 1].isSymbol("("),
        !tokens[index - 1].isWord("func")
      else { return nil }
      let arguments = Array(tokens[index + 1...tokens.closing(index + 1)])
      return Self.target(tokens[index], arguments, constants)
    }
  }

  /// The target whose folder holds a path.
  func target(of path: String) -> Target? {
    targets.first { path.hasPrefix($0.folder + "/") }
  }

  private static func target(
    _ word: Token, _ arguments: [Token], _ constants: [String: String]
  ) -> Target? {
    let strings = arguments.filter { $0.kind == .string }.map(\.text)
    let list = arguments.firstIndex { $0.isSymbol("[") } ?? arguments.endIndex
    let dependencies = arguments[list...].compactMap { token in
      token.kind == .string ? token.text : constants[token.text]
    }
    func make(_ name: String, _ folder: String, _ dependencies: [String]) -> Target {
      Target(name: name, folder: folder, dependencies: dependencies, line: word.line)
    }
    let isPositional = arguments.count > 1 && arguments[1].kind == .string
    switch (word.text, strings.first) {
    case ("system", let name?) where isPositional:
      return make(name, "Sources/System/\(name)", [])
    case ("tool", let name?) where isPositional:
      return make(name, "Sources/Tools/\(name)", dependencies)
    case ("contract", let vendor?) where isPositional:
      return make("BeckonContract" + vendor, "Sources/Shared/Vendors/" + vendor, [])
    case ("compat", let vendor?) where isPositional:
      return make("BeckonCompat" + vendor, "Sources/Compat/" + vendor, [])
    case ("support", let name?) where isPositional, ("tests", let name?) where isPositional:
      return make(name, "Tests/\(name)", dependencies)
    case ("library", let layer?) where isPositional && strings.count > 1:
      return make(strings[1], "Sources/\(layer)/\(strings[1])", dependencies)
    case ("target", _):
      guard let name = argument("name", arguments), let path = argument("path", arguments)
      else { return nil }
      return make(name, path, [])
    default: return nil
    }
  }

  /// The string given for a label.
  private static func argument(_ label: String, _ arguments: [Token]) -> String? {
    guard let word = arguments.firstIndex(where: { $0.isWord(label) }),
      word + 2 < arguments.count, arguments[word + 2].kind == .string
    else { return nil }
    return arguments[word + 2].text
  }

  /// Names of constants that hold a dependency: `let crypto: Target.Dependency = .target(name:
  /// "C…"`.
  private static func constants(in tokens: [Token]) -> [String: String] {
    var constants: [String: String] = [:]
    for start in tokens.positions(of: "let _: Target.Dependency") {
      constants[tokens[start + 1].text] = tokens[start...].first { $0.kind == .string }?.text
    }
    return constants
  }
}
