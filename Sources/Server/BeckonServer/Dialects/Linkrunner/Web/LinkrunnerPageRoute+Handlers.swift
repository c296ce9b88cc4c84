import BeckonContractLinkrunner
import CBeckonDocuments

extension LinkrunnerPageRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .script: .open { _ in LinkrunnerPageScript.reply }
    }
  }
}

/// What a page without the vendor's SDK loads: `Sources/System/CBeckonDocuments/Linkrunner/page.js`.
private enum LinkrunnerPageScript {
  /// Any page may load it, and a browser may keep it for an hour.
  static let reply = Reply(
    status: 200,
    headers: [
      ("Content-Type", "text/javascript; charset=utf-8"), ("Cache-Control", "public, max-age=3600"),
      ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "cross-origin"),
    ],
    body: Array(
      UnsafeRawBufferPointer(
        start: beckon_page_script_bytes(), count: Int(beckon_page_script_length))))
}
