/// Swift files that no target compiles, placeholders, paths that differ only in case (they collide
/// on a Mac), and sources that stand twice.
func deadFileFindings(_ files: [SourceFile], _ manifest: Manifest) -> [Finding] {
  files.filter { manifest.target(of: $0.path) == nil }
    .map { $0.finding(1, "belongs to no target of the package") }
    + files.filter { $0.path.hasSuffix("/Placeholder.swift") }
    .map { $0.finding(1, "a placeholder: delete it") }
    + repeats(files, "differs only in case from") { $0.path.lowercased() }
    + repeats(files, "has the same content as") { $0.text }
}

/// Targets of the manifest without a source.
func emptyTargetFindings(_ paths: [String], _ manifest: Manifest) -> [Finding] {
  manifest.targets.filter { target in !paths.contains { $0.hasPrefix(target.folder + "/") } }
    .map { Finding(path: manifest.path, line: $0.line, reason: "\($0.name) has no source") }
}

private func repeats(
  _ files: [SourceFile], _ reason: String, by key: (SourceFile) -> String
) -> [Finding] {
  var first: [String: String] = [:]
  return files.compactMap { file in
    if let earlier = first.updateValue(file.path, forKey: key(file)) {
      return file.finding(1, "\(reason) \(earlier)")
    }
    return nil
  }
}
