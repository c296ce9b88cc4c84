/// Which parameters of a visit a link hands on to where it leads. A visitor changes neither host
/// nor path by them, and no parameter that the link has itself.
public enum PassedParameters: Hashable, Sendable {
  /// None.
  case none
  /// Every one.
  case all
  /// Those of these names.
  case only([String])

  /// Most names of a list.
  public static let namesMax = 50

  /// As the API and the database write it.
  public var json: JSON {
    switch self {
    case .none: "none"
    case .all: "all"
    case .only(let names): .array(names.map(JSON.string))
    }
  }

  /// Reads what `json` wrote; `nil` when there is nothing of this name.
  /// - Throws: `FieldError`.
  public init?(_ name: String, of fields: Fields) throws(FieldError) {
    guard let value = fields.value(name) else { return nil }
    switch value {
    case "none": self = .none
    case "all": self = .all
    default:
      guard case .array = value else {
        throw fields.error(name, "must be none, all or a list of names")
      }
      let names = try fields.strings(name, max: Self.namesMax, each: Self.nameBytes) ?? []
      if let strange = names.first(where: { !Self.isName($0) }) {
        throw fields.error(
          name, "cannot hand on '\(strange)': a name has letters, digits, '_' and '-'")
      }
      self = .only(names)
    }
  }

  /// Longest name that is handed on.
  public static let nameBytes = 64

  /// Whether a parameter may be handed on by its name. Programs read `a.b` and `a[b]` as other
  /// names than they are, by which a visitor could still change what the link says.
  public static func isName(_ name: String) -> Bool {
    (1...nameBytes).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Whether a parameter of this name is handed on.
  public func hands(on name: String) -> Bool {
    guard Self.isName(name) else { return false }
    switch self {
    case .none: return false
    case .all: return true
    case .only(let names): return names.contains { $0 == name }
    }
  }
}
