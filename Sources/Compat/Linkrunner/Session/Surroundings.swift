import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
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
  /// Where facts waited when this face had a client of its own.
  var earlierDirectory: URL? = BeckonOptions.usualDirectory(named: "BeckonLinkrunner")
  /// How requests are sent.
  var transport = Transport.urlSession()
  /// Time and chance.
  var ambient = Ambient.system
  /// How to wait so many milliseconds.
  var sleep = BeckonOptions().sleep
  /// Bounds of the queue.
  var queue = QueueLimits()
  /// How long a call waits for the answer of a server that falters; then it says that the fact is
  /// queued.
  var patienceMilliseconds: Int64 = 10_000
  /// `device_data`, without the install's id.
  var device: @Sendable (_ isIDFADisabled: Bool) async -> [JSON.Member] = { isIDFADisabled in
    await DeviceData.members(isIDFADisabled: isIDFADisabled)
  }
  /// How Apple's ad frameworks are told a value.
  var convert: @Sendable (Linkrunner.ConversionValue) async -> Bool = { value in
    await value.apply()
  }
  /// Where a line for the developer goes when `debug` is on.
  var log: @Sendable (String) -> Void = { NSLog("%@", "Linkrunner: " + $0) }
}
