import BeckonBasics
import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation

/// The server that the guide's code talks to, over a real socket: where it is, and what the tests
/// need to do and see on its side. It is the one place that knows which server it is.
struct InviteServer: Sendable {
  /// Where it listens.
  let url: URL
  /// The app's key.
  let key: String
  /// The app's default message.
  let defaultMessage: String
  /// The numbers to which invitations have gone out, in order.
  let invited: @Sendable () async throws -> [String]
  /// Brings a number's invitation to the phone.
  let deliver: @Sendable (_ address: String) async throws -> Void
  /// Stops listening.
  let stop: @Sendable () -> Void

  /// A scripted one that answers in the contract's types.
  static func start() throws -> InviteServer {
    let fake = SocialInviteFake()
    let socket = try LoopbackServer { request in
      guard let response = try? fake.respond(request) else { return .hangUp }
      return .answer(response)
    }
    guard let url = URL(string: socket.url) else { throw URLError(.badURL) }
    fake.state.withLock { state in
      state.messages["D1"] = .init(
        applicationKey: SocialInviteFake.key, key: "D1", text: "Come: <>", placeholder: "<>",
        clientPlaceholder: nil)
    }
    return InviteServer(
      url: url, key: SocialInviteFake.key, defaultMessage: "D1",
      invited: { fake.sent.flatMap { $0.destinations.map(\.address) } },
      deliver: { address in fake.plan(address, .deliveredToTerminal) }, stop: { socket.stop() })
  }
}
