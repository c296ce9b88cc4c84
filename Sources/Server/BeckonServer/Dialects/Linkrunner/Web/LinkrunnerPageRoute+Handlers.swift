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
  static let reply = Reply.script(
    UnsafeRawBufferPointer(
      start: beckon_page_script_bytes(), count: Int(beckon_page_script_length)))
}
