import BeckonBasics
import BeckonModel
import BeckonSDK
import Foundation

extension BeckonOptions {
  /// Options of a client that talks to this server, and whose time passes as the test says.
  /// - Parameters:
  ///   - server: answers in place of the network.
  ///   - clock: for what the client waits; without it, the system's.
  ///   - directory: where the client keeps its files; a new one unless told. A client that is made
  ///     with the same directory once more is the app started again.
  public static func testing(
    _ server: InMemoryServer, clock: ManualClock? = nil, directory: URL? = nil
  ) -> BeckonOptions {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-testing-" + Ambient.system.identifier().uuid)
    var options = BeckonOptions(directory: directory ?? place)
    options.transport = server.transport
    options.device = DeviceDescription(platform: .ios, osVersion: "18.5")
    options.appleAdsToken = { nil }
    if let clock {
      options.ambient = clock.ambient
      // Sleeps because: by the manual clock nothing real is waited for.
      options.sleep = { try await clock.sleep(milliseconds: $0) }
    }
    return options
  }
}
