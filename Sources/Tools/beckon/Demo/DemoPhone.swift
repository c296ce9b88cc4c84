import BeckonBasics
import BeckonModel
import BeckonSDK
import Foundation

/// A person's iPhone: a browser, and the app with the real SDK in it, both at one address.
final class DemoPhone: Sendable {
  static let browser = """
    Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 \
    (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1
    """

  /// The SDK in the app.
  let sdk: BeckonClient
  /// Requests that the SDK has sent, and answers that got lost on the way back.
  let wire: Wire
  private let address: String
  private let server: DemoServer

  init(of owner: String, at address: String, _ server: DemoServer) throws {
    self.address = address
    self.server = server
    let wire = Wire()
    self.wire = wire
    let network = Transport.urlSession()
    let transport = Transport { request in
      var forwarded = request
      forwarded.headers["X-Forwarded-For"] = address
      let response = try await network.send(forwarded)
      guard !wire.losesAnswer(to: request) else {
        throw TransportError.noAnswer("the train went into a tunnel")
      }
      return response
    }
    guard let url = URL(string: server.url) else {
      throw Failure("'\(server.url)' is no URL", "beckon doctor")
    }
    var options = BeckonOptions(
      directory: server.folder.appendingPathComponent("phone-" + owner), flushSeconds: 0.2)
    options.device = DeviceDescription(
      platform: .ios, osVersion: "17.5.1", deviceModel: "iPhone15,2",
      screen: Screen(width: 393, height: 852, scale: 3), language: "en-US",
      timeZone: "Europe/Istanbul", appVersion: "1.0")
    options.transport = transport
    let key = server.publishableKey
    sdk = try server.unlessStopped { try Beckon.configure(url: url, key: key, options: options) }
  }

  /// Opens a link in the browser, and gives where it leads.
  func open(_ link: String) async throws -> (status: Int, location: String) {
    let answer = try await server.call(
      "GET", link,
      headers: [
        "User-Agent": Self.browser, "Accept-Language": "en-US,en;q=0.9",
        "X-Forwarded-For": address,
      ])
    return (answer.status, answer.headers["location"] ?? "")
  }

  /// What goes over the wire between SDK and server.
  final class Wire: Sendable {
    private let state = Locked((attributeCalls: 0, lost: 0, isCut: false))

    /// From now on, the answer to the next change of attributes is lost.
    func cut() { state.withLock { $0.isCut = true } }

    /// How often attributes were sent, and how many answers were lost.
    var attributeCalls: (sent: Int, lost: Int) {
      state.withLock { ($0.attributeCalls, $0.lost) }
    }

    func losesAnswer(to request: TransportRequest) -> Bool {
      guard request.method == "PATCH" else { return false }
      return state.withLock { state in
        state.attributeCalls += 1
        guard state.isCut else { return false }
        state.isCut = false
        state.lost += 1
        return true
      }
    }
  }
}
