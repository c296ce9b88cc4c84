import BeckonContract
import BeckonContractLinkrunner
import BeckonModel

extension Reply {
  /// The envelope that Linkrunner's clients read: `status` repeats the HTTP code.
  static func linkrunner(_ message: String, status: Int = 200, data: JSON? = nil) -> Reply {
    let answer = Linkrunner.Answer(message: message, status: Int64(status), data: data)
    return .json(answer.json, status: status)
  }
}

extension Problem {
  /// A field at fault is 400 with this vendor, also a token that is missing: a 403 would hold up
  /// all that the client has in its queue. All else is as it is natively. What a client would send
  /// again stays a 429 or 5xx.
  var linkrunnerStatus: Int {
    code.status == 422 || code == .tokenRequired ? 400 : code.status
  }
}
