import BeckonModel

/// What a person's export lists, in its order. Each may grow without end.
enum ExportList: String, CaseIterable {
  case installs, opens, links, transfers, payments, facts
  case deliveries = "webhook_deliveries"

  /// Its place among them.
  var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Rows that one look at the database gives. A fact may have 32 KiB, an install the clicks of a
  /// whole network.
  var rowsOfLook: Int {
    switch self {
    case .installs, .facts: 50
    case .opens, .links, .transfers, .payments, .deliveries: 500
    }
  }
}

/// Where a page of an export ends.
struct ExportPlace {
  let list: ExportList
  /// What the list is of there: the person, an install, somebody under a user id.
  let subject: Identifier
  /// The last row; `nil` before the first.
  let key: String?

  init(list: ExportList, subject: Identifier, key: String?) {
    self.list = list
    self.subject = subject
    self.key = key
  }

  /// Reads what `text` says.
  /// - Throws: `FieldError`.
  init(_ text: String) throws(FieldError) {
    let parts = text.split(on: ".", maxSplits: 2, keepsEmpty: true)
    guard parts.count == 3, let list = ExportList(word: parts[0]),
      let subject = Identifier(text: parts[1])
    else { throw Self.unknown }
    self.init(list: list, subject: subject, key: parts[2].isEmpty ? nil : parts[2])
  }

  var text: String { "\(list.rawValue).\(subject.text).\(key ?? "")" }

  static let unknown = FieldError("after", "must be the 'next' of another page of this export")
}
