import BeckonModel

/// Where a page of an export ends.
struct ExportPlace {
  /// The index of the list in the export.
  let list: Int
  /// What the list is of there: the person, an install, somebody under a user id.
  let subject: Identifier
  /// The last row; `nil` before the first.
  let key: String?

  init(list: Int, subject: Identifier, key: String?) {
    self.list = list
    self.subject = subject
    self.key = key
  }

  /// Reads what `text` says.
  /// - Throws: `FieldError`.
  init(_ text: String, of lists: [ExportedList]) throws(FieldError) {
    let parts = text.split(on: ".", maxSplits: 2, keepsEmpty: true)
    guard parts.count == 3,
      let list = lists.firstIndex(where: { TextKey($0.name) == TextKey(String(parts[0])) }),
      let subject = Identifier(text: parts[1])
    else { throw ExportKey.unknown }
    self.init(list: list, subject: subject, key: parts[2].isEmpty ? nil : parts[2])
  }

  /// As a client gives it back.
  func text(of lists: [ExportedList]) -> String {
    "\(lists[list].name).\(subject.text).\(key ?? "")"
  }
}
