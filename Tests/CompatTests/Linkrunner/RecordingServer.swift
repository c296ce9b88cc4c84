import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation

/// A server that keeps what it is sent, for what only it can see: what stands in a request, and
/// that there was none.
struct RecordingServer: Sendable {
  /// Where it listens.
  let url: URL
  /// The token that goes into each body.
  let token: String
  /// Which campaign it finds for the install.
  let attribution: Linkrunner.AttributionData
  /// What it says of the link that the tests open.
  let link: Linkrunner.DeepLink
  /// What calls of this path have left on the server, each fact once, in the order in which they
  /// came, under the names that the request has on the wire: `event_name`, `event_id`,
  /// `event_data`, `payment_id`, `amount`, `type`, `status`, `user_id`, `user_data`, …
  let stored: @Sendable (Linkrunner.Path) async throws -> [JSON]

  /// A fake over a real socket.
  static func start() throws -> RecordingServer {
    let fake = LinkrunnerFake()
    let campaign = Linkrunner.Campaign(
      id: "camp_1", name: "Summer", kind: .inorganic, adNetwork: .meta,
      installedAt: Instant("2026-05-01T10:00:00Z"))
    let attribution = Linkrunner.AttributionData(
      deepLink: "https://app.example.com/promo", source: "META", campaign: campaign)
    let link = Linkrunner.DeepLink(deepLink: "app://product/456", isOurs: true)
    fake.answer(.attributionData, with: attribution.json)
    fake.answer(.handleDeepLink, with: link.json)
    let socket = try LoopbackServer { request in
      guard let response = try? fake.respond(request) else { return .hangUp }
      return .answer(response)
    }
    guard let url = URL(string: socket.url) else { throw URLError(.badURL) }
    return RecordingServer(
      url: url, token: "token_1", attribution: attribution, link: link
    ) { path in fake.stored(path) }
  }
}
