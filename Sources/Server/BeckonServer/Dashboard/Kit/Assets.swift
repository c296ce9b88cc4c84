import BeckonBasics
import BeckonModel
import CBeckonDocuments

/// A file that the dashboard's pages load, as it was when the program was built. Its path has its
/// hash, so browsers may keep it for ever, and each page tells them what it must be.
struct Asset: Sendable {
  /// Where it is.
  let path: LocalPath
  /// What browsers hold it against.
  let integrity: String
  private let bytes: [UInt8]
  private let type: String
  private let name: String

  private init(_ name: String, _ type: String, _ start: UnsafePointer<UInt8>?, _ length: UInt) {
    bytes = Array(UnsafeBufferPointer(start: start, count: Int(length)))
    let hash = Hash.sha256(bytes)
    integrity = "sha256-" + Base64.standard.encode(hash)
    self.name = Hexadecimal.encode(hash.prefix(8)) + "-" + name
    self.type = type
    path = LocalPath(["dashboard", "assets", self.name])
  }

  /// How pages look.
  static let style = Asset(
    "dashboard.css", "text/css; charset=utf-8", beckon_dashboard_style_bytes(),
    beckon_dashboard_style_length)
  /// What draws charts and keeps the last minutes up to date.
  static let script = Asset(
    "dashboard.js", "text/javascript; charset=utf-8", beckon_dashboard_script_bytes(),
    beckon_dashboard_script_length)
  /// Chart.js, of the system's package; empty where the program was built without it, and then
  /// charts are tables.
  static let charts = Asset(
    "chart.js", "text/javascript; charset=utf-8", beckon_chart_script_bytes(),
    beckon_chart_script_length)

  /// Whether charts can be drawn.
  static var hasCharts: Bool { !charts.bytes.isEmpty }

  /// Bytes of our own style and script, as they go over the wire without compression.
  static var ownBytes: [UInt8] { style.bytes + script.bytes }

  /// The answer to whoever asks for one of this name; `nil` when there is none.
  static func reply(to name: String) -> Reply? {
    guard let asset = [style, script, charts].first(where: { $0.name == name }) else { return nil }
    return Reply(
      status: 200,
      headers: [
        ("Content-Type", asset.type), ("Cache-Control", "public, max-age=31536000, immutable"),
        ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ], body: asset.bytes)
  }
}
