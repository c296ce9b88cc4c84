import BeckonBasics

/// A vendor's names over the client that all faces of an app share: what its calls need besides.
package struct VendorFace: Sendable {
  /// Beginning of the paths that its calls go to; no two faces have the same.
  package let pathPrefix: String
  /// Header fields that are made anew with each try, such as a signature.
  package var headers: @Sendable (_ body: [UInt8]) -> [String: String] = { _ in [:] }
  /// Called when one of its calls left the queue, also one of an earlier run.
  package var onSettled: @Sendable (DurableRequest, Result<DurableOutcome, BeckonError>) -> Void = {
    _, _ in
  }
  /// The request by which the server learns of drops, where the app has no key of Beckon's own;
  /// without it, the event `beckon.dropped`.
  package var dropRequest: (@Sendable (DropReport) -> DurableRequest)?

  /// A face whose calls are like any other.
  package init(pathPrefix: String) { self.pathPrefix = pathPrefix }
}

/// The faces of one client.
final class VendorFaces: Sendable {
  private let faces = Locked<[VendorFace]>([])

  /// Adds a face, or replaces the one of the same vendor.
  func attach(_ face: VendorFace) {
    faces.withLock { faces in
      faces.removeAll { $0.pathPrefix == face.pathPrefix }
      faces.append(face)
    }
  }

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
    faces.withLock { $0.lazy.compactMap(\.dropRequest).first }?(report)
  }

  private func face(_ path: String) -> VendorFace? {
    faces.withLock { faces in faces.first { path.hasPrefix($0.pathPrefix) } }
  }
}
