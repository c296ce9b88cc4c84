import BeckonBasics
import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatSocialInvite

/// What is heard of invitations.
struct SocialInviteReportTests {
  let phone = SocialInvitePhone()
  let fake = SocialInviteFake()

  /// Hears what an operation tells.
  @MainActor final class Listener: IBSIDeliveryReportDelegate {
    private(set) var changes: [(status: IBSIDeliveryStatus, index: IndexPath?)] = []
    private(set) var ends = 0

    func deliveryFetchDidFinish(_ deliveryReport: IBSIDeliveryReportOperation) { ends += 1 }
    func deliveryStatusDidChanged(_ deliveryReport: IBSIDeliveryReportOperation) {
      changes.append((deliveryReport.person.deliveryStatus(), deliveryReport.indexPath))
    }
  }

  @Test("It is asked every eight seconds until nothing more is to be heard")
  @MainActor func polling() async throws {
    let app = phone.run(fake)
    let ana = try #require(app.addressBook.person(withId: 2))
    fake.plan("+48601000111", .messageWaiting, .messageWaiting, .deliveredToTerminal)
    let listener = Listener()
    _ = try await app.send([ana])
    ana.updateDeliveryStatus()
    let index = IndexPath(indexes: [0, 7])
    ana.requestDeliveryStatusInSeparateThread(withDelegate: listener, atIndexPath: index)
    try await eventually { listener.ends == 1 }
    #expect(fake.questions.count == 3)
    #expect(phone.pauses.withLock { $0 } == [8_000, 8_000])
    #expect(listener.changes.map(\.status) == [.deliveredToTerminal])
    #expect(listener.changes.map(\.index) == [index])
    #expect(ana.isInvited() && ana.inTerminalState() && ana.numberOfNonInvitedMsisdns() == 0)
  }

  @Test("It is asked ten times at most")
  @MainActor func patience() async throws {
    let app = phone.run(fake)
    let ana = try #require(app.addressBook.person(withId: 2))
    let listener = Listener()
    ana.sendInvite(withDeliveryDelegate: listener, messageId: nil)
    try await eventually { listener.ends == 1 }
    #expect(fake.questions.count == 10)
    #expect(phone.pauses.withLock { $0 } == Array(repeating: 8_000, count: 9))
    #expect(listener.changes.isEmpty && ana.isInPendingState())
  }

  @Test("Where reports are switched off, nothing is asked, and what was sent counts as arrived")
  @MainActor func noReports() async throws {
    let app = phone.run(fake)
    app.settings[isOn: .deliveryReportEnable] = false
    _ = try await app.send(["5551234"])
    #expect(try app.status("5551234") == "DeliveredToTerminal")
    await #expect(throws: InviteError.reportsDisabled) { try await app.deliveries("B1") }
    #expect(InviteError.reportsDisabled.vendorError.code == 1100)
    #expect(fake.questions.isEmpty)
  }

  @Test("A bulk that the server does not know any more ends the waiting")
  @MainActor func forgottenBulk() async throws {
    let app = phone.run(fake)
    let ana = try #require(app.addressBook.person(withId: 2))
    let listener = Listener()
    fake.state.withLock { $0.knowsBulks = false }
    ana.sendInvite(withDeliveryDelegate: listener, messageId: nil)
    try await eventually { listener.ends == 1 }
    #expect(fake.questions.count == 1)
    #expect(try app.status("+48601000111") == "DeliveryUndefined")
    #expect(ana.deliveryStatus() == .undefined)
    #expect(ana.invitationInfos[0].isInImpossibleState())
  }

  @Test("A report of an earlier bulk changes nothing of a later one")
  func earlierBulk() async throws {
    let app = phone.run(fake)
    app.settings[isOn: .resend] = true
    _ = try await app.send(["5551234"])
    _ = try await app.send(["5551234"])
    fake.plan("5551234", .deliveryImpossible)
    _ = try await app.deliveries("B1")
    #expect(try app.status("5551234") == "MessageWaiting")
    let told = try await app.deliveries("B2")
    #expect(told.deliveryInfo.first?.deliveryStatus == "DeliveryImpossible")
    #expect(try app.status("5551234") == "DeliveryImpossible")
  }

  @Test("A report names whose number it is, and what it cost")
  func report() async throws {
    let app = phone.run(fake)
    let ana = try #require(app.addressBook.person(withId: 2))
    _ = try await app.send([ana])
    let info = try #require(try await app.deliveries("B1").deliveryInfo.first)
    #expect(info.personId?.intValue == 2 && info.priceValue == 0.01)
    #expect(info.clientCorrelator == "B1" && info.address == "+48601000111")
  }

  @Test("All that waits is asked for at once, each bulk one time")
  @MainActor func wholeAddressBook() async throws {
    let app = phone.run(fake)
    let book = app.addressBook
    _ = try await app.send(book.peopleOrderedByFirstName())
    fake.plan("+385981234567", .deliveredToTerminal)
    fake.plan("098765432", .deliveryImpossible)
    let listener = Listener()
    book.requestDeliveryStatusAndUpdatePendingInvitations(withDelegate: listener)
    try await eventually { listener.ends == 2 }
    #expect(fake.questions.count == 1)
    #expect(listener.changes.map(\.status) == [.deliveredToTerminal])
    #expect(book.invitedPersons.map(\.personId) == [1])
    #expect(book.uninvitedPersons.map(\.personId) == [2])
  }

  @Test(
    "The words have the numbers of the vendor's library",
    arguments: [
      (nil, 0), ("", 0), ("DeliveryUnknown", 1), ("MessageWaiting", 2),
      ("DeliveredToTerminal", 3), ("DeliveryUncertain", 4), ("DeliveryImpossible", 5),
      ("DeliveredToNetwork", 6), ("DeliveryUndefined", 7), ("SomethingElse", 7),
    ] as [(String?, Int)])
  func numbers(word: String?, number: Int) {
    #expect(IBSIDeliveryStatus(word: word).rawValue == number)
  }
}
