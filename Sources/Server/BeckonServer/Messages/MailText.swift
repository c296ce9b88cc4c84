import BeckonModel

/// Text of others in mails.
enum MailText {
  /// A name on one line: without control characters, and without those by which the text behind it
  /// would be read from right to left.
  static func oneLine(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text.prefix(bytes: Limits.nameBytes)
  }
}
