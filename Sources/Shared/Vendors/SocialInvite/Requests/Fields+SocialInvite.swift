import BeckonModel

/// Reads values as this protocol's clients write them: some write what they do not know as an empty
/// text, and numbers without quotes.
extension Fields {
  /// A text; an empty one is none, and a number reads as it is written.
  /// - Throws: `FieldError` for anything else, and when it is too long.
  func inviteText(_ name: String, max: Int) throws(FieldError) -> String? {
    let text: String
    switch value(name) {
    case nil: return nil
    case .string(let value), .number(let value): text = value
    default: throw error(name, "must be text")
    }
    guard text.utf8.count <= max else { throw error(name, "is longer than \(max) bytes") }
    return text.isEmpty ? nil : text
  }

  /// Names that are none of these, shortened, as many as are told of.
  func unread(_ known: [String]) -> [String] {
    let known = Set(texts: known)
    let names = all.lazy.map(\.name).filter { !known.contains(TextKey($0)) }
    return names.prefix(SocialInvite.unreadMax).map { $0.prefix(bytes: Limits.wordBytes) }
  }
}

extension JSON {
  /// A text; no member where there is none.
  static func text(_ text: String?) -> JSON? { text.map(JSON.string) }
}
