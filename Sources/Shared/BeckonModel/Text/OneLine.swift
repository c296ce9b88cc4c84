extension String {
  /// The text as one line of so many bytes at most: ends of lines, control characters and marks
  /// that turn the direction of writing become spaces, so that nobody's words look like something
  /// else.
  package func oneLine(bytes: Int) -> String {
    var text = ""
    text.unicodeScalars.append(
      contentsOf: unicodeScalars.map { scalar -> Unicode.Scalar in
        // The joiner holds emoji together.
        if scalar == "\u{200D}" { return scalar }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return " "
        default: return scalar
        }
      })
    return text.prefix(bytes: bytes)
  }
}
