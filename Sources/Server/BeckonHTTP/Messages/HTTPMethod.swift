/// The request methods that are served (RFC 9110, section 9; `PATCH` is RFC 5789).
public enum HTTPMethod: String, CaseIterable, Sendable {
  /// Read.
  case get = "GET"
  /// Read, without the body.
  case head = "HEAD"
  /// Add or act.
  case post = "POST"
  /// Replace.
  case put = "PUT"
  /// Change a part.
  case patch = "PATCH"
  /// Remove.
  case delete = "DELETE"
  /// Ask what is allowed; a browser's CORS preflight.
  case options = "OPTIONS"

  /// The method of this exact name (methods are case-sensitive), without making a `String`.
  init?(bytes name: UnsafeBufferPointer<UInt8>) {
    let match = Self.allCases.first { name.elementsEqual($0.rawValue.utf8) }
    guard let match else { return nil }
    self = match
  }
}
