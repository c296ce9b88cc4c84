/// Targets of the manifest for older toolchains that the other does not have, or has otherwise.
/// `script/check-package` compares what these texts cannot show.
func driftFindings(_ old: Manifest, _ new: Manifest) -> [Finding] {
  old.targets.compactMap { target in
    let same = new.targets.contains { other in
      other.name == target.name && other.folder == target.folder
        && other.dependencies == target.dependencies
    }
    guard !same else { return nil }
    return Finding(
      path: old.path, line: target.line, reason: "\(target.name) is another in \(new.path)")
  }
}
