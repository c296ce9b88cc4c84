import BeckonBasics
import BeckonModel

/// A script or style sheet that stands in the program. The page's policy names its hash, so the
/// browser takes this one and no other. What differs from page to page is told to a script by
/// attributes (`Attribute.data`).
struct FixedText: Sendable {
  /// As it stands in the page.
  let text: String
  /// What a Content-Security-Policy calls it: `'sha256-…'`.
  let source: String

  /// Made once, as a `static let`, because of the hash. The text must not have `</` in it.
  init(_ text: StaticString) {
    self.text = "\(text)"
    source = "'sha256-\(Base64.standard.encode(Hash.sha256(Array(self.text.utf8))))'"
  }

  /// The element around it.
  enum Tag: String {
    case script, style
  }
}
