import BeckonContractSocialInvite
import BeckonModel
import Testing

/// What crosses the wire, against the shapes that the vendor's clients send and read
/// (docs/PROTOCOLS/socialinvite.md).
struct SocialInviteContractTests {
  @Test("A request of the client for iOS is read, and written as it came")
  func iosRequest() throws {
    let body: JSON = [
      "messageKey": "0A1B2C3D", "sender": "InfoSMS",
      "recipients": [
        "destinations": [
          [
            "address": "385981234567", "messageId": .null, "clientData": ["Ana", "38598111222"],
          ]
        ]
      ],
    ]
    let request = try SocialInvite.InvitationRequest(json: body)
    #expect(request.messageKey == "0A1B2C3D" && request.sender == "InfoSMS")
    #expect(request.destinations.map(\.clientData) == [["Ana", "38598111222"]])
    #expect(request.json == body)
    #expect(request.unread.isEmpty)
  }

  @Test("A request of the client for PHP has addresses only")
  func phpRequest() throws {
    let body = try JSONReader.read(
      #"{"sender":"","recipients":{"destinations":[{"address":385981234567}]},"notifyURL":1}"#)
    let request = try SocialInvite.InvitationRequest(json: body)
    #expect(request.messageKey == nil && request.sender == nil)
    #expect(request.destinations == [SocialInvite.Destination(address: "385981234567")])
    #expect(request.unread == ["notifyURL"])
  }

  @Test(
    "What is no request is refused, and the reason names the member",
    arguments: [
      (#"{}"#, "recipients"), (#"{"recipients":{}}"#, "recipients.destinations"),
      (#"{"recipients":{"destinations":[]}}"#, "recipients.destinations"),
      (#"{"recipients":{"destinations":[{}]}}"#, "recipients.destinations[0].address"),
      (
        #"{"recipients":{"destinations":[{"address":"1","clientData":[{}]}]}}"#,
        "recipients.destinations[0].clientData"
      ), (#"{"messageKey":[],"recipients":{}}"#, "messageKey"),
    ])
  func wrongRequest(text: String, member: String) throws {
    let json = try JSONReader.read(text)
    do {
      _ = try SocialInvite.InvitationRequest(json: json)
      Issue.record("it was read")
    } catch {
      #expect(error.path == member)
    }
  }

  @Test("A request has a hundred recipients at most, and each twenty words")
  func bounds() throws {
    func request(_ recipients: Int, _ words: Int) -> JSON {
      let words = JSON.array((0..<words).map { .string("\($0)") })
      let one: JSON = ["address": "1", "clientData": words]
      return ["recipients": ["destinations": .array(Array(repeating: one, count: recipients))]]
    }
    #expect(try SocialInvite.InvitationRequest(json: request(100, 20)).destinations.count == 100)
    #expect(throws: FieldError.self) { try SocialInvite.InvitationRequest(json: request(101, 0)) }
    #expect(throws: FieldError.self) { try SocialInvite.InvitationRequest(json: request(1, 21)) }
  }

  @Test("The answer to an invitation is what the client for iOS maps, with a price as a number")
  func sendAnswer() throws {
    let answer = SocialInvite.SendAnswer(
      bulkID: "B1", deliveryInfoURL: "https://go.example.com/x",
      responses: [.init(messageID: "m1"), .init(messageID: "m2", price: "0.01")])
    #expect(
      answer.json.text
        == #"{"sendSmsResponse":{"bulkId":"B1","deliveryInfoUrl":"https://go.example.com/x","#
        + #""responses":[{"messageId":"m1","status":"MessageAccepted","price":0.0},"#
        + #"{"messageId":"m2","status":"MessageAccepted","price":0.01}]}}"#)
    #expect(try SocialInvite.SendAnswer(json: answer.json) == answer)
    #expect(throws: FieldError.self) { try SocialInvite.SendAnswer(json: ["bulkId": "B1"]) }
  }

  @Test("A message that the network has is told as waiting")
  func deliveryAnswer() throws {
    let answer = SocialInvite.DeliveryAnswer(
      resourceURL: "https://go.example.com/x",
      deliveries: SocialInvite.Status.allCases.map {
        .init(address: "1", messageID: "m", clientCorrelator: "B1", status: $0)
      })
    #expect(
      answer.deliveries.map(\.status) == [
        "MessageWaiting", "DeliveredToTerminal", "DeliveryUncertain", "DeliveryImpossible",
        "MessageWaiting",
      ])
    #expect(try SocialInvite.DeliveryAnswer(json: answer.json) == answer)
  }

  @Test("A message stands without an envelope")
  func messageAnswer() throws {
    let body = try JSONReader.read(
      ##"{"clientMobileApplicationKey":"APPKEY","key":"0A","text":"Try (!@#$). Hi! cp","##
        + ##""placeholder":"!@#$","clientPlaceholder":"cp"}"##)
    let answer = try SocialInvite.MessageAnswer(json: body)
    #expect(answer.json == body)
    #expect(answer.placeholder == "!@#$" && answer.clientPlaceholder == "cp")
  }

  @Test("An error names its word in both spellings, and is read by either")
  func failure() throws {
    let failure = SocialInviteFailure.invalidLogin
    #expect(
      failure.json.text
        == #"{"requestError":{"serviceException":{"messageId":"UNAUTHORIZED","#
        + #""messageid":"UNAUTHORIZED","text":"Invalid login details","variables":[]}}}"#)
    let lower = try JSONReader.read(
      #"{"requestError":{"clientCorrelator":"r1","policyException":{"messageid":"SVC0002"}}}"#)
    let read = try #require(SocialInviteFailure(json: lower))
    #expect(read.code == .missingComponent && read.kind == .policy)
    #expect(read.clientCorrelator == "r1")
    #expect(SocialInviteFailure(json: ["sendSmsResponse": [:]]) == nil)
  }

  @Test("Every error but a fault of the server has a status that the client for iOS reads")
  func statuses() {
    for code in SocialInviteFailure.Code.allCases where code != .systemError {
      #expect((400..<500).contains(code.status), "\(code)")
    }
    #expect(SocialInviteFailure.unknownBulk.text == "Message not found for specified request ID")
  }

  @Test("Words of the list are filled in, and the caller's take the places of all others")
  func words() {
    var known = SocialInvite.KnownWords()
    (known.senderName, known.receiverName) = ("Bob", "Ana")
    let list = ["RECEIVER_NAME", "hello", "CUSTOM_TEXT", "bye", "SENDER_NAME"]
    #expect(
      SocialInvite.clientData(list: list, known: known) == ["Ana", "hello", "", "bye", "Bob"])
    #expect(
      SocialInvite.clientData(list: list, known: known, literals: ["1"])
        == ["Ana", "1", "", "bye", "Bob"])
    #expect(SocialInvite.clientData(list: [], known: known, literals: ["1"]) == ["1"])
  }

  @Test(
    "A sender has 16 digits or 11 letters at most",
    arguments: [
      ("1234567890123456", true), ("+1234567890123456", true), ("12345678901234567", false),
      ("InfoSMS", true), ("ABCDEFGHIJK", true), ("ABCDEFGHIJKL", false), ("", false),
      ("čččččč", false),
    ])
  func senders(text: String, isOne: Bool) {
    #expect((SocialInvite.senderFault(text) == nil) == isOne)
  }

  @Test("A log-in is a form")
  func login() throws {
    let read = try SocialInvite.LoginRequest(form: Array("username=ana&password=a%20b%2B".utf8))
    #expect(read.username == "ana" && read.password == "a b+")
    #expect(throws: FieldError.self) { try SocialInvite.LoginRequest(form: Array("x=1".utf8)) }
  }
}
