/// A text that is looked for in campaigns: in name, code, host, deep link and the whole link.
public struct CampaignSearch: Sendable {
  /// For `LIKE lower(…) ESCAPE '!'`: databases differ in which letters they make small.
  let pattern: String
  /// The code of the link that the text is; empty when it is none.
  let code: String
  /// Where links without a host of their own are.
  let publicURL: String

  /// Prepares a search.
  /// - Parameters:
  ///   - text: in whatever case; empty finds all.
  ///   - code: the code of the link that the text is, if it reads like one.
  ///   - publicURL: where links without a host of their own are, without `/` at its end.
  public init(_ text: String, code: String? = nil, publicURL: String) {
    var pattern = Array("%".utf8)
    for byte in text.utf8 {
      if "!%_".utf8.contains(byte) { pattern.append(UInt8(ascii: "!")) }
      pattern.append(byte)
    }
    pattern.append(UInt8(ascii: "%"))
    self.pattern = String(decoding: pattern, as: UTF8.self)
    self.code = code ?? ""
    self.publicURL = publicURL
  }
}
