import BeckonModel

/// A category as the path that leads to it: `Men > Sports > Shoes`.
public struct CategoryPath: Hashable, Sendable {
  /// Its steps, the widest first.
  public let steps: [String]

  /// Reads a path, split at `>`; spaces around the steps do not count. `nil` when it has no step,
  /// or more than `ProductLimits.categorySteps`.
  public init?(_ text: String) {
    let steps = text.split(on: ">").map(Self.trimmed).filter { !$0.isEmpty }
    guard (1...ProductLimits.categorySteps).contains(steps.count) else { return nil }
    self.steps = steps
  }

  /// The written form.
  public var text: String { steps.joined(separator: " > ") }

  /// The path and those that it lies in: `Men`, `Men > Sports` and so on.
  public var lineage: [String] {
    steps.indices.map { steps[...$0].joined(separator: " > ") }
  }

  /// The text without spaces and tabs at its ends.
  public static func trimmed(_ text: String) -> String {
    let space = UInt8(ascii: " ")
    let bytes = text.utf8.drop { $0 == space || $0 == 9 }
    let rest = bytes.reversed().drop { $0 == space || $0 == 9 }.reversed()
    return String(decoding: Array(rest), as: UTF8.self)
  }
}

/// The language of a variant.
public enum ProductLanguage {
  private static let bytes = 2...35

  /// The tag in lower case (BCP 47: case means nothing), with hyphens; `nil` when it is none.
  public static func normal(_ text: String) -> String? {
    let tag = text.substituting("_", by: "-")
    guard bytes.contains(tag.utf8.count),
      tag.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }),
      tag.utf8.first?.isLetter == true
    else { return nil }
    return tag.lowercased()
  }

  /// Whether a language begins with a code of two or three letters, as all that are registered do:
  /// `german` does not. Asked of what is set anew; what is stored stays as it is.
  public static func isCode(_ text: String) -> Bool {
    guard let language = normal(text)?.upTo("-") else { return false }
    return (2...3).contains(language.utf8.count) && language.utf8.allSatisfy(\.isLetter)
  }
}

/// The address of a page or an image.
public enum PageAddress {
  /// The address, with `https:` in front of one that begins with `//`, as shops write them in their
  /// pages; `nil` for what is no address on the web.
  public static func normal(_ text: String) -> String? {
    let address = text.hasPrefix("//") ? "https:" + text : text
    guard address.utf8.count <= Limits.urlBytes,
      address.utf8.allSatisfy({ $0 > 32 && $0 != 127 && !unsafe.contains($0) }),
      let url = URLText(address), url.isWeb, let (host, _) = url.hostAndPort,
      !host.isEmpty, !host.has("@")
    else { return nil }
    return address
  }

  /// What stands in no address as it is, and would end it in a page.
  private static let unsafe = Array("\"<>\\^`{|}".utf8)
}
