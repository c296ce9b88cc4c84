import BeckonBasics
import BeckonModel
import BeckonSDK
import Foundation

/// What a session stands on; a test puts other things in their place.
struct Surroundings: Sendable {
  /// The app's Info.plist, as far as it is about the server: `BeckonURL` and `BeckonKey`.
  var information: @Sendable () -> [String: String] = {
    ["BeckonURL", "BeckonKey"].reduce(into: [:]) { found, key in
      found[key] = Bundle.main.object(forInfoDictionaryKey: key) as? String
    }
  }
  /// Where the app's client keeps its files, and facts wait.
  var directory: @Sendable () -> URL? = { Beckon.directoryOfFaces() }
  /// How requests are sent; by the system's client when left out.
  var transport: Transport?
  /// The device as the SDK describes it; found out when left out.
  var device: DeviceDescription?
  /// The phone, as each event tells of it.
  var phone = Phone()
  /// Time and chance.
  var ambient = Ambient.system
  /// How to wait so many milliseconds.
  var sleep = BeckonOptions().sleep
  /// How long facts wait for the server to give out ids; then the client makes them itself.
  var idPatienceMilliseconds: Int64 = 2_000
  /// How long a call waits for recommendations; then it calls back with none.
  var answerPatienceMilliseconds: Int64 = 10_000
  /// Where a line for the developer goes.
  var log: @Sendable (String) -> Void = { NSLog("%@", "Segmentify: " + $0) }
}

/// Who the app is, as it has said, and where the server is.
struct Configuration: Sendable, Hashable {
  /// What `config` and `setConfig` say.
  var key = ""
  /// The server, as the app writes it.
  var dataCenterURL = ""
  /// The shop's domain.
  var domain = ""
  /// The server for notifications, as the app writes it. All goes to one server.
  var pushURL = ""
  /// Seconds of silence after which a session is over: as many as the server waits, unless the app
  /// says otherwise.
  var sessionSeconds = 1_800

  /// Server and key.
  struct Target: Sendable, Hashable {
    let server: URL
    let key: String
  }

  /// The vendor's own servers speak only the vendor's protocol, so nothing is sent there: an app
  /// that still names them means the server in its Info.plist.
  static let vendorHost = "segmentify.com"

  /// Where to send, as which app; `nil` while the app has not said it.
  func target(_ information: [String: String]) -> Target? {
    let named = Self.server(information["BeckonURL"])
    let ownKey = information["BeckonKey"] ?? ""
    if let server = Self.server(dataCenterURL) {
      return Self.target(server, key.isEmpty ? ownKey : key)
    }
    return named.flatMap { Self.target($0, ownKey.isEmpty ? key : ownKey) }
  }

  private static func target(_ server: URL, _ key: String) -> Target? {
    key.isEmpty ? nil : Target(server: server, key: key)
  }

  private static func server(_ text: String?) -> URL? {
    guard let url = text.flatMap(URL.init(string:)), let host = url.host?.lowercased(),
      ["http", "https"].contains(url.scheme?.lowercased() ?? "")
    else { return nil }
    let isVendors = host == vendorHost || host.hasSuffix("." + vendorHost)
    return isVendors || host.isEmpty ? nil : url
  }
}
