import BeckonDatabase

/// A text that is looked for in campaigns: in name, code, prefix, deep link and the whole link.
public struct CampaignSearch: Sendable {
  /// Empty finds all.
  private let text: String
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
    self.text = text
    self.code = code ?? ""
    self.publicURL = publicURL
  }

  /// Whether a row of `links` has the text; `nil` when all are found.
  var condition: SQL? {
    guard !text.isEmpty else { return nil }
    let whole: SQL = """
      COALESCE({document options} ->> 'name', '') || ' '
        || COALESCE({document options} -> 'utm' ->> 'campaign', '') || ' '
        || CASE prefix WHEN '' THEN \(.text(publicURL)) ELSE 'https://' || prefix END
        || '/' || code || ' ' || COALESCE({document options} ->> 'deep_link', '')
      """
    return "(code = \(.text(code)) OR \(SQL.contains(whole, text)))"
  }
}
