import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatDynamicLinks

/// An app on a phone: a directory, user defaults, a pasteboard, and what it was told.
final class DynamicLinksApp: Sendable {
  static let domain = "https://links.example.com"
  static let url = "https://go.example.com"

  let directory: URL
  let suite: String
  let delivered = Locked<[URL]>([])
  let pasteboard = Locked<String?>(nil)
  let lines = Locked<[String]>([])

  init() {
    let name = "beckon-dynamic-links-" + UUID().uuidString
    suite = name
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
    UserDefaults.standard.removePersistentDomain(forName: suite)
  }

  /// User defaults of this app alone.
  var defaults: UserDefaults { UserDefaults(suiteName: suite) ?? .standard }

  /// What stands in its Info.plist.
  static func information(
    server: String = url, _ change: (inout AppInformation) -> Void = { _ in }
  ) -> AppInformation {
    var information = AppInformation()
    information.server = URL(string: server)
    information.key = "pk_test"
    information.bundleID = "com.example.ios"
    information.schemes = ["com.example.ios"]
    information.domains = [domain, "https://play.example/promo/"]
    change(&information)
    return information
  }

  func surroundings(
    _ transport: Transport? = nil, _ information: AppInformation = DynamicLinksApp.information()
  ) -> Surroundings {
    var surroundings = Surroundings()
    surroundings.information = { information }
    surroundings.directory = { [directory] in directory }
    surroundings.transport = transport
    surroundings.pasteboard = Pasteboard(
      text: { [pasteboard] in pasteboard.withLock { $0 } },
      clear: { [pasteboard] in pasteboard.withLock { $0 = "" } })
    surroundings.deliver = { [delivered] url in delivered.withLock { $0.append(url) } }
    surroundings.log = { [lines] line in lines.withLock { $0.append(line) } }
    return surroundings
  }

  /// A session whose requests this server answers.
  func session(
    _ server: InMemoryServer, _ information: AppInformation = DynamicLinksApp.information()
  ) -> DynamicLinksSession {
    DynamicLinksSession(surroundings(server.transport, information), defaults: defaults)
  }
}

extension InMemoryServer {
  /// Answers calls of this path so, and all others as usual.
  func answer(_ path: String, _ json: JSON, status: Int = 200) {
    decide { request in
      request.url.contains(path) ? .status(status, body: json.bytes) : .usual
    }
  }

  /// Bodies of the calls of a path.
  func bodies(of path: String) -> [JSON] {
    requests.filter { $0.url.contains(path) }
      .map { (try? JSONReader.read($0.body)) ?? .null }
  }
}
