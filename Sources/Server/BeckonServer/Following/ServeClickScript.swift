import CBeckonDocuments

/// `GET /web/click.js`: what a page of the team's own site loads to carry a click to its forms,
/// `Sources/System/CBeckonDocuments/click.js`.
enum ServeClickScript {
  /// Any page may load it, and a browser may keep it for an hour.
  static let reply = Reply(
    status: 200,
    headers: [
      ("Content-Type", "text/javascript; charset=utf-8"), ("Cache-Control", "public, max-age=3600"),
      ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "cross-origin"),
    ],
    body: Array(
      UnsafeRawBufferPointer(
        start: beckon_click_script_bytes(), count: Int(beckon_click_script_length))))
}
