/// Links in a Markdown text that lead to no file of the repository. Links to the web are not tried.
func linkFindings(_ file: SourceFile, exists: (String) -> Bool) -> [Finding] {
  var isExample = false
  return zip(1..., file.lines).flatMap { number, line -> [Finding] in
    if line.hasPrefix("```") { isExample.toggle() }
    guard !isExample else { return [] }
    return linkTargets(in: line).filter { !$0.isEmpty && !$0.contains(":") }
      .map { (target: $0, path: resolve($0, from: file.path)) }
      .filter { !exists($0.path) }
      .map { file.finding(number, "the link \($0.target) leads nowhere: no \($0.path)") }
  }
}

/// What stands between the parentheses of `[text](target "title")`, without an anchor.
private func linkTargets(in line: Substring) -> [String] {
  var targets: [String] = []
  var rest = line
  while let open = rest.firstRange(of: "](") {
    rest = rest[open.upperBound...]
    let target = rest.prefix { $0 != ")" && $0 != " " && $0 != "#" }
    targets.append(String(target))
  }
  return targets
}

private func resolve(_ target: String, from path: String) -> String {
  var parts = target.hasPrefix("/") ? [] : path.split(separator: "/").dropLast().map(String.init)
  for part in target.split(separator: "/") where part != "." {
    if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(String(part)) }
  }
  return parts.joined(separator: "/")
}
