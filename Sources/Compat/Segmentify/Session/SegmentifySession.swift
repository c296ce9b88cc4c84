import BeckonBasics
import BeckonContract
import BeckonContractSegmentify
import BeckonModel
import BeckonSDK
import Foundation

/// What this face stands on: who the app is, who visits it, and the one client with its queue that
/// it shares with `BeckonSDK` and with the faces of other vendors.
///
/// A fact is in the queue's file when the call that tells it returns. Only where it needs ids that
/// are not there yet it is held in memory, for two seconds at most.
final class SegmentifySession: Sendable {
  /// The app's own.
  static let shared = SegmentifySession()

  /// What became of a fact for whose answer somebody waits.
  enum Outcome: Sendable {
    /// The server has answered.
    case answered(Segmentify.Answer)
    /// There is no answer, and why. What was told waits in the queue, unless it was refused.
    case missed(String)
  }

  /// Hears what became of a fact, once.
  typealias Listener = @Sendable (Outcome) -> Void

  /// A fact with when it was told.
  struct Told: Sendable {
    let fact: Fact
    let at: Instant
    let listener: Listener?
  }

  struct State {
    var surroundings: Surroundings
    var memory: VisitorMemory
    var configuration = Configuration()
    var opened: (target: Configuration.Target, client: BeckonClient)?
    /// Whether the server is being asked for ids.
    var isAsking = false
    /// Whether the client of another server is being closed.
    var isMoving = false
    var isLogging = true
    var listeners: [String: Listener] = [:]
  }

  /// Most facts that are held in memory.
  static let heldMax = 1_000

  let state: Locked<State>
  /// Facts that cannot be stored yet, in order. Who holds the lock stores: so the order stays.
  let held = Locked<[Told]>([])

  init(
    _ surroundings: Surroundings = Surroundings(), defaults: sending UserDefaults = .standard
  ) {
    let memory = VisitorMemory(defaults)
    state = Locked(State(surroundings: surroundings, memory: memory))
  }

  var surroundings: Surroundings { state.withLock { $0.surroundings } }
  var memory: VisitorMemory { state.withLock { $0.memory } }
  var configuration: Configuration { state.withLock { $0.configuration } }
  var now: Instant { surroundings.ambient.now() }

  /// Puts other surroundings in place, for a test of the shared session.
  func replace(_ surroundings: Surroundings, defaults: sending UserDefaults) {
    let memory = VisitorMemory(defaults)
    state.withLock { $0 = State(surroundings: surroundings, memory: memory) }
  }

  /// Changes what is known of the app, sends what waits of earlier runs, and gets the ids that the
  /// first fact will need.
  func configure(_ change: (inout Configuration) -> Void) {
    state.withLock { change(&$0.configuration) }
    guard let target else {
      log("nothing is sent yet: set 'dataCenterUrl' or BeckonURL, and 'appkey' or BeckonKey.")
      return
    }
    let previous = state.withLock { state -> BeckonClient? in
      guard let opened = state.opened, opened.target.server != target.server else { return nil }
      state.opened = nil
      guard !opened.client.isShared else { return nil }
      state.isMoving = true
      return opened.client
    }
    Task {
      if let previous {
        await previous.close()
        state.withLock { $0.isMoving = false }
      }
      await begin()
    }
  }

  private func begin() async {
    prepare()
    do throws(BeckonError) {
      let client = try client()
      // With a key of Beckon's own the install is registered, so that each event carries its token:
      // by that the server knows which install the visitor has.
      let isKnown = client.isShared || target?.key.hasPrefix("pk_") == true
      if isKnown { _ = try? await client.start() }
      _ = await client.flush()
    } catch {
      log(error.description)
    }
  }

  /// Where to send, as which app.
  var target: Configuration.Target? {
    let (configuration, information) = (configuration, surroundings.information())
    return configuration.target(information)
  }

  /// The client that all faces share.
  /// - Throws: `BeckonError`.
  func client() throws(BeckonError) -> BeckonClient {
    guard let target else { throw .invalidConfiguration("Call SegmentifyManager.config first.") }
    if let opened = state.withLock({ $0.opened }), opened.target == target,
      !opened.client.isClosed
    {
      return opened.client
    }
    let surroundings = surroundings
    var options = BeckonOptions(directory: surroundings.directory())
    options.transport = surroundings.transport
    options.device = surroundings.device
    options.ambient = surroundings.ambient
    options.sleep = surroundings.sleep
    for face in faces.dropFirst() {
      _ = try Beckon.configure(face: face, url: target.server, key: target.key, options: options)
    }
    let client = try Beckon.configure(
      face: faces[0], url: target.server, key: target.key, options: options)
    state.withLock { $0.opened = (target, client) }
    watchLife()
    return client
  }

  /// Ends the client and lets go of its directory.
  func close() async {
    let opened = state.withLock { state in (state.opened, state.opened = nil).0 }
    await opened?.client.close()
  }

  /// Writes a line for the developer, unless the app wants none.
  func log(_ line: String) {
    let (isLogging, log) = state.withLock { ($0.isLogging, $0.surroundings.log) }
    if isLogging { log(line) }
  }
}
