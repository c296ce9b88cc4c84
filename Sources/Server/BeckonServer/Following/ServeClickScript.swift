import CBeckonDocuments

/// `GET /web/click.js`: what a page of the team's own site loads to carry a click to its forms,
/// `Sources/System/CBeckonDocuments/click.js`.
enum ServeClickScript {
  static let reply = Reply.script(
    UnsafeRawBufferPointer(
      start: beckon_click_script_bytes(), count: Int(beckon_click_script_length)))
}
