import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatSocialInvite

/// The guide's own code, block by block, through the vendor's class methods and over a real socket.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SocialInviteSeedTests {
  let phone = SocialInvitePhone()
  let server: InviteServer

  init() throws { server = try InviteServer.start() }

  /// From now on the class methods are those of this phone.
  private func pickUp(_ status: IBSIAuthorizationStatus = .authorized) {
    var surroundings = phone.surroundings(.urlSession())
    let url = server.url
    surroundings.server = { url }
    surroundings.contacts.status = { status }
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
    defer { server.stop() }
    pickUp()
    let (screen, delegate) = (InviteScreen(), YourClassName())
    #expect(!InfobipSocialInvite.isLibraryInitialized())
    screen.initialise(applicationKey: server.key, messageID: server.defaultMessage)
    #expect(InfobipSocialInvite.isLibraryInitialized())
    InfobipSocialInvite.setDelegate(delegate)

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
    screen.model()
    #expect(
      screen.lines.suffix(2) == ["Message text with placeholder: (null)", "Message key: (null)"])
    #expect(
      delegate.calls.prefix(3) == [
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
    screen.allowResending()
    _ = try await lines(screen, 2) { screen.send(["5551234"], messageId: nil) }
    screen.forbidResending()
    #expect(try await server.invited() == ["5551234", "5551234"])
    #expect(!bulk.isEmpty)
    try await server.deliver("5551234")
    let latest = try #require(try SocialInviteSession.shared.store.row(of: PhoneText("5551234")))
    let told = try await lines(screen, 2) { screen.deliveryInfo(latest.bulkID ?? "") }
    #expect(told.first == "Delivery info: [\"DeliveredToTerminal\"]")
    #expect(screen.deliveryStatus() == "DeliveredToTerminal")
    let nobody = try await lines(screen) { screen.send([], messageId: nil) }
    #expect(nobody == ["Error: There is no phone number to send an invitation to."])
  }

  /// Somebody in the address book.
  @MainActor private func inviteSomebody(
    _ screen: InviteScreen, _ delegate: YourClassName
  ) async throws {
    #expect(try await lines(screen) { screen.authorise() } == ["authorised"])
    #expect(InfobipSocialInvite.addressBook().numberOfPeople() == 3)
    try await server.deliver("+48601000111")
    screen.invite(buttonId: 2, delegate: delegate)
    try await eventually { delegate.calls.contains("end Ana Żak") }
    #expect(delegate.calls.contains("change 3"))
    #expect(InfobipSocialInvite.invitedPersons().map(\.personId) == [2])
    #expect(InfobipSocialInvite.uninvitedPersons().map(\.personId) == [1])
    #expect(try await server.invited().last == "+48601000111")
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
    screen.initialise(applicationKey: "wrong", messageID: server.defaultMessage)
    let wrong = try await lines(screen) { screen.send(["5551234"], messageId: nil) }
    #expect(wrong == ["Error: Invalid login details"])
    InfobipSocialInvite.setCustomMessageId(nil)
    let nothing = try await lines(screen) { screen.getMessage() }
    #expect(nothing == ["Error: The message's id is missing."])
    #expect(
      delegate.calls.suffix(2) == [
        "sendInvite error Invalid login details", "getMessage error The message's id is missing.",
      ])
    server.stop()
  }
}
