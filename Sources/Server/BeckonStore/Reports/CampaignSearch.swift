import BeckonDatabase

/// A text that is looked for in campaigns: in name, code, prefix, deep link and the whole link.
public struct CampaignSearch: Sendable {
  /// For `LIKE lower(…) ESCAPE '!'`: databases differ in which letters they make small. `nil` finds
  /// all.
  private let pattern: String?
  /// The code of the link that the text is; empty when it is none.
  private let code: String
  /// Where links without a prefix of their own are.
  private let publicURL: String

  /// Prepares a search.
  /// - Parameters:
  ///   - text: in whatever case; empty finds all.
  ///   - code: the code of the link that the text is, if it reads like one.
  ///   - publicURL: where links without a prefix of their own are, without `/` at its end.
  public init(_ text: String, code: String? = nil, publicURL: String) {
    var pattern = Array("%".utf8)
    for byte in text.utf8 {
      if "!%_".utf8.contains(byte) { pattern.append(UInt8(ascii: "!")) }
      pattern.append(byte)
    }
    pattern.append(UInt8(ascii: "%"))
    self.pattern = text.isEmpty ? nil : String(decoding: pattern, as: UTF8.self)
    self.code = code ?? ""
    self.publicURL = publicURL
  }

  /// Whether a row of `links` has the text; `nil` when all are found.
  var condition: SQL? {
    guard let pattern else { return nil }
    return """
      (code = \(.text(code)) OR lower(
        COALESCE({document options} ->> 'name', '') || ' '
        || COALESCE({document options} -> 'utm' ->> 'campaign', '') || ' '
        || CASE prefix WHEN '' THEN \(.text(publicURL)) ELSE 'https://' || prefix END
        || '/' || code || ' ' || COALESCE({document options} ->> 'deep_link', '')
        ) LIKE lower(\(.text(pattern))) ESCAPE '!')
      """
  }
}
