import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation

@testable import BeckonCompatLinkrunner

/// An app on a phone: a directory, user defaults, a device, and sessions that come one after
/// another.
final class LinkrunnerApp: Sendable {
  let directory: URL
  let suite: String
  let converted = Locked<[Linkrunner.ConversionValue]>([])
  let lines = Locked<[String]>([])

  init() {
    let name = "beckon-linkrunner-" + UUID().uuidString
    suite = name
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
    UserDefaults.standard.removePersistentDomain(forName: suite)
  }

  /// User defaults of this app alone.
  var defaults: UserDefaults { UserDefaults(suiteName: suite) ?? .standard }

  /// Surroundings whose device is always the same, and that tell Apple's frameworks nothing.
  func surroundings(
    transport: Transport = .urlSession(), ambient: Ambient = .system,
    information: [String: String] = [:]
  ) -> Surroundings {
    var surroundings = Surroundings()
    surroundings.directory = { [directory] in directory }
    surroundings.earlierDirectory = directory.appendingPathExtension("earlier")
    surroundings.transport = transport
    surroundings.ambient = ambient
    surroundings.information = { information }
    surroundings.device = { isIDFADisabled in
      [
        JSON.Member("device", "iPhone"), JSON.Member("system_version", "17.4"),
        JSON.Member("idfa", isIDFADisabled ? .null : "6D92078A"),
      ]
    }
    surroundings.convert = { [converted] value in
      converted.withLock { $0.append(value) }
      return true
    }
    surroundings.log = { [lines] line in lines.withLock { $0.append(line) } }
    return surroundings
  }

  /// A session that is not configured yet.
  func session(_ surroundings: Surroundings) -> LinkrunnerSession {
    LinkrunnerSession(surroundings, defaults: defaults)
  }
}
