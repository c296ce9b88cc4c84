import BeckonModel
import Foundation

extension Date {
  /// The moment to the millisecond.
  package var instant: Instant {
    let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
    return Instant(milliseconds: Int64(exactly: milliseconds) ?? 0)
  }

  package init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
  }
}

extension URL {
  /// A URL that the server has told. Its spaces and letters beyond ASCII, which iOS before 17 takes
  /// in no URL, are encoded.
  init?(told text: String) {
    if let url = URL(string: text) {
      self = url
    } else {
      let allowed = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "#%"))
      guard let encoded = text.addingPercentEncoding(withAllowedCharacters: allowed),
        let url = URL(string: encoded)
      else { return nil }
      self = url
    }
  }
}

extension ID {
  /// An id that the server gives nobody, for values that it has not told.
  static var ofNobody: ID { ID(Identifier(high: 0, low: 0)) }
}
