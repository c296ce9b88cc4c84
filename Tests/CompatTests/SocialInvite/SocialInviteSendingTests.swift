import BeckonBasics
import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatSocialInvite

/// What the library sends, and what it keeps of it.
struct SocialInviteSendingTests {
  let phone = SocialInvitePhone()
  let fake = SocialInviteFake()

  @Test("An invitation goes out once to each number, and each is known as waiting")
  func send() async throws {
    let app = phone.run(fake)
    let answer = try await app.send(["+385 98 123", "0038598123", "5551234"], message: "M9")
    #expect(answer.bulkId == "B1")
    #expect(answer.responses.count == 2)
    #expect(answer.responses.allSatisfy { $0.status == "MessageAccepted" })
    let sent = try #require(fake.sent.first)
    #expect(sent.messageKey == "M9" && sent.installID == nil)
    #expect(sent.destinations.map(\.address) == ["+38598123", "5551234"])
    #expect(try app.status("+38598123") == "MessageWaiting")
    #expect(fake.requests.first?.header("authorization") == "App A1B2-key")
  }

  @Test("Without a message's id the default one goes out, with sender and words")
  func words() async throws {
    let app = phone.run(fake)
    app.settings[text: .senderId] = "Bob"
    app.settings[words: .clientListForPlaceholders] = ["RECEIVER_NAME", "SENDER_NAME", "x"]
    _ = app.addressBook.numberOfPeople()
    _ = try await app.send(["00385 98 1234567"], words: ["now"])
    let sent = try #require(fake.sent.first)
    #expect(sent.messageKey == "D1" && sent.sender == "Bob")
    #expect(sent.destinations.first?.clientData == ["Zoë Adams", "Bob", "now"])
  }

  @Test("Nobody is invited twice, unless the app allows it")
  func resending() async throws {
    let app = phone.run(fake)
    _ = try await app.send(["5551234"])
    await #expect(throws: InviteError.alreadyInvited) { try await app.send(["555-1234"]) }
    _ = try await app.send(["5551234", "5559999"])
    #expect(fake.sent.map { $0.destinations.map(\.address) } == [["5551234"], ["5559999"]])
    app.settings[isOn: .resend] = true
    _ = try await app.send(["5551234"])
    #expect(fake.sent.count == 3)
  }

  @Test("Who taps twice invites once: the second tap comes while the first is on its way")
  func twoTaps() async throws {
    let second = Locked<SocialInviteSession?>(nil)
    let refusals = Locked<[InviteError]>([])
    let transport = Transport { [fake] request in
      let app = second.withLock { app in
        defer { app = nil }
        return app
      }
      if let app {
        do throws(InviteError) {
          _ = try await app.send(["555 1234"])
        } catch {
          refusals.withLock { $0.append(error) }
        }
      }
      return try fake.respond(request)
    }
    let app = phone.run(fake, through: transport)
    second.withLock { $0 = app }
    _ = try await app.send(["5551234"])
    #expect(fake.sent.count == 1)
    #expect(refusals.withLock { $0 } == [.alreadyInvited])
  }

  @Test("A refusal is told in the server's words, and leaves nothing behind")
  func refusal() async throws {
    let app = phone.run(fake)
    fake.refuse(SocialInviteFailure(.serviceNotAvailable, "This app sends no invitations."))
    do {
      _ = try await app.send(["5551234"])
      Issue.record("it was sent")
    } catch {
      let told = error.vendorError
      #expect(told.localizedDescription == "This app sends no invitations.")
      #expect(told.domain == "IBErrorDomain" && told.code == 403)
    }
    #expect(try app.status("5551234") == nil)
    fake.refuse(nil)
    _ = try await app.send(["5551234"])
    #expect(try app.status("5551234") == "MessageWaiting")
  }

  @Test("When sending once more fails, what was known of the number stays")
  func failedAgain() async throws {
    let app = phone.run(fake)
    _ = try await app.send(["5551234"])
    app.settings[isOn: .resend] = true
    fake.state.withLock { $0.isOffline = true }
    await #expect(throws: InviteError.self) { try await app.send(["5551234"]) }
    #expect(try app.invitationFile.row(of: PhoneText("5551234"))?.bulkID == "B1")
  }

  @Test("What was sent is known in the app's next run")
  func nextRun() async throws {
    _ = try await phone.run(fake).send(["5551234"])
    let later = phone.run(fake)
    #expect(try later.status("5551234") == "MessageWaiting")
    await #expect(throws: InviteError.alreadyInvited) { try await later.send(["5551234"]) }
  }

  @Test("A file that cannot be understood is set aside, and the app goes on")
  func damagedFile() async throws {
    try FileManager.default.createDirectory(
      at: phone.directory, withIntermediateDirectories: true)
    let file = phone.directory.appendingPathComponent(InvitationFile.fileName)
    try Data("no JSON".utf8).write(to: file)
    let app = phone.run(fake)
    _ = try await app.send(["5551234"])
    #expect(try app.status("5551234") == "MessageWaiting")
    #expect(FileManager.default.fileExists(atPath: file.path + ".damaged"))
    #expect(phone.lines.withLock { $0.count } == 1)
  }

  @Test("What cannot be sent says why, and nothing leaves the phone")
  func impossible() async throws {
    let app = phone.run(fake)
    await #expect(throws: InviteError.noRecipients) { try await app.send([]) }
    await #expect(throws: InviteError.self) { try await app.send([7]) }
    await #expect(throws: InviteError.self) { try await app.send(["no number"]) }
    app.settings[text: .senderId] = "ABCDEFGHIJKL"
    await #expect(throws: InviteError.self) { try await app.send(["5551234"]) }
    app.settings[text: .senderId] = nil
    app.settings[isOn: .invitesEnabled] = false
    await #expect(throws: InviteError.invitesDisabled) { try await app.send(["5551234"]) }
    app.settings[isOn: .invitesEnabled] = nil
    app.settings[text: .defaultMessageId] = nil
    await #expect(throws: InviteError.notInitialized) { try await app.send(["5551234"]) }
    #expect(fake.requests.isEmpty)
  }

  @Test("With a key of Beckon's own the install is registered first, and its token goes along")
  func ownKey() async throws {
    let app = phone.run(fake, key: "pk_own")
    await #expect(throws: InviteError.self) { try await app.send(["5551234"]) }
    let request = try #require(fake.requests.first)
    #expect(request.header("authorization") == "App pk_own")
    #expect(request.header("beckon-token") == "token-of-install")
    let body = try JSONReader.read(request.body)
    #expect(body["beckon_install_id"]?.string == (try app.client().installID()))
  }

  @Test("A message is made, read and changed")
  func messages() async throws {
    let app = phone.run(fake)
    app.settings[text: .clientPlaceholder] = "cp"
    let made = try await app.createMessage("Come, cp: <>", "<>")
    #expect(made.key == "M1" && made.clientMobileApplicationKey == "APPKEY")
    #expect(made.clientPlaceholder == "cp")
    _ = try await app.updateMessage("M1", "New <>", "<>")
    app.settings[text: .defaultMessageId] = "M1"
    #expect(try await app.message("M1").text == "New <>")
    #expect(app.settings[text: .defaultMessageText] == "New <>")
    #expect(fake.requests.map(\.method) == ["POST", "PUT", "GET"])
    await #expect(throws: InviteError.self) { try await app.message("M9") }
    await #expect(throws: InviteError.self) { try await app.message(nil) }
  }

  @Test("An app that hands over one key has it in the path too")
  func oneKey() async throws {
    let app = phone.run(fake)
    app.settings[text: .applicationKey] = nil
    _ = try await app.createMessage("Come: <>", "<>")
    #expect(
      fake.requests.first?.url.hasSuffix("/1/social-invite/application/A1B2-key/message") == true)
  }
}
