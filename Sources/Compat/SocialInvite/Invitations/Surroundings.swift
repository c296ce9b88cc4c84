import BeckonBasics
import BeckonModel
import BeckonSDK
import Foundation

/// What a session stands on; a test puts other things in their place.
struct Surroundings: Sendable {
  /// The app's Info.plist: `BeckonURL`, the server.
  var server: @Sendable () -> URL? = {
    (Bundle.main.object(forInfoDictionaryKey: "BeckonURL") as? String).flatMap(URL.init(string:))
  }
  /// Where the app's client keeps its files, and this face its invitations.
  var directory: @Sendable () -> URL? = { Beckon.directoryOfFaces() }
  /// How requests are sent; by the system's client when left out.
  var transport: Transport?
  /// The device; found out when left out.
  var device: DeviceDescription?
  /// Time and chance.
  var ambient = Ambient.system
  /// How to wait so many milliseconds.
  var sleep = BeckonOptions().sleep
  /// How files are touched.
  var files = FileAccess.system
  /// Whom the phone's owner knows.
  var contacts = ContactSource.system
  /// Where a line for the developer goes.
  var log: @Sendable (String) -> Void = { NSLog("%@", "Social invites: " + $0) }
}
