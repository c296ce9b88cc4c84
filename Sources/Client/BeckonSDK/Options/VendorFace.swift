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

/// The faces of one client, and which of them have to wait.
final class VendorFaces: Sendable {
  private struct State {
    var faces: [VendorFace] = []
    /// Faces whose calls wait, by the beginning of their paths.
    var paused: [String: Pause] = [:]

    func face(_ path: String) -> VendorFace? { faces.first { path.hasPrefix($0.pathPrefix) } }

    func isHeld(_ path: String) -> Bool {
      face(path).map { paused[$0.pathPrefix] != nil } ?? true
    }
  }

  /// Why a face's calls wait, and until when.
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
  /// What must not be sent now: calls of a face that waits, or that is not configured in this run,
  /// without which they have neither token nor signature.
  var heldBack: HeldBack {
    let state = state.withLock { $0 }
    let reporting = state.faces.first { $0.dropRequest != nil }
    return HeldBack(
      calls: { state.isHeld($0) }, reports: reporting.map { state.isHeld($0.pathPrefix) } ?? false)
  }

  /// The pause that ends first.
  var nextPause: Pause? {
    state.withLock { state in state.paused.values.min { $0.until < $1.until } }
  }

  /// Holds the calls of a face back, after the server has refused one.
  /// - Returns: the face, by the beginning of its paths; `nil` when it is none's call.
  func pause(after request: DurableRequest, _ pause: Pause) -> String? {
    guard request.dialect == .vendor, let face = face(request.path) else { return nil }
    state.withLock { $0.paused[face.pathPrefix] = pause }
    face.onPaused(request, pause.error)
    return face.pathPrefix
  }

  /// Lets a face's calls go again; those of all faces without a name.
  func resume(_ pathPrefix: String? = nil) {
    state.withLock { state in
      if let pathPrefix { state.paused[pathPrefix] = nil } else { state.paused = [:] }
    }
  }
}
