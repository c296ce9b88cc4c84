import BeckonBasics
import BeckonContractSocialInvite
import BeckonModel
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatSocialInvite

/// People and their numbers.
struct SocialInviteAddressBookTests {
  let phone = SocialInvitePhone()
  let fake = SocialInviteFake()

  @Test("People are ordered by name, and who has no number is left out")
  func order() {
    let book = phone.run(fake).addressBook
    #expect(book.numberOfPeople() == 3)
    #expect(book.peopleOrderedByFirstName().map(\.name) == ["Ana Żak", "Zoë Adams"])
    #expect(book.peopleOrderedByLastName().map(\.name) == ["Zoë Adams", "Ana Żak"])
  }

  @Test(
    "A search looks at names and numbers",
    arguments: [
      ("zoe", [1]), ("ADAMS", [1]), ("a", [1, 2]), ("601 000", [2]), ("", [1, 2]), ("x", []),
    ])
  func search(text: String, people: [Int]) {
    let book = phone.run(fake).addressBook
    let found = book.searchThroughPeople(book.peopleOrderedByLastName(), withText: text)
    #expect(found.map(\.personId) == people)
  }

  @Test("Somebody is found by id and by number, however it is written")
  func lookUp() {
    let book = phone.run(fake).addressBook
    #expect(book.person(withId: 2)?.firstName == "Ana")
    #expect(book.person(withMsisdn: "0048601000111")?.personId == 2)
    #expect(book.person(withMsisdn: "") == nil && book.person(withId: 9) == nil)
    #expect(book.countPersons(withId: 1) == 1 && book.countPersons(withId: 9) == 0)
  }

  @Test("An address book that the owner has not opened is empty, and is not read")
  func notAllowed() async {
    var surroundings = phone.surroundings(fake.transport)
    surroundings.contacts.status = { .denied }
    surroundings.contacts.contacts = { throw CocoaError(.fileReadNoPermission) }
    let session = SocialInviteSession(surroundings, defaults: phone.defaults)
    #expect(session.addressBook.persons.isEmpty)
    #expect(phone.lines.withLock { $0.isEmpty })
  }

  @Test("A list of the app's own does as well")
  func ownList() async throws {
    let app = phone.run(fake)
    let eve = IBSIPerson(
      Contact(id: 7, firstName: "Eve", lastName: "", phoneNumbers: ["5551234"]), session: app)
    app.addressBook = IBSIAddressBook(session: app, persons: [eve])
    _ = try await app.send(["5551234"])
    eve.updateDeliveryStatus()
    #expect(eve.name == "Eve" && eve.allBulkIds() == ["B1"] && !eve.hasImage())
    #expect(app.addressBook.isInvitationSent(toPersonId: 7))
    #expect(app.addressBook.isInvitationSent(toMsisdn: "555 1234"))
    #expect(!app.addressBook.isInvitationSent(toMsisdn: "5550000"))
  }

  @Test("Somebody with the same number twice gets one invitation")
  @MainActor func sameNumberTwice() async throws {
    let app = phone.run(fake)
    let zoe = try #require(app.addressBook.person(withId: 1))
    zoe.sendInvite(withDeliveryDelegate: nil, messageId: "M1")
    try await eventually { zoe.isInPendingState() }
    #expect(fake.sent[0].destinations.map(\.address) == ["+385981234567", "098765432"])
    #expect(zoe.invitationInfos.allSatisfy { $0.bulkId == "B1" })
  }

  @Test("A number alone can be invited")
  @MainActor func oneNumber() async throws {
    let app = phone.run(fake)
    let zoe = try #require(app.addressBook.person(withId: 1))
    zoe.invitationInfos[2].sendInvite(withDeliveryDelegate: nil, messageId: nil)
    try await eventually { zoe.isInPendingState() }
    #expect(fake.sent[0].destinations.map(\.address) == ["098765432"])
    #expect(zoe.allBulkIds() == ["B1"] && zoe.numberOfNonInvitedMsisdns() == 3)
  }

  @Test("What no server has taken is forgotten when the app says so")
  func withoutBulk() async throws {
    let app = phone.run(fake)
    _ = try await app.send(["5551234"])
    let lost = StoredInvitation(number: "5550000", address: "5550000", at: phone.clock.now)
    try app.invitationFile.change { $0["5550000"] = lost }
    #expect(try app.status("5550000") == "DeliveryUnknown")
    app.addressBook.updateDatabaseDeleteItemsWithoutBulkId()
    #expect(try app.status("5550000") == nil)
    #expect(try app.status("5551234") == "MessageWaiting")
  }

  @Test(
    "Numbers lose what is only for people",
    arguments: [
      ("+385 98/123-4567", "385981234567", "+385981234567"),
      ("00385 98 1234567", "385981234567", "+385981234567"),
      ("(555) 123-4567", "5551234567", "5551234567"), ("٠٩٨١", "0981", "0981"),
      ("no number", "", ""),
    ])
  func numbers(text: String, digits: String, address: String) {
    let info = IBSIInvitationInfo(msisdn: text, personId: 1)
    #expect(info.formattedMsisdn() == digits && info.formatedMsisdn() == digits)
    #expect(PhoneText(text).address == address)
  }

  @Test("Somebody whom the system knows by a text always has the same number")
  func ids() {
    var (first, second) = (ContactIDs(), ContactIDs())
    let id = first.id(of: "A1B2-C3:ABPerson")
    #expect(id > 0 && id <= Int(Int32.max))
    #expect(second.id(of: "another") != id)
    #expect(second.id(of: "A1B2-C3:ABPerson") == id)
  }
}
