import BeckonBasics
import BeckonModel

/// A vendor's names over the client that all faces of an app share: what its calls need besides.
package struct VendorFace: Sendable {
  /// Beginning of the paths that its calls go to; no two faces have the same.
  package let pathPrefix: String
  /// The body of one of its calls as it is sent, made anew with each try: with the app's token,
  /// which may be corrected while calls wait.
  package var body: @Sendable (_ body: JSON) -> JSON = { $0 }
  /// Header fields that are made anew with each try, such as a signature.
  package var headers: @Sendable (_ body: [UInt8]) -> [String: String] = { _ in [:] }
  /// Why a call waits although the HTTP status is one of success, for vendors whose clients look at
  /// no status: what the answer says is wrong with the key, for example. `nil` for an answer that
  /// settles the call.
  package var refusal: @Sendable (_ answer: JSON) -> String? = { _ in nil }
  /// Called when one of its calls left the queue, also one of an earlier run.
  package var onSettled: @Sendable (DurableRequest, Result<DurableOutcome, BeckonError>) -> Void = {
    _, _ in
  }
  /// Called when its calls wait because of a wrong token or signature.
  package var onPaused: @Sendable (DurableRequest, BeckonError) -> Void = { _, _ in }
  /// The request by which the server learns of drops, where the app has no key of Beckon's own;
  /// without it, the event `beckon.dropped`.
  package var dropRequest: (@Sendable (DropReport) -> DurableRequest)?

  /// A face whose calls are like any other.
  package init(pathPrefix: String) { self.pathPrefix = pathPrefix }
}

/// The faces of one client, and which calls have to wait.
final class VendorFaces: Sendable {
  private struct State {
    var faces: [VendorFace] = []
    /// Calls that wait, by the beginning of their paths.
    var paused: [String: Pause] = [:]
    var isUnregistered: @Sendable () -> Bool = { false }

    func face(_ path: String) -> VendorFace? { faces.first { path.hasPrefix($0.pathPrefix) } }

    func isHeld(_ call: HeldBack.Call) -> Bool {
      if call.isVendors && face(call.path) == nil { return true }
      return paused.keys.contains { call.path.hasPrefix($0) }
    }
  }

  /// Why calls wait, and until when.
  struct Pause {
    let error: BeckonError
    let until: Instant
  }

  private let state = Locked(State())

  /// Adds a face, or replaces the one of the same vendor.
  func attach(_ face: VendorFace) {
    state.withLock { state in
      state.faces.removeAll { $0.pathPrefix == face.pathPrefix }
      state.faces.append(face)
      state.paused[face.pathPrefix] = nil
    }
  }

  /// The body of a vendor's call as it is sent.
  func body(_ path: String, _ body: JSON) -> JSON { face(path)?.body(body) ?? body }

  /// Header fields of a vendor's call.
  func headers(_ path: String, _ body: [UInt8]) -> [String: String] {
    face(path)?.headers(body) ?? [:]
  }

  /// Why a vendor's call waits although it was answered with success.
  func refusal(_ path: String, _ answer: JSON) -> String? { face(path)?.refusal(answer) }

  /// Tells the face whose call it was.
  func settled(_ request: DurableRequest, _ result: Result<DurableOutcome, BeckonError>) {
    face(request.path)?.onSettled(request, result)
  }

  /// The first face's word for a report of drops.
  func dropRequest(_ report: DropReport) -> DurableRequest? {
    state.withLock { $0.faces.lazy.compactMap(\.dropRequest).first }?(report)
  }

  private func face(_ path: String) -> VendorFace? { state.withLock { $0.face(path) } }
}

// MARK: - Waiting

extension VendorFaces {
  /// What must not be sent now: calls that were refused and wait, and those of a face that is not
  /// configured in this run, without which they have neither token nor signature.
  var heldBack: HeldBack {
    let state = state.withLock { $0 }
    let isUnregistered = state.isUnregistered()
    let reporting = state.faces.first { $0.dropRequest != nil }
    return HeldBack(
      calls: { isUnregistered && $0.isVendors || state.isHeld($0) },
      reports: reporting.map { isUnregistered || state.paused[$0.pathPrefix] != nil } ?? false)
  }

  /// Whether all vendors' calls wait for the registration of the install.
  var areWaitingForRegistration: Bool { state.withLock { $0.isUnregistered }() }

  /// Holds all vendors' calls back while the install is not registered by Beckon's own protocol.
  /// The server tells the install's token only to who registers it so, and a vendor's call that
  /// came first would have registered it without.
  func waitForRegistration(while isUnregistered: @escaping @Sendable () -> Bool) {
    state.withLock { $0.isUnregistered = isUnregistered }
  }

  /// Lets calls go of an install that the server does not register.
  func goUnregistered() { waitForRegistration { false } }

  /// The pause that ends first.
  var nextPause: Pause? {
    state.withLock { state in state.paused.values.min { $0.until < $1.until } }
  }

  /// Holds calls back, after the server has refused one: those of a face, or about a person who has
  /// no token now.
  /// - Returns: the beginning of their paths; `nil` when the call is of neither kind.
  func pause(after request: DurableRequest, _ pause: Pause) -> String? {
    let paths: String
    switch (request.dialect, pause.error) {
    case (.native, .notSignedIn): paths = request.path
    case (.native, _): return nil
    case (.vendor, _):
      guard let face = face(request.path) else { return nil }
      face.onPaused(request, pause.error)
      paths = face.pathPrefix
    }
    state.withLock { $0.paused[paths] = pause }
    return paths
  }

  /// Lets calls go again: those that wait with the call to a path; without one, all.
  /// - Returns: the beginnings of their paths.
  func resume(_ path: String?) -> [String] {
    state.withLock { state in
      let resumed = state.paused.keys.filter { path?.hasPrefix($0) ?? true }
      for paths in resumed { state.paused[paths] = nil }
      return resumed
    }
  }
}
