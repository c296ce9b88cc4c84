import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation

@testable import BeckonCompatSocialInvite

/// A phone with an app of the vendor's library on it: a directory, user defaults, an address book,
/// and runs that come one after another.
final class SocialInvitePhone: Sendable {
  let directory: URL
  let suite: String
  let clock = ManualClock()
  let lines = Locked<[String]>([])
  /// How long was waited between two questions, in milliseconds.
  let pauses = Locked<[Int64]>([])

  init() {
    let name = "beckon-social-invite-" + UUID().uuidString
    suite = name
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
    UserDefaults.standard.removePersistentDomain(forName: suite)
  }

  /// User defaults of this phone alone.
  var defaults: UserDefaults { UserDefaults(suiteName: suite) ?? .standard }

  /// Who is in the address book.
  static let people = [
    Contact(
      id: 1, firstName: "Zoë", lastName: "Adams",
      phoneNumbers: ["+385 98 123 4567", "00385981234567", "098 765-432"]),
    Contact(id: 2, firstName: "Ana", lastName: "Żak", phoneNumbers: ["+48 601 000 111"]),
    Contact(id: 3, firstName: "Ivo", lastName: "Bell", phoneNumbers: []),
  ]

  /// What a run of the app stands on. Pauses between questions take no time; for anything else the
  /// clock is by hand.
  func surroundings(_ transport: Transport) -> Surroundings {
    var surroundings = Surroundings()
    let url = URL(string: "https://go.example.com")
    surroundings.server = { url }
    surroundings.directory = { [directory] in directory }
    surroundings.transport = transport
    surroundings.device = DeviceDescription(platform: .ios, osVersion: "18.5")
    surroundings.ambient = clock.ambient
    surroundings.sleep = { [clock, pauses] milliseconds in
      if milliseconds >= 8_000, milliseconds % 8_000 == 0 {
        return pauses.withLock { $0.append(milliseconds) }
      }
      // Sleeps because: the clock is by hand, and nothing real is waited for.
      try await clock.sleep(milliseconds: milliseconds)
    }
    surroundings.contacts = ContactSource(
      status: { .authorized }, request: { true }, contacts: { Self.people })
    surroundings.log = { [lines] line in lines.withLock { $0.append(line) } }
    return surroundings
  }

  /// A run of the app, initialised for a server.
  /// - Parameter transport: the way there; straight to it unless told.
  func run(
    _ fake: SocialInviteFake, key: String = SocialInviteFake.key,
    through transport: Transport? = nil
  ) -> SocialInviteSession {
    let session = SocialInviteSession(
      surroundings(transport ?? fake.transport), defaults: defaults)
    session.settings[text: .applicationKey] = "APPKEY"
    session.settings[text: .secretKey] = key
    session.settings[text: .defaultMessageId] = "D1"
    return session
  }
}

extension SocialInviteSession {
  /// Sends an invitation to numbers.
  func send(
    _ numbers: [Any], message: String? = nil, words: [String] = []
  ) async throws(InviteError) -> SendSmsResponse {
    try await send(InviteOrder(drafts: drafts(of: numbers), messageID: message, words: words))
  }

  /// What is known of a number.
  func status(_ number: String) throws -> String? {
    try invitationFile.row(of: PhoneText(number))?.status
  }
}
