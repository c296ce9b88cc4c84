/// The origin of a page, as browsers write it (RFC 6454): scheme, host, and the port where it is
/// not the scheme's own.
public enum PageOrigin {
  /// The same as browsers write it; what none of them ever says stays as it is.
  public static func normal(_ text: String) -> String {
    var origin = text.lowercased()
    if origin.hasSuffix("/") { origin.removeLast() }
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
    where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
      origin.removeLast(port.utf8.count)
    }
    return isOne(origin) ? origin : text
  }

  /// Whether a browser may say so of a page.
  public static func isOne(_ text: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else {
      return false
    }
    let parts = String(text.dropFirst(scheme.utf8.count)).split(on: ":")
    guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return false }
    return host.utf8.allSatisfy(isHostByte) && (parts.count == 1 || UInt16(parts[1]) != nil)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
