import BeckonEngine
import BeckonModel
import CBeckonWeb

/// A mail on its way to a server.
struct MailRequest: Sendable {
  let gateway: MailGateway
  /// A file of certificates; `nil` for the system's.
  let certificates: String?
  let sender: String
  let recipient: String
  /// The mail; dots are doubled by libcurl.
  let bytes: [UInt8]
  /// Time for all of it.
  let milliseconds: Int64
}

/// One mail as libcurl hands it over. It watches commands and answers, because libcurl's own result
/// does not say how far it came: only before the mail was handed over whole is it certain that
/// nobody has it.
final class MailTransfer: LoopTransfer {
  /// Time until there is a connection, in milliseconds.
  private static let connectMilliseconds = 10_000

  let number: Int
  let handle: UnsafeMutableRawPointer
  private let bytes: [UInt8]
  private var position = 0
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  private var stage: MailOutcome.Stage?
  private var answer: GatewayAnswer?
  /// Whether the connection is being ended; what is answered to that says nothing of the mail.
  private var isOver = false

  init?(_ number: Int, _ request: MailRequest) {
    guard let handle = curl_easy_init() else { return nil }
    self.number = number
    self.handle = handle
    bytes = request.bytes
    guard set(request), watch() else { return nil }
  }

  deinit {
    curl_easy_cleanup(handle)
    for list in lists { curl_slist_free_all(list) }
  }

  // MARK: What is asked for

  private func set(_ request: MailRequest) -> Bool {
    let gateway = request.gateway
    let scheme = gateway.security == .tls ? "smtps" : "smtp"
    let url = "\(scheme)://\(gateway.name)/\(gateway.helloName ?? "")"
    var isSet =
      set(CURLOPT_NOSIGNAL, 1) && set(CURLOPT_TIMEOUT_MS, Int(request.milliseconds))
      && set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectMilliseconds)
      && beckon_mail_allow_mail_only(handle) == CURLE_OK
      && set(CURLOPT_URL, url) && set(CURLOPT_PROXY, "")
      && set(
        CURLOPT_USE_SSL,
        gateway.security == .none ? Int(CURLUSESSL_NONE.rawValue) : Int(CURLUSESSL_ALL.rawValue))
      && set(CURLOPT_MAIL_FROM, "<\(request.sender)>") && setRecipient(request.recipient)
      && set(CURLOPT_UPLOAD, 1)
      && beckon_web_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(bytes.count)) == CURLE_OK
    if let user = gateway.user {
      isSet =
        isSet && set(CURLOPT_USERNAME, user) && set(CURLOPT_PASSWORD, gateway.password ?? "")
    }
    if let file = request.certificates { isSet = isSet && set(CURLOPT_CAINFO, file) }
    return isSet
  }

  private func set(_ option: CURLoption, _ number: Int) -> Bool {
    beckon_web_set_number(handle, option, number) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ text: String) -> Bool {
    beckon_web_set_pointer(handle, option, text) == CURLE_OK
  }

  private func setRecipient(_ address: String) -> Bool {
    guard let list = curl_slist_append(nil, "<\(address)>") else { return false }
    lists.append(list)
    return beckon_web_set_pointer(handle, CURLOPT_MAIL_RCPT, list) == CURLE_OK
  }

  // MARK: What happens

  private func watch() -> Bool {
    let this = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    let give: curl_read_callback = { buffer, size, count, transfer in
      guard let buffer, let transfer else { return 0 }
      return Unmanaged<MailTransfer>.fromOpaque(transfer).takeUnretainedValue()
        .give(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }
    let tell: curl_debug_callback = { _, kind, text, count, transfer in
      guard let text, let transfer else { return 0 }
      Unmanaged<MailTransfer>.fromOpaque(transfer).takeUnretainedValue()
        .note(kind, UnsafeRawBufferPointer(start: text, count: count))
      return 0
    }
    return beckon_mail_set_source(handle, give) == CURLE_OK
      && beckon_web_set_pointer(handle, CURLOPT_READDATA, this) == CURLE_OK
      && beckon_mail_set_witness(handle, tell) == CURLE_OK
      && beckon_web_set_pointer(handle, CURLOPT_DEBUGDATA, this) == CURLE_OK
      // Only then is anybody told.
      && set(CURLOPT_VERBOSE, 1)
  }

  private func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = bytes[position...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    position += part.count
    return part.count
  }

  /// A command, or a line of an answer. Nothing of a command is kept: one of them has the password.
  private func note(_ kind: curl_infotype, _ line: UnsafeRawBufferPointer) {
    switch kind {
    case CURLINFO_HEADER_OUT:
      let verb = String(decoding: line.prefix(4), as: UTF8.self)
      isOver = isOver || verb == "QUIT"
      if let begun = Self.stage(of: verb) { (stage, answer) = (begun, nil) }
    case CURLINFO_HEADER_IN where !isOver: answer = Self.answer(line) ?? answer
    default: break
    }
  }

  private static func stage(of verb: String) -> MailOutcome.Stage? {
    switch verb {
    case "MAIL": .sender
    case "RCPT": .recipient
    case "DATA": .content
    default: nil
    }
  }

  /// The last line of an answer, `250 OK`; those before it have a `-` behind the code.
  private static func answer(_ line: UnsafeRawBufferPointer) -> GatewayAnswer? {
    let digits = line.prefix(3)
    guard digits.count == 3, digits.allSatisfy(\.isDigit),
      let code = Int(String(decoding: digits, as: UTF8.self)),
      line.count == 3 || line[3] != UInt8(ascii: "-")
    else { return nil }
    let text = line.dropFirst(4).prefix { $0 != 0x0D && $0 != 0x0A }
    return GatewayAnswer(code: code, text: String(decoding: text, as: UTF8.self))
  }

  // MARK: What came of it

  func outcome(_ code: CURLcode) -> MailOutcome {
    let isHandedOver = position >= bytes.count
    if code == CURLE_OK {
      return .accepted(answer ?? GatewayAnswer(code: 250, text: ""))
    }
    if let stage, let answer, answer.code >= 400 { return .refused(stage, answer) }
    return isHandedOver ? .unknown(Self.word(for: code)) : .unreachable(Self.word(for: code))
  }

  static func failure(_ reason: String) -> MailOutcome {
    reason == "cancelled" ? .unknown(reason) : .unreachable(reason)
  }

  private static func word(for code: CURLcode) -> String {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: "timeout"
    case CURLE_COULDNT_RESOLVE_HOST: "host_unknown"
    case CURLE_COULDNT_CONNECT: "connection_failed"
    case CURLE_LOGIN_DENIED: "login_denied"
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_USE_SSL_FAILED:
      "tls_failed"
    case CURLE_WEIRD_SERVER_REPLY: "no_smtp"
    default: "connection_lost"
    }
  }
}
