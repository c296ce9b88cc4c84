import BeckonBasics
import BeckonModel
import Foundation

/// What can be set when a client is made. A plain value, copied then.
public struct BeckonOptions: Sendable {
  /// Where the client keeps its files, for itself alone. Without it `Application Support/Beckon`,
  /// on Linux `$XDG_STATE_HOME/beckon` or `~/.local/state/beckon`. Not in an app group's container:
  /// iOS ends an app that is suspended while it holds a lock there.
  public var directory: URL?
  /// Bounds of the queue.
  public var queue: QueueLimits
  /// So many waiting events start an upload at once; at least 1.
  public var flushEvents: Int { didSet { flushEvents = max(1, flushEvents) } }
  /// Seconds after which waiting events are uploaded, however few; 0.01 to 86,400, a day.
  public var flushSeconds: Double {
    didSet { flushSeconds = flushSeconds.clamped(to: Self.flushSecondsRange) }
  }
  /// Seconds one request may take, and the app's own `identityToken`; 1 to 120.
  public var timeoutSeconds: Double {
    didSet { timeoutSeconds = timeoutSeconds.clamped(to: Self.timeoutSecondsRange) }
  }
  /// Whether the first launch reads a link from the pasteboard. iOS then asks or tells the person.
  public var readsPasteboard: Bool
  /// What the app's own server gives its user to sign in with on this phone: a single-use token of
  /// `POST /v1/people/{person}/tokens`, or the user id signed with an identity key. Asked for the
  /// user id of `identify` before anything is sent, if this phone has no token of that user, and
  /// when its token is refused; each time once, for `timeoutSeconds` at most. `nil` leaves it at
  /// that, for a user of whom the app's server need not vouch; an error ends the call as
  /// `BeckonError.notSignedIn`, to be made again. A client keeps the first that it was configured
  /// with. See `docs/ACCOUNTS.md`.
  public var identityToken: (@Sendable (_ userID: String) async throws -> String?)?
  /// Whether the log tells each problem; in an app that is built for debugging unless told.
  public var isDebugging: Bool

  private static let flushSecondsRange = 0.01...86_400
  private static let timeoutSecondsRange = 1.0...120

  /// The device; found out when left out.
  package var device: DeviceDescription?
  /// How requests are sent; by the system's client when left out.
  package var transport: Transport?
  /// Time and chance.
  package var ambient = Ambient.system
  /// How to wait so many milliseconds.
  package var sleep: @Sendable (_ milliseconds: Int64) async throws -> Void = {
    try await Task.sleep(nanoseconds: UInt64(max(0, $0)) * 1_000_000)
  }
  /// How to ask the system for its token of Apple's advertising.
  package var appleAdsToken: @Sendable () -> String? = { Device.appleAdsToken() }
  /// How the pasteboard's link is read, where `readsPasteboard` allows it.
  package var pasteboardLink: @Sendable () async -> String? = { await Device.pasteboardLink() }
  /// How files are touched.
  package var files = FileAccess.system
  /// How something is done on another thread, less than a second later.
  package var later: @Sendable (@escaping @Sendable () -> Void) -> Void = { work in
    DispatchQueue.global(qos: .utility).asyncAfter(
      deadline: .now() + .milliseconds(500), execute: work)
  }

  /// Makes options.
  public init(
    directory: URL? = nil, queue: QueueLimits = QueueLimits(), flushEvents: Int = 50,
    flushSeconds: Double = 15, timeoutSeconds: Double = 30, readsPasteboard: Bool = false,
    isDebugging: Bool? = nil,
    identityToken: (@Sendable (_ userID: String) async throws -> String?)? = nil
  ) {
    self.directory = directory
    self.queue = queue
    self.flushEvents = max(1, flushEvents)
    self.flushSeconds = flushSeconds.clamped(to: Self.flushSecondsRange)
    self.timeoutSeconds = timeoutSeconds.clamped(to: Self.timeoutSecondsRange)
    self.readsPasteboard = readsPasteboard
    self.identityToken = identityToken
    self.isDebugging = isDebugging ?? Self.usuallyDebugging
  }
}

extension Comparable {
  /// The nearest in a range; for what is no number, the lowest.
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(range.lowerBound, self), range.upperBound)
  }
}

extension BeckonOptions {
  private static var usuallyDebugging: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// The directory that is used when none is given; on Linux in lower case.
  /// - Parameter name: the directory's own name.
  package static func usualDirectory(named name: String = "Beckon") -> URL? {
    #if os(Linux)
      let environment = ProcessInfo.processInfo.environment
      if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
        return URL(fileURLWithPath: state).appendingPathComponent(name.lowercased())
      }
      return environment["HOME"].map {
        URL(fileURLWithPath: $0).appendingPathComponent(".local/state/" + name.lowercased())
      }
    #else
      let places = FileManager.default.urls(
        for: .applicationSupportDirectory, in: .userDomainMask)
      return places.first?.appendingPathComponent(name)
    #endif
  }
}
