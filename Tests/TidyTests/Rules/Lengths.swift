/// Files over 400 lines that do not say why, functions over 70 lines, lines over 100 columns.
func lengthFindings(_ file: SourceFile) -> [Finding] {
  fileLength(file) + functionLengths(file) + lineLengths(file)
}

private let fileLines = 400
private let functionLines = 70
private let lineColumns = 100

private func fileLength(_ file: SourceFile) -> [Finding] {
  guard file.lines.count > fileLines,
    !file.lines.prefix(20).contains(where: { $0.hasPrefix("// Long because: ") })
  else { return [] }
  let reason = "\(file.lines.count) lines: split it, or say at its head '// Long because: …'"
  return [file.finding(file.lines.count, reason)]
}

private func functionLengths(_ file: SourceFile) -> [Finding] {
  Block.all(in: file.code).compactMap { block in
    guard let word = block.functionWord(in: file.code) else { return nil }
    let first = file.code[word].line
    let count = file.code[block.body.upperBound].line - first + 1
    return count > functionLines ? file.finding(first, "a function of \(count) lines") : nil
  }
}

private func lineLengths(_ file: SourceFile) -> [Finding] {
  zip(1..., file.lines).compactMap { number, line in
    guard line.utf8.count > lineColumns, line.count > lineColumns,
      !file.linesInLongStrings.contains(number), !isUnbreakable(line)
    else { return nil }
    return file.finding(number, "\(line.count) columns")
  }
}

/// A long word, such as a URL or a hash, cannot be broken; nor can a text that has a line to
/// itself.
private func isUnbreakable(_ line: Substring) -> Bool {
  if line.drop(while: { $0 == " " || $0 == "+" }).hasPrefix("\"") { return true }
  return line.split(separator: " ").contains { $0.count > lineColumns / 2 }
}
