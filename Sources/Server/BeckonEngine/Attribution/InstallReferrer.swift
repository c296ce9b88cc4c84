import BeckonModel

/// What Google Play hands an app about where its install came from:
/// `beckon_click=clk_…&utm_source=…`.
public struct InstallReferrer: Hashable, Sendable {
  /// The click; `nil` when none is named, or in a form that no click has.
  public let click: ClickID?
  /// Whether a click was named at all.
  public let namesClick: Bool
  /// The campaign parameters.
  public let utm: UTM
  /// Google Ads' own click id.
  public let gclid: String?
  /// All parameters.
  let query: QueryText

  /// Reads the text. Some stores and launchers encode it once or twice more than they should; as
  /// long as there is no `=` in it, it is decoded again.
  public init(_ text: String) {
    var bytes = Array(text.utf8.prefix(Limits.referrerBytes))
    for _ in 0..<2 where !bytes.contains(UInt8(ascii: "=")) {
      bytes = Array(PercentEncoding.decode(bytes).utf8)
    }
    query = QueryText(bytes[...])
    let click = query.value(of: Target.clickParameter)
    self.click = click.flatMap { ClickID($0) }
    namesClick = click != nil
    utm = UTM(query)
    gclid = query.value(of: "gclid").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether Play says that nobody sent the person.
  public var isOrganic: Bool { utm.source == "google-play" && utm.medium == "organic" }
}
