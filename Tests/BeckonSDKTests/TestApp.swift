import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

/// An app on a phone: a directory, a clock and a server, and a client that can be started again.
final class TestApp: Sendable {
  let directory: URL
  let clock = ManualClock()
  let server: InMemoryServer

  init() {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-tests-" + UUID().uuidString)
    server = InMemoryServer(ambient: clock.ambient)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Starts the app's client. Its timer never fires before a test lets time pass.
  /// - Parameter vendor: beginning of the paths of a vendor's face.
  func launch(
    queue: QueueLimits = QueueLimits(), flushEvents: Int = 1_000_000,
    files: FileAccess = .system, transport: Transport? = nil,
    appleAdsToken: String? = nil, vendor: String = "/vendor",
    identityToken: (@Sendable (String) async throws -> String?)? = nil,
    onSettled: (@Sendable (DurableRequest, Result<DurableOutcome, BeckonError>) -> Void)? = nil,
    dropRequest: (@Sendable (DropReport) -> DurableRequest)? = nil
  ) throws -> BeckonClient {
    var options = BeckonOptions.testing(server, clock: clock, directory: directory)
    options.queue = queue
    options.flushEvents = flushEvents
    options.identityToken = identityToken
    options.isDebugging = false
    if let transport { options.transport = transport }
    options.files = files
    options.appleAdsToken = { appleAdsToken }
    let address = try #require(URL(string: "https://go.example.com"))
    var face = VendorFace(pathPrefix: vendor)
    if let onSettled { face.onSettled = onSettled }
    face.dropRequest = dropRequest
    // As the face's, because in the app's own client a vendor's calls wait for the registration.
    return try Beckon.configure(face: face, url: address, key: "pk_test", options: options)
  }

  /// Names of the app's files of one kind, in order.
  func files(_ suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.hasSuffix(suffix) }.sorted()
  }

  func content(_ name: String) throws -> Data {
    try Data(contentsOf: directory.appendingPathComponent(name))
  }

  func write(_ content: Data, to name: String) throws {
    try content.write(to: directory.appendingPathComponent(name))
  }

  /// Names of the events that the server has, in the order in which they came.
  var arrived: [String] { server.events.compactMap { $0["name"]?.string } }
}
