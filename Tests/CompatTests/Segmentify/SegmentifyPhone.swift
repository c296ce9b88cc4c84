import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation

@testable import BeckonCompatSegmentify

/// A phone with an app of the vendor's client on it: a directory, user defaults, and runs that come
/// one after another.
final class SegmentifyPhone: Sendable {
  let directory: URL
  let suite: String
  let lines = Locked<[String]>([])

  init() {
    let name = "beckon-segmentify-" + UUID().uuidString
    suite = name
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
    UserDefaults.standard.removePersistentDomain(forName: suite)
  }

  /// User defaults of this phone alone.
  var defaults: UserDefaults { UserDefaults(suiteName: suite) ?? .standard }

  /// A phone that is always the same.
  static let model: Phone = {
    var phone = Phone()
    (phone.systemVersion, phone.model) = ("17.4", "iPhone14,5")
    (phone.locale, phone.appVersion) = ("en_US", nil)
    return phone
  }()

  /// What a run of the app stands on.
  /// - Parameter clock: time by hand; the system's without one.
  func surroundings(
    _ transport: Transport, clock: ManualClock? = nil, information: [String: String] = [:]
  ) -> Surroundings {
    var surroundings = Surroundings()
    surroundings.directory = { [directory] in directory }
    surroundings.information = { information }
    surroundings.transport = transport
    surroundings.phone = Self.model
    // However busy the machine is.
    surroundings.answerPatienceMilliseconds = 600_000
    if let clock {
      surroundings.ambient = clock.ambient
      // Sleeps because: the clock is by hand, and nothing real is waited for.
      surroundings.sleep = { try await clock.sleep(milliseconds: $0) }
    }
    surroundings.log = { [lines] line in lines.withLock { $0.append(line) } }
    return surroundings
  }

  /// A run of the app, configured for a server.
  func run(
    _ fake: SegmentifyFake, clock: ManualClock? = nil, key: String = "key-1"
  ) -> SegmentifySession {
    let session = SegmentifySession(
      surroundings(Transport { try fake.respond($0) }, clock: clock), defaults: defaults)
    session.configure { configuration in
      configuration.key = key
      configuration.dataCenterURL = "https://go.example.com"
      configuration.domain = "example.com"
    }
    return session
  }
}

/// What came to the main queue.
@MainActor final class Heard<Value> {
  private(set) var all: [Value] = []

  func add(_ value: Value) { all.append(value) }
}

extension JSON {
  /// The same with the members of each object in the order of their names.
  var sorted: JSON {
    switch self {
    case .object(let members):
      .object(
        members.sorted { $0.name < $1.name }.map { JSON.Member($0.name, $0.value.sorted) })
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }
}
