import BeckonModel
import BeckonTesting

/// Values by chance.
enum SampleJSON {
  static func random(using random: inout SeededGenerator, depth: Int) -> JSON {
    switch UInt8.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int32.random(in: .min ... .max, using: &random))
    case 3, 4: return .string(text(using: &random))
    case 5: return .array(elements(using: &random, depth: depth))
    default:
      let members = elements(using: &random, depth: depth).enumerated()
      return .object(members.map { JSON.Member("\($0):" + text(using: &random), $1) })
    }
  }

  /// The same value with the members of all objects in the order of their names.
  static func sorted(_ value: JSON) -> JSON {
    switch value {
    case .array(let elements): .array(elements.map(sorted))
    case .object(let members):
      .object(
        members.map { JSON.Member($0.name, sorted($0.value)) }.sorted { $0.name < $1.name })
    default: value
    }
  }

  private static func elements(using random: inout SeededGenerator, depth: Int) -> [JSON] {
    let count = Int.random(in: 0..<12, using: &random)
    return (0..<count).map { _ in Self.random(using: &random, depth: depth - 1) }
  }

  private static func text(using random: inout SeededGenerator) -> String {
    let scalars = Array("aZ09\"\\/\u{1}\u{1F}\n\t\r\u{7F}éß\u{2028}你😀\u{10FFFF} ".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<20, using: &random) {
      text.append(scalars[Int.random(in: 0..<scalars.count, using: &random)])
    }
    return String(text)
  }
}
