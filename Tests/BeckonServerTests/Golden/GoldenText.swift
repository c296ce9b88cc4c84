import BeckonModel

/// JSON as golden files have it: members in the order in which they were sent, numbers as they were
/// written, and what fits on a line on one.
enum GoldenText {
  private static let width = 98

  /// The lines of a document.
  static func lines(_ json: JSON) -> [String] { lines(json, "", "", "") }

  private static func lines(
    _ json: JSON, _ indent: String, _ head: String, _ tail: String
  ) -> [String] {
    let whole = indent + head + line(json) + tail
    if whole.utf8.count <= width { return [whole] }
    let inner = indent + "  "
    switch json {
    case .object(let members):
      let rest = members.enumerated().flatMap { place, member in
        lines(
          member.value, inner, JSON.string(member.name).text + ": ",
          place + 1 < members.count ? "," : "")
      }
      return [indent + head + "{"] + rest + [indent + "}" + tail]
    case .array(let elements):
      let rest = elements.enumerated().flatMap { place, element in
        lines(element, inner, "", place + 1 < elements.count ? "," : "")
      }
      return [indent + head + "["] + rest + [indent + "]" + tail]
    default: return [whole]
    }
  }

  private static func line(_ json: JSON) -> String {
    switch json {
    case .object(let members):
      "{"
        + members.map { JSON.string($0.name).text + ": " + line($0.value) }
        .joined(separator: ", ") + "}"
    case .array(let elements): "[" + elements.map(line).joined(separator: ", ") + "]"
    default: json.text
    }
  }
}

extension JSON {
  /// The same with what cannot be fixed, by the names of its members, replaced so that it shows.
  func hiding(_ names: Set<TextKey>) -> JSON {
    switch self {
    case .object(let members):
      .object(
        members.map { member in
          Member(
            member.name,
            names.contains(member.name)
              ? .string("‹" + member.name + "›") : member.value.hiding(names))
        })
    case .array(let elements): .array(elements.map { $0.hiding(names) })
    default: self
    }
  }
}
