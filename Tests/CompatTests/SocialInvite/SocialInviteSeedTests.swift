import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import TestPrograms
import Testing

@testable import BeckonCompatSocialInvite

/// The guide's own code, block by block, through the vendor's class methods, to the real server and
/// from it to phones.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SocialInviteSeedTests {
  let phone = SocialInvitePhone()
  let server: InviteServer

  init() async throws { server = try await InviteServer() }

  /// From now on the class methods are those of this phone.
  private func pickUp(_ status: IBSIAuthorizationStatus = .authorized) {
    var surroundings = phone.surroundings(.urlSession())
    let (url, network, sleep) = (server.url, server.network, surroundings.sleep)
    surroundings.server = { url }
    surroundings.contacts.status = { status }
    // Between two questions phones get what the network has for them.
    surroundings.sleep = { milliseconds in
      if milliseconds >= 8_000, milliseconds % 8_000 == 0 { try await network.settle() }
      // Sleeps because: the phone's clock is by hand, and this notes the pause.
      try await sleep(milliseconds)
    }
    SocialInviteSession.shared.replace(surroundings, defaults: phone.defaults)
  }

  /// Does something on the screen, and gives the lines that are logged of it.
  @MainActor private func lines(
    _ screen: InviteScreen, _ count: Int = 1, _ work: () -> Void
  ) async throws -> [String] {
    let before = screen.lines.count
    work()
    try await eventually { screen.lines.count >= before + count }
    return Array(screen.lines.dropFirst(before))
  }

  @Test("From the first message to its delivery, by every block of the guide")
  @MainActor func story() async throws {
    pickUp()
    let (screen, delegate) = (InviteScreen(), YourClassName())
    #expect(!InfobipSocialInvite.isLibraryInitialized())
    screen.initialise(
      applicationKey: server.keys.publishable, messageID: InviteServer.defaultMessage)
    #expect(InfobipSocialInvite.isLibraryInitialized())
    InfobipSocialInvite.setDelegate(delegate)
    let early = try await lines(screen) { screen.send(["5551234"], messageId: nil) }
    #expect(early.first?.contains("Sign the user up first") == true, "\(early)")
    let ana = try await SocialInviteSession.shared.client().identify(userID: "ana")

    screen.numericSender()
    #expect(screen.sender() == "15550001111")
    screen.alphanumericSender()
    #expect(screen.sender() == "your_name")

    let created = try await lines(screen) { screen.createMessage() }
    let id = try #require(created.first?.parts(around: "message ID")?.behind)
    #expect(created == ["Created new message with text New message text <> and message ID\(id)"])
    InfobipSocialInvite.setCustomMessageId(id)
    #expect(
      try await lines(screen) { screen.getMessage() }
        == ["Message text with placeholder: New message text <>"])
    #expect(
      try await lines(screen) { screen.updateMessage(id) } == ["Updated: Other text <>"])

    try await send(screen)
    try await inviteSomebody(screen, delegate)
    let invites = try await server.native("GET", "/v1/invites?person=" + ana.id)
    #expect(invites["invites"]?.elements?.count == 3)
    screen.model()
    #expect(
      screen.lines.suffix(2) == ["Message text with placeholder: (null)", "Message key: (null)"])
    #expect(
      delegate.calls.prefix(4) == [
        "sendInvite error " + (early.first?.parts(around: "Error: ")?.behind ?? ""),
        "createMessage New message text <>", "getMessage New message text <>",
        "updateMessage Other text <>",
      ])
  }

  /// Numbers that the app names itself.
  @MainActor private func send(_ screen: InviteScreen) async throws {
    let sent = try await lines(screen, 2) { screen.send(["5551234"], messageId: nil) }
    let bulk = try #require(sent.first?.parts(around: "bulkId: ")?.behind)
    #expect(sent.last?.hasPrefix("deliveryInfo: ") == true)
    #expect(screen.deliveryStatus() == "MessageWaiting")
    let again = try await lines(screen) { screen.send(["5551234"], messageId: nil) }
    #expect(again.first?.hasPrefix("Error: All of them are invited already.") == true)
    try await eventually { server.network.texts.count == 1 }
    let text = try #require(server.network.texts.first)
    #expect(text.to == "+13405551234" && text.from == "Shop")
    #expect(text.text.hasPrefix("Come: http://127.0.0.1:"), "\(text.text)")
    try await server.network.deliver("+13405551234")
    let told = try await lines(screen, 2) { screen.deliveryInfo(bulk) }
    #expect(told.first == "Delivery info: [\"DeliveredToTerminal\"]")
    #expect(screen.deliveryStatus() == "DeliveredToTerminal")
    // The phone allows it; the server takes it, and sends no number two within a day.
    screen.allowResending()
    _ = try await lines(screen, 2) { screen.send(["5551234"], messageId: nil) }
    screen.forbidResending()
    #expect(screen.deliveryStatus() == "MessageWaiting")
    #expect(try await server.latest().map { $0["reason"] } == ["invited_before"])
    let nobody = try await lines(screen) { screen.send([], messageId: nil) }
    #expect(nobody == ["Error: There is no phone number to send an invitation to."])
  }

  /// Somebody in the address book.
  @MainActor private func inviteSomebody(
    _ screen: InviteScreen, _ delegate: YourClassName
  ) async throws {
    #expect(try await lines(screen) { screen.authorise() } == ["authorised"])
    #expect(InfobipSocialInvite.addressBook().numberOfPeople() == 3)
    try await server.network.deliver("+48601000111")
    screen.invite(buttonId: 2, delegate: delegate)
    try await eventually { delegate.calls.contains("end Ana Żak") }
    #expect(delegate.calls.contains("change 3"))
    #expect(InfobipSocialInvite.invitedPersons().map(\.personId) == [2])
    #expect(InfobipSocialInvite.uninvitedPersons().map(\.personId) == [1])
    let text = try #require(server.network.texts.last)
    #expect(text.to == "+48601000111" && text.text.hasPrefix("Other text http"))
  }

  @Test("An app that is not changed shows the keys that it has, and names nobody who invites")
  @MainActor func oldKeys() async throws {
    pickUp()
    let screen = InviteScreen()
    screen.initialise(applicationKey: InviteServer.oldKey, messageID: InviteServer.defaultMessage)
    InfobipSocialInvite.setCustomMessageId(InviteServer.defaultMessage)
    #expect(
      try await lines(screen) { screen.getMessage() }
        == ["Message text with placeholder: Come: <>"])
    let refused = try await lines(screen) { screen.send(["5551234"], messageId: nil) }
    #expect(refused.first?.contains("unmodified_clients") == true, "\(refused)")
    _ = try await server.native(
      "PATCH", "/v1/app", ["social_invites": ["unmodified_clients": true]])
    let sent = try await lines(screen, 2) { screen.send(["5551234"], messageId: nil) }
    #expect(sent.first?.hasPrefix("bulkId: inv_") == true, "\(sent)")
    try await eventually { server.network.texts.map(\.to) == ["+13405551234"] }
    let denied = try await lines(screen) { screen.updateMessage(InviteServer.defaultMessage) }
    #expect(denied.first?.contains("only its server may change") == true, "\(denied)")
    let invites = try await server.native("GET", "/v1/invites")["invites"]
    #expect(invites?.elements?.count == 1 && invites?[0]?["person"] == nil)
  }

  @Test("Whoever does not allow it is asked, and what cannot be reached is told")
  @MainActor func refusals() async throws {
    pickUp(.notDetermined)
    let (screen, delegate) = (InviteScreen(), YourClassName())
    #expect(
      try await lines(screen) { screen.authorise() }
        == ["Access to address book has been granted!"])
    pickUp(.denied)
    InfobipSocialInvite.setDelegate(delegate)
    #expect(try await lines(screen) { screen.authorise() } == ["denied"])
    let early = try await lines(screen) { screen.send(["5551234"], messageId: nil) }
    #expect(early.first?.hasPrefix("Error: Call InfobipSocialInvite.init") == true)
    screen.initialise(applicationKey: "wrong", messageID: InviteServer.defaultMessage)
    let wrong = try await lines(screen) { screen.send(["5551234"], messageId: nil) }
    #expect(wrong == ["Error: Invalid login details"])
    InfobipSocialInvite.setCustomMessageId(nil)
    let nothing = try await lines(screen) { screen.getMessage() }
    #expect(nothing == ["Error: The message's id is missing."])
    #expect(
      delegate.calls.suffix(2) == [
        "sendInvite error Invalid login details", "getMessage error The message's id is missing.",
      ])
  }
}
