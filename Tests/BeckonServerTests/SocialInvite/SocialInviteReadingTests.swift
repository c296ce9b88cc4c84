import BeckonContract
import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// What requests of the social invites' clients ask for, before anything is stored.
struct SocialInviteReadingTests {
  private func order(
    _ addresses: [String], sender: String? = nil, region: String = "HR"
  ) throws -> InvitationOrder {
    let request = SocialInvite.InvitationRequest(
      messageKey: "M1", sender: sender,
      destinations: addresses.map { .init(address: $0, clientData: ["Ana"]) })
    return try InvitationOrder(json: request.json, region: region)
  }

  @Test(
    "A number is one of the world's if it can be, and else one of the app's region",
    arguments: [
      ("385981234567", "HR", "+385981234567"), ("+385981234567", "", "+385981234567"),
      ("0981234567", "HR", "+385981234567"), ("00385981234567", "HR", "+385981234567"),
      ("098 123-4567", "HR", "+385981234567"), ("2125551234", "US", "+12125551234"),
      ("4915123456789", "US", "+4915123456789"), ("6502530000", "US", "+16502530000"),
    ])
  func numbers(text: String, region: String, e164: String) throws {
    #expect(try InvitedNumber.read(text, region: region).e164 == e164)
  }

  @Test("A number that is named several times is one recipient, with each way to write it")
  func duplicates() throws {
    let order = try order(["385981234567", "+385981234567", "0981234567", "385981234567"])
    #expect(order.recipients.map(\.number.e164) == ["+385981234567"])
    #expect(
      order.recipients.first?.addresses == ["385981234567", "+385981234567", "0981234567"])
    #expect(order.recipients.first?.words == ["Ana"] && order.messageKey == "M1")
  }

  @Test("Who cannot be reached stands apart, with the reason")
  func unreachable() throws {
    let order = try order(["385981234567", "12", "hello", "38512345678"])
    #expect(order.recipients.count == 1)
    #expect(order.unreachable.map(\.address) == ["12", "hello", "38512345678"])
    #expect(order.unreachable[1].fault == .notANumber)
    #expect(order.unreachable[2].fault == .notMobile)
  }

  @Test(
    "A sender is a number of 16 digits or a name of 11 letters; Android's has 15 digits",
    arguments: [
      ("123456789012345", true), ("1234567890123456", true), ("12345678901234567", false),
      ("InfoSMS", true), ("your_name", true), ("ABCDEFGHIJKL", false), ("bad<name>", false),
    ])
  func senders(text: String, isTaken: Bool) throws {
    do {
      #expect(try order(["385981234567"], sender: text).sender?.text == text && isTaken)
    } catch let failure as SocialInviteFailure {
      #expect(!isTaken && failure.code == .invalidSender)
    }
  }

  @Test("A request that cannot be read names the member, in the protocol's own object")
  func wrongBody() {
    let error = #expect(throws: SocialInviteFailure.self) {
      try SocialInviteCommand(.invite, [], body: ["recipients": [:]], region: "")
    }
    #expect(error?.code == .invalidParameter)
    #expect(error?.text == "'recipients.destinations' must not be empty.")
  }

  @Test("Messages are read with their placeholders, and keys from the path")
  func messages() throws {
    let body: JSON = ["text": "Come <>, cp", "placeholder": "<>", "clientPlaceholder": "cp"]
    guard
      case .change(let key, let template, let application) = try SocialInviteCommand(
        .updateMessage, ["APP", "M1"], body: body, region: "")
    else {
      Issue.record("another command")
      return
    }
    #expect(key == "M1" && application == "APP")
    #expect(
      template.filled(link: "L", words: TemplateWords(listed: ["Ana"])) == "Come L, Ana")
    guard
      case .create(let plain, _, _) = try SocialInviteCommand(
        .createMessage, ["APP"], body: ["text": "Come"], region: "")
    else {
      Issue.record("another command")
      return
    }
    #expect(plain.placeholder == "{link}")
  }

  @Test(
    "A message that is none is refused",
    arguments: [
      (#"{"text":""}"#, SocialInviteFailure.Code.invalidParameter),
      (#"{"text":"a","placeholder":"x","clientPlaceholder":"xy"}"#, .invalidParameter),
      (#"[]"#, .invalidParameter),
    ])
  func wrongMessages(text: String, code: SocialInviteFailure.Code) throws {
    let body = try JSONReader.read(text)
    let error = #expect(throws: SocialInviteFailure.self) {
      try SocialInviteCommand(.createMessage, ["APP"], body: body, region: "")
    }
    #expect(error?.code == code)
  }

  @Test("A path without a key is refused as the vendor does it")
  func emptyPath() {
    let error = #expect(throws: SocialInviteFailure.self) {
      try SocialInviteCommand(.deliveries, [""])
    }
    #expect(error?.code == .missingComponent && error?.code.status == 400)
  }

  @Test(
    "A key is shown as App, Basic or IBSSO",
    arguments: [
      ("App pk_1", .app(key: "pk_1")), ("app key", .app(key: "key")),
      ("IBSSO abc", .session(cookie: "abc")),
      ("Basic YW5hOnNrXzE=", .basic(username: "ana", key: "sk_1")),
      ("Basic OnNrXzE=", .basic(username: "", key: "sk_1")), ("Basic ana", nil),
      ("Basic YW5h", nil), ("Bearer pk_1", nil), ("App ", nil), ("App a b", nil), ("", nil),
      (nil, nil),
    ] as [(String?, SocialInvite.Credential?)])
  func credentials(header: String?, credential: SocialInvite.Credential?) {
    #expect(SocialInvite.Credential(header: header) == credential)
  }
}
