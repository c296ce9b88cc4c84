import BeckonEngine
import BeckonModel
import BeckonServer

extension FuzzTarget {
  /// Phone numbers and text messages of any text.
  static let sms = FuzzTarget(
    "sms",
    seeds: [
      "+49 (0) 151 / 123 456-78 ext. 9", "0532 123 45 67", "1-800-FLOWERS", "٠١٥١١٢٣٤٥٦٧٨",
      "tel:+1-650-253-0000;phone-context=+1", "Hi {sender}, {link}{text}", "{lin{link}", "a.co",
      "{€}^|~\\[]😀", "InfoSMS", "+1234567890123456", "kannel+http://u:p@127.0.0.1:1/x,log:",
      "infobip+https://k@h,twilio+https://a:t@h/AC1", "From=%2B4915112345678&Body=STOP",
      "{\"results\":[{\"from\":\"49151\",\"text\":\"Stop\",\"messageId\":\"m\"}]}",
      "DE\t+5230+01322\tEurope/Berlin\n#\nNO,SJ\t\tEurope/Oslo", "type=8&type=1&answer=%",
    ]
  ) { bytes, complaints in
    let text = bytes.text
    checkNumber(text, &complaints)
    checkMessage(text, &complaints)
    if let sender = SMSSender(text) {
      let isPlain = sender.text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      complaints.expect(isPlain && sender.text.utf8.count <= 17, "a sender that says more")
    }
    for address in (try? SMSGatewayAddress.list(text)) ?? [] {
      let url: String
      switch address {
      case .log: continue
      case .kannel(let kannel): url = kannel.url
      case .infobip(let infobip): url = infobip.url
      case .twilio(let twilio): url = twilio.url
      }
      let host = url.split(on: "/", keepsEmpty: true).prefix(3).last ?? ""
      complaints.expect(!host.has("@"), "a URL with a password")
    }
    checkCall(bytes, &complaints)
    let table = ZoneTable(bytes)
    complaints.expect(
      table.countries.allSatisfy { !table.zones(of: $0).isEmpty }, "a country without zones")
  }

  /// What a gateway may call with.
  private static func checkCall(_ bytes: [UInt8], _ complaints: inout Complaints) {
    let message = MessageID(Identifier(high: 1, low: 1))
    let texts = InboundText.all(query: QueryText(bytes.text), body: bytes)
    complaints.expect(texts.count <= Limits.inboundTexts, "more texts than are read")
    complaints.expect(
      texts.allSatisfy { $0.text.utf8.count <= Limits.replyBytes }, "a text that was not cut")
    for kind in ["log", "kannel", "infobip", "twilio"] {
      let receipts = ReceiptReader.receipts(
        ofKind: kind, query: QueryText(bytes.text), body: bytes, of: message)
      complaints.expect(receipts != nil, "no gateway of the kind \(kind)")
      let saysSo = bytes.text.has(text: "type") || bytes.text.has(text: "tatus")
      let isEscaped = bytes.text.has(text: "%") || bytes.text.has(text: "\\")
      complaints.expect(
        receipts?.isEmpty != false || saysSo || isEscaped, "a receipt from nothing")
    }
  }

  private static func checkNumber(_ text: String, _ complaints: inout Complaints) {
    for region in ["", "DE", "US"] {
      guard let number = try? PhoneReader.read(text, region: region) else { continue }
      let digits = number.e164.utf8.dropFirst()
      complaints.expect(
        number.e164.hasPrefix("+") && digits.allSatisfy(\.isDigit) && digits.count <= 20,
        "a number that is more than digits")
      guard number.isValid, !number.hasExtension else { continue }
      let again = try? PhoneReader.read(number.e164, region: "")
      complaints.expect(again == number, "\(number.e164) is another number when it is read again")
    }
  }

  private static func checkMessage(_ text: String, _ complaints: inout Complaints) {
    let parts = SMSParts(text)
    let room = parts.count == 1 ? parts.encoding.unitsAlone : parts.encoding.unitsJoined
    complaints.expect(
      parts.count * room >= parts.units + parts.unitsLeft, "more letters than parts hold")
    let words = TemplateWords(sender: text, custom: text, listed: [text])
    let isOneLine = words.sender?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ?? true
    complaints.expect(isOneLine, "a word of several lines")
    guard let template = try? MessageTemplate(text: text, wordPlaceholder: "%") else { return }
    complaints.expect(
      template.filled(link: "https://b.co/x", words: words).has(text: "https://b.co/x"),
      "a message without its link")
  }
}
