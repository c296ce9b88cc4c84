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

  @Test(
    "What names none is refused, and the refusal tells no password",
    arguments: [
      "", "log", "http://me:secret@localhost", "kannel+http://localhost:1",
      "kannel+http://me@localhost:1", "kannel+http://:secret@localhost:1",
      "kannel+http://me:secret@sms.example.com", "kannel+http://me:secret@127.0.0.1.example.com",
      "kannel+https://me:secret@host:0", "kannel+https://me:secret@host:99999",
      "kannel+https://me:secret@host/a?b", "kannel+https://me:secret@host/a#b",
      "kannel+https://me:secret%0A@host", "kannel+https://a@me:secret@host",
      "kannel+https://me:secret@" + String(repeating: "a", count: 3_000),
    ])
  func refusals(_ text: String) {
    let refusal = #expect(throws: SMSGatewayAddress.Refusal.self) { try SMSGatewayAddress(text) }
    #expect(refusal?.description.contains("secret") == false)
  }
}
