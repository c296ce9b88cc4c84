import BeckonEngine
import Testing

/// Gateways of text messages, as an operator names them.
@Suite struct SMSGatewayAddressTests {
  @Test("Kannel is named by host, user and password, and by a path where it has another")
  func kannel() throws {
    let short = try KannelAddress("kannel+http://me:p%40ss@127.0.0.1:13013")
    #expect(short.url == "http://127.0.0.1:13013/cgi-bin/sendsms")
    #expect(short.name == "127.0.0.1:13013" && short.user == "me" && short.password == "p@ss")
    let long = try KannelAddress("KANNEL+https://me:word@sms.example.com/send/sms")
    #expect(long.url == "https://sms.example.com/send/sms" && long.name == "sms.example.com")
    let six = try KannelAddress("kannel+http://me:word@[::1]:1/x")
    #expect(six.url == "http://[::1]:1/x")
    let list = try SMSGatewayAddress.list("kannel+http://me:word@localhost:1,log:")
    #expect(list.count == 2 && list[1] == .log)
  }

  @Test("Infobip is named by its key and the account's host, Twilio by account and token")
  func services() throws {
    guard
      case .infobip(let infobip) = try SMSGatewayAddress("infobip+https://k3y@x.api.example.com"),
      case .twilio(let twilio) = try SMSGatewayAddress("twilio+https://AC1:t@api.example.com"),
      case .twilio(let key) = try SMSGatewayAddress("twilio+https://SK1:s@api.example.com/AC1")
    else {
      Issue.record("another gateway")
      return
    }
    #expect(infobip.url == "https://x.api.example.com/sms/3/messages" && infobip.key == "k3y")
    #expect(infobip.name == "x.api.example.com")
    let url = "https://api.example.com/2010-04-01/Accounts/AC1/Messages.json"
    #expect(twilio.url == url && twilio.user == "AC1" && twilio.password == "t")
    #expect(key.url == url && key.user == "SK1" && key.password == "s")
  }

  @Test(
    "What names none is refused, and the refusal tells no password",
    arguments: [
      "", "log", "http://me:secret@localhost", "kannel+http://localhost:1",
      "kannel+http://me@localhost:1", "kannel+http://:secret@localhost:1",
      "kannel+http://me:secret@sms.example.com", "kannel+http://me:secret@127.0.0.1.example.com",
      "kannel+https://me:secret@host:0", "kannel+https://me:secret@host:99999",
      "kannel+https://me:secret@host/a?b", "kannel+https://me:secret@host/a#b",
      "kannel+https://me:secret%0A@host", "kannel+https://a@me:secret@host",
      "infobip+https://me:secret@host", "infobip+https://secret@host/path",
      "infobip+http://secret@host", "twilio+https://secret@host",
      "twilio+https://AC1:secret@host/a/b", "pigeon+https://me:secret@host",
      "kannel+ftp://me:secret@localhost",
      "kannel+https://me:secret@" + String(repeating: "a", count: 3_000),
    ])
  func refusals(_ text: String) {
    let refusal = #expect(throws: SMSGatewayAddress.Refusal.self) { try SMSGatewayAddress(text) }
    #expect(refusal?.description.contains("secret") == false)
  }
}
