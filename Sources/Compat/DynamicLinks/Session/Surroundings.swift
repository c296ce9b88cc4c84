import BeckonBasics
import BeckonModel
import BeckonSDK
import Foundation

/// What a session stands on; a test puts other things in their place.
struct Surroundings: Sendable {
  /// The app's Info.plist.
  var information: @Sendable () -> AppInformation = { AppInformation(Bundle.main) }
  /// Where the app's client keeps its files.
  var directory: @Sendable () -> URL? = { Beckon.directoryOfFaces() }
  /// How requests are sent; by the system's client when left out.
  var transport: Transport?
  /// The device; found out when left out.
  var device: DeviceDescription?
  /// Time and chance.
  var ambient = Ambient.system
  /// How to wait so many milliseconds.
  var sleep = BeckonOptions().sleep
  /// The text in the pasteboard, if it is a URL; it is removed once it was taken.
  var pasteboard = Pasteboard.system
  /// How the app is told of the link that led to this install.
  var deliver: @Sendable (URL) async -> Void = { await AppDelegateCall.open($0) }
  /// Where a line for the developer goes.
  var log: @Sendable (String) -> Void = { NSLog("%@", "Dynamic Links: " + $0) }
}

/// The app's Info.plist, as far as it is about links.
struct AppInformation: Sendable, Hashable {
  /// `BeckonURL`: the server.
  var server: URL?
  /// `BeckonKey`: the publishable key, `pk_…`.
  var key: String?
  /// The app's bundle.
  var bundleID = ""
  /// Schemes by which the app is opened.
  var schemes: [String] = []
  /// `FirebaseDynamicLinksCustomDomains`: prefixes of the app's links.
  var domains: [String] = []
  /// `FirebaseDeepLinkAutomaticRetrievalEnabled`: whether the first launch looks for a link.
  var looksForLink = true
  /// `FirebaseDeepLinkPasteboardRetrievalEnabled`: whether it looks into the pasteboard too.
  var readsPasteboard = true

  init() {}

  init(_ bundle: Bundle) {
    self.init(bundle.infoDictionary ?? [:], bundleID: bundle.bundleIdentifier ?? "")
  }

  /// - Parameter values: as they stand in the file.
  init(_ values: [String: Any], bundleID: String) {
    server = (values["BeckonURL"] as? String).flatMap(URL.init(string:))
    key = values["BeckonKey"] as? String
    self.bundleID = bundleID
    let types = values["CFBundleURLTypes"] as? [[String: Any]] ?? []
    schemes = types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
    domains = values["FirebaseDynamicLinksCustomDomains"] as? [String] ?? []
    looksForLink = values["FirebaseDeepLinkAutomaticRetrievalEnabled"] as? Bool ?? true
    readsPasteboard = values["FirebaseDeepLinkPasteboardRetrievalEnabled"] as? Bool ?? true
  }
}
