import BeckonModel
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What every event tells of the phone. What its owner calls it, its network and the advertisers'
/// id are not among it: the vendor's client sends them, and the server stores none of it.
struct Phone: Sendable, Hashable {
  /// `17.4`.
  var systemVersion = Self.version()
  /// `iPhone14,5`.
  var model = Self.machine()
  /// `en_US`.
  var locale = Locale.current.identifier
  /// The app's.
  var appVersion = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String

  /// The client's, as the vendor's calls itself.
  static let clientVersion = "1.0"

  /// The members on the wire.
  /// - Parameter token: where notifications go.
  func members(token: String?) -> [JSON.Member] {
    let members = JSON.object([
      "os": "ios", "device": "ios", "osversion": .string(systemVersion),
      "deviceType": .string(model), "deviceName": .string(kind), "carrier": "",
      "local": .string(locale), "appVersion": .text(appVersion),
      "sdkVersion": .string(Self.clientVersion), "firstTime": 1, "token": .text(token),
    ])
    return members.members ?? []
  }

  /// The letters in front of the model's number: `iPhone`.
  private var kind: String {
    String(decoding: model.utf8.prefix { !(48...57).contains($0) }, as: UTF8.self)
  }

  private static func version() -> String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion)"
  }

  private static func machine() -> String {
    if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] {
      return simulated
    }
    var names = utsname()
    guard uname(&names) == 0 else { return "" }
    return withUnsafeBytes(of: &names.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
