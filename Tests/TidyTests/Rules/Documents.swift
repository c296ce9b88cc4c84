/// Comments that point to a document, or to a section of one, which the repository does not have:
/// nobody could follow them. `docs/PROTOCOLS/linkrunner.md, Signing` names a heading without its
/// number.
func documentFindings(_ file: SourceFile, document: (String) -> SourceFile?) -> [Finding] {
  let comments = file.tokens.filter { $0.kind == .comment && $0.text.contains(".md") }
  return comments.flatMap { comment -> [Finding] in
    comment.text.matches(of: /([A-Za-z0-9_.\/]+\.md)(?:, ([A-Z][a-z].*))?/).compactMap { match in
      let path = String(match.1)
      guard let found = document(path) else {
        return file.finding(comment.line, "there is no \(path) in the repository")
      }
      guard let section = match.2, path.hasPrefix("docs/"),
        !headings(of: found).contains(where: { section.hasPrefix($0) })
      else { return nil }
      return file.finding(comment.line, "\(path) has no section \(section)")
    }
  }
}

/// Lines that name what was read while the repository was written, and is no part of it.
func outsideFindings(_ file: SourceFile) -> [Finding] {
  // In parts, or this file would name them.
  let outside = ["wire" + ".md", "shared" + "/", "seeds" + "/"]
  return zip(1..., file.lines).flatMap { number, line in
    outside.filter { line.contains($0) }.map {
      file.finding(number, "\($0) is not in the repository; point to docs/PROTOCOLS")
    }
  }
}

private func headings(of document: SourceFile) -> [Substring] {
  document.lines.filter { $0.hasPrefix("#") }.map { line in
    line.drop { !$0.isLetter }
  }
}
