import BeckonBasics
import BeckonSDK
import Foundation

/// What a session stands on; a test puts other things in their place.
struct Surroundings: Sendable {
  /// The app's Info.plist: `BeckonURL`, the server.
  var server: @Sendable () -> URL? = {
    (Bundle.main.object(forInfoDictionaryKey: "BeckonURL") as? String).flatMap(URL.init(string:))
  }
  /// Where the app's client keeps its files.
  var directory: @Sendable () -> URL? = { Beckon.directoryOfFaces() }
  /// How requests are sent; by the system's client when left out.
  var transport: Transport?
  /// Time and chance.
  var ambient = Ambient.system
  /// How to wait so many milliseconds.
  var sleep = BeckonOptions().sleep
}

/// What the app has said of itself.
struct Settings: Sendable, Hashable {
  /// The key: `pk_…`, or one that the server knows as such.
  var key = ""
  /// The campaign.
  var list = ""
  /// The server, if it does not stand in Info.plist.
  var server: URL?
  /// The device's address; the server sees it by itself.
  var address = ""
  /// The device's model.
  var device = ""
  /// The device's system.
  var system = ""
  /// The device's screen in points.
  var screen = ""
}
