import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

extension Beckon {
  /// The id of this app's install, before there is a client too.
  /// - Parameters:
  ///   - directory: where the client keeps its files.
  ///   - known: the id under which another SDK has known the install. It becomes the install's,
  ///     unless the app has registered with another, or has events that wait under it.
  /// - Throws: `BeckonError.directoryInUse`, `.storageUnavailable`: another process works there and
  ///   its id cannot be read.
  package static func installID(in directory: URL, known: String?) throws(BeckonError) -> String {
    try clients.hold(directory) { client throws(BeckonError) in
      if let client {
        return try client.identity.installID(adopting: known, beside: client.queue)
      }
      let lock: DirectoryLock
      do throws(BeckonError) {
        // Makes the directory as a client would.
        lock = try DirectoryLock(directory)
      } catch {
        // What is another process's is only read.
        guard let id = IdentityFile.state(readIn: directory)?.installID else { throw error }
        return id
      }
      let queue = EventQueue(
        directory: directory, lock: lock, limits: QueueLimits(), files: .system,
        ambient: .system, later: { _ in },
        // Nobody listens yet; the report to the server counts it.
        dropped: { _, _ in })
      defer { queue.end() }
      let identity = IdentityFile(
        directory: directory.path, files: .system, ambient: .system)
      return try identity.installID(adopting: known, beside: queue)
    }
  }
}

extension Beckon {
  /// Under which id this app's events are while nobody is identified: another after each log-out.
  /// `nil` when it cannot be read.
  package static func anonymousID(in directory: URL) -> String? {
    try? clients.hold(directory) { client throws(BeckonError) in
      guard let client else { return IdentityFile.state(readIn: directory)?.anonymousID }
      return try client.identity.current().anonymousID
    }
  }

  /// Where the faces of this app work; see `OpenClients`.
  package static func directoryOfFaces() -> URL? {
    clients.directoryOfFaces(usual: BeckonOptions.usualDirectory())
  }
}

extension BeckonClient {
  /// The app's own id of the person who is identified.
  package var userID: String? { try? identity.current().userID }

  /// Whether the app itself has asked for this client, not only a vendor's face.
  package var isShared: Bool { isAskedForByApp.withLock { $0 } }

  /// The link that went along with the registration of this install, if one did.
  package var registeredLink: String? { (try? identity.current())?.registeredLink }

  /// Call it before a vendor's own call follows a link. Of an install that is not registered, the
  /// link goes along with that, so that it is what led here.
  package func registerInstall(openedBy link: String) async throws(BeckonError) {
    try expectOpen()
    guard try identity.current().match == nil, link.utf8.count <= Limits.openedURLBytes else {
      return
    }
    links.beginWaiting(for: link)
    defer { links.endWaiting(for: link) }
    try identity.update { $0.keep(openedLink: link) }
    _ = try? await registration.start()
    // Where the registration went without it, the vendor's call follows it all the same.
    _ = try identity.claim(openedLink: link)
  }

  /// Keeps a link of this app's that a vendor's call has followed: it leads the next sign-up.
  package func noteArrival(by link: String) throws(BeckonError) {
    guard link.utf8.count <= Limits.urlBytes else { return }
    let arrival = ClientState.Arrival(referrer: link, clickID: LinkArrival.clickID(in: link))
    try identity.update { $0.arrival = arrival }
  }

  /// Takes over what waits in the queue of a client of before in another directory, which is gone
  /// then. What is taken over twice, because the process ended meanwhile, the server knows by its
  /// id.
  package func takeOver(queueIn directory: URL) throws(BeckonError) {
    guard FileManager.default.fileExists(atPath: directory.path) else { return }
    let old = EventQueue(
      directory: directory, lock: try DirectoryLock(directory), limits: options.queue,
      files: options.files, ambient: options.ambient, later: { _ in },
      dropped: reported.tellDropped)
    while let batch = try old.nextBatch(events: 500, bytes: 500_000, oldest: nil) {
      switch batch.content {
      case .events(let envelopes): for envelope in envelopes { try queue.append(envelope) }
      case .request(let request, let token):
        try queue.append(Envelope(token: token, content: .request(request)))
      case .report(let report): try queue.adopt(report)
      }
      // The copy is on the disk itself before its original goes.
      queue.synchronize()
      old.settle(batch, .delivered)
    }
    let isAllRead = try old.statistics().unreadableFiles == 0
    old.end()
    if isAllRead { try? FileManager.default.removeItem(at: directory) }
  }
}

extension IdentityFile {
  /// The install's id; the known one, if nobody has heard of any other and nothing waits under it.
  fileprivate func installID(
    adopting known: String?, beside queue: EventQueue
  ) throws(BeckonError) -> String {
    let waiting = try? queue.statistics()
    guard let known, waiting?.events == 0, waiting?.unreadableFiles == 0 else {
      return try current().installID
    }
    return try update { state in
      let isHeardOf = state.match != nil || state.registration != nil || state.person != nil
      guard !isHeardOf, state.anonymousID == state.installID else { return }
      state.installID = known
      state.anonymousID = known
    }
    .installID
  }
}
