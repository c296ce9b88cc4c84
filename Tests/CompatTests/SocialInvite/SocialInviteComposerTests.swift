import BeckonBasics
import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatSocialInvite

/// Invitations that the user sends from their own phone.
struct SocialInviteComposerTests {
  let phone = SocialInvitePhone()
  let fake = SocialInviteFake()
  let page = URL(fileURLWithPath: "/")

  @Test("The user's own link is in the text, and the three steps are recorded without a number")
  func steps() async throws {
    let app = phone.run(fake, key: "pk_own")
    let target = try #require(URL(string: "https://example.com/get"))
    let composer = IBSIComposer(session: app)
    composer.choose(["+48601000111", "5551234"])
    let invite = try await composer.compose(to: target, text: "Come: <> now", placeholder: "<>")
    #expect(invite.text == "Come: https://go.example.com/AnA now")
    #expect(invite.recipients == ["+48601000111", "5551234"])
    composer.finish(.sent)
    composer.finish(.cancelled)
    _ = try await app.client().flush()
    let events = fake.native.receivedEvents
    #expect(events.map(\.name) == ["invite_asked", "invite_recipients_chosen", "invite_sent"])
    #expect(events.allSatisfy { $0.properties["invite"] == BeckonValue(composer.id) })
    #expect(events[1].properties["recipients"] == 2)
    #expect(events[2].properties["link"] == "https://go.example.com/AnA")
    let bodies = fake.native.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(!bodies.contains { $0.has(text: "601000111") })
    #expect(fake.sent.isEmpty)
  }

  @Test("Nothing is composed for nobody")
  func nobody() async throws {
    let composer = IBSIComposer(session: phone.run(fake, key: "pk_own"))
    await #expect(throws: NSError.self) { try await composer.compose(to: page, text: "Come") }
  }

  @Test("Who closes the message has not sent it")
  func cancelled() async throws {
    let app = phone.run(fake, key: "pk_own")
    let composer = IBSIComposer(session: app)
    composer.choose(["5551234"], isEverybody: true)
    composer.finish(.cancelled)
    _ = try await app.client().flush()
    #expect(fake.native.receivedEvents.map(\.name).last == "invite_cancelled")
    #expect(fake.native.receivedEvents[1].properties["everybody"] == true)
  }

  @Test(
    "The link takes the placeholder's place, or comes behind",
    arguments: [
      ("Come <>!", "<>", nil, "Come L!"), ("Come", "<>", nil, "Come L"),
      ("Come ", "", nil, "Come L"), ("cp, cp <> cp", "<>", "cp", "Ana, Bob L "),
      ("", "<>", nil, "L"),
    ] as [(String, String, String?, String)])
  func texts(text: String, placeholder: String, words: String?, filled: String) {
    #expect(
      InviteText.filled(
        text, placeholder: placeholder, link: "L", clientPlaceholder: words,
        words: ["Ana", "Bob"]) == filled)
  }
}
