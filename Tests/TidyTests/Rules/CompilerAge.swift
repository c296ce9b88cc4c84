/// Syntax that is newer than Swift 6.0, by the Swift Evolution proposals. No older compiler is at
/// hand to refuse it.
enum CompilerAge {
  static let newer = [
    // 6.1
    "nonisolated struct", "nonisolated enum", "nonisolated final class", "nonisolated class",
    "nonisolated protocol", "nonisolated extension", ", )", ", >", "withTaskGroup {",
    "withThrowingTaskGroup {",
    // 6.2
    "@concurrent", "nonisolated(nonsending)", "weak let", "@abi(", "@unsafe",
    // 6.3
    "@c(", "@specialized(",
  ]
}

/// Newer syntax in what the manifest for older toolchains holds.
func compilerAgeFindings(_ file: SourceFile, _ manifest: Manifest) -> [Finding] {
  guard manifest.target(of: file.path) != nil else { return [] }
  // Strings stay, or the last argument of a call would seem to be missing.
  let tokens = file.tokens.filter { $0.kind != .comment }
  return CompilerAge.newer.flatMap { syntax in
    tokens.positions(of: syntax)
      .map { file.finding(tokens[$0].line, "'\(syntax)' is newer than Swift 6.0") }
  }
}
