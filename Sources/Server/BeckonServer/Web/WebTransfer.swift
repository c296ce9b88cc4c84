import BeckonEngine
import BeckonModel
import CBeckonWeb
import Foundation

/// One exchange by HTTP.
final class WebTransfer: LoopTransfer {
  /// Bytes of an answer's headers, beyond which it is none.
  private static let headerBytesMax = 65_536

  let number: Int
  let handle: UnsafeMutableRawPointer
  private let answerBytesMax: Int
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  private var headerBytes = 0
  private var headers: [TextKey: String] = [:]
  private var body: [UInt8] = []

  /// `nil` when there is no memory for it.
  init?(_ number: Int, _ request: WebRequest) {
    guard let handle = curl_easy_init() else { return nil }
    self.number = number
    self.handle = handle
    answerBytesMax = request.answerBytesMax
    guard set(request), receive() else { return nil }
  }

  deinit {
    curl_easy_cleanup(handle)
    for list in lists { curl_slist_free_all(list) }
  }

  // MARK: The request

  private func set(_ request: WebRequest) -> Bool {
    var isSet =
      set(CURLOPT_NOSIGNAL, 1) && set(CURLOPT_TIMEOUT_MS, Int(request.milliseconds))
      && set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
      && set(CURLOPT_FOLLOWLOCATION, 0) && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      && beckon_web_allow_web_only(handle) == CURLE_OK
      && set(CURLOPT_URL, Self.encoded(request.url))
    if let body = request.body {
      isSet = isSet && set(CURLOPT_POSTFIELDSIZE, body.count) && set(CURLOPT_COPYPOSTFIELDS, body)
    }
    if let place = request.place {
      // With the `+` it is no longer known a minute later, when another request may say otherwise.
      let addresses = place.addresses.map { $0.isIPv4 ? $0.text : "[\($0.text)]" }
      let entry = "+\(place.host):\(place.port):" + addresses.joined(separator: ",")
      isSet = isSet && set(CURLOPT_RESOLVE, [entry])
    }
    // Without this a long body would wait for the receiver's consent.
    let lines = request.headers.map { "\($0.name): \(Self.printable($0.value))" } + ["Expect:"]
    return isSet && set(CURLOPT_HTTPHEADER, lines)
  }

  private func set(_ option: CURLoption, _ number: Int) -> Bool {
    beckon_web_set_number(handle, option, number) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ text: String) -> Bool {
    beckon_web_set_pointer(handle, option, text) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ bytes: [UInt8]) -> Bool {
    beckon_web_set_pointer(handle, option, bytes) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ lines: [String]) -> Bool {
    var list: UnsafeMutablePointer<curl_slist>?
    defer { if let list { lists.append(list) } }
    for line in lines {
      guard let longer = curl_slist_append(list, line) else { return false }
      list = longer
    }
    return beckon_web_set_pointer(handle, option, list) == CURLE_OK
  }

  /// What no URL may hold (RFC 3986, appendix A) is percent-encoded.
  private static func encoded(_ url: String) -> String {
    url.utf8.map { byte in
      let isAllowed = (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
      if isAllowed { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return (digits.count == 1 ? "%0" : "%") + digits
    }
    .joined()
  }

  /// A line's end in a value would begin another header.
  private static func printable(_ value: String) -> String {
    String(decoding: value.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
  }

  // MARK: The answer

  private func receive() -> Bool {
    let this = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    let takeHeader: curl_write_callback = { bytes, _, count, transfer in
      WebTransfer.receive(bytes, count, transfer) { $0.takeHeader($1) }
    }
    let takeBody: curl_write_callback = { bytes, _, count, transfer in
      WebTransfer.receive(bytes, count, transfer) { $0.takeBody($1) }
    }
    return beckon_web_set_receiver(handle, CURLOPT_HEADERFUNCTION, takeHeader) == CURLE_OK
      && beckon_web_set_pointer(handle, CURLOPT_HEADERDATA, this) == CURLE_OK
      && beckon_web_set_receiver(handle, CURLOPT_WRITEFUNCTION, takeBody) == CURLE_OK
      && beckon_web_set_pointer(handle, CURLOPT_WRITEDATA, this) == CURLE_OK
  }

  /// Less than `count` ends the exchange.
  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ transfer: UnsafeMutableRawPointer?,
    _ take: (WebTransfer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let transfer else { return 0 }
    let receiver = Unmanaged<WebTransfer>.fromOpaque(transfer).takeUnretainedValue()
    return take(receiver, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }

  private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= Self.headerBytesMax else { return false }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // Another answer may stand in front of the last one (RFC 9110, section 15.2).
      headers = [:]
    } else if let (name, value) = line.parts(around: ":") {
      headers[name.lowercased()] = value.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return true
  }

  /// Nothing beyond the beginning is read: the answer is known by its status.
  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    body += bytes.prefix(answerBytesMax - body.count)
    return body.count < answerBytesMax
  }

  /// What came of it, after it has ended with `code`.
  func outcome(_ code: CURLcode) -> WebOutcome {
    let isCut = code == CURLE_WRITE_ERROR && body.count >= answerBytesMax
    guard code == CURLE_OK || isCut else {
      return .failure(Self.word(for: code), wasSent: beckon_web_sent_bytes(handle) > 0)
    }
    return .answer(status: beckon_web_status(handle), headers: headers, body: body)
  }

  static func failure(_ reason: String) -> WebOutcome {
    .failure(reason, wasSent: reason == "cancelled")
  }

  private static func word(for code: CURLcode) -> String {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: "timeout"
    case CURLE_COULDNT_RESOLVE_HOST: "host_unknown"
    case CURLE_URL_MALFORMAT: "url_refused"
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
      "tls_failed"
    // The last is for headers without end.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_WRITE_ERROR: "no_http"
    default: "connection_failed"
    }
  }
}
