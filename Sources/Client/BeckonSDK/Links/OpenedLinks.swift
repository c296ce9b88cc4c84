import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

/// Links that the app has to follow, for whoever listens; each once.
final class OpenedLinks: Sendable {
  /// Most links that wait for a listener; then the oldest goes.
  private static let waitingMax = 100

  private let inbox = Inbox<OpenedLink>(capacity: waitingMax)
  private let identity: IdentityFile
  private let ambient: Ambient
  private let isDeferredOut = Locked(false)
  /// Links whose opening somebody waits for, who gets the answer.
  private let awaited = Locked<[String]>([])

  init(_ identity: IdentityFile, _ ambient: Ambient) {
    self.identity = identity
    self.ambient = ambient
  }

  var stream: AsyncStream<OpenedLink> {
    AsyncStream {
      let link = await self.inbox.take()
      if link?.isFirstLaunch == true { self.forgetDeferred() }
      return link
    }
  }

  func put(_ link: OpenedLink) { inbox.put(link) }

  func close() { inbox.close() }

  /// Gives out the link that led to this install, unless that was done, or somebody waits for the
  /// opening of the link that it was found by. What nobody takes in this run comes in the next.
  func putDeferred() throws(BeckonError) {
    let state = try identity.current()
    let isAwaited = state.registeredLink.map(isAwaited) ?? false
    guard state.isDeferredLinkWaiting, let match = state.match, !isAwaited, isFirstToAsk()
    else { return }
    put(OpenedLink(match, url: state.registeredLink, at: ambient.now()))
  }

  /// The link that led to this install, for whoever opened it and waits for the answer.
  func deferred(_ match: InstallMatch, url: String) -> OpenedLink {
    if isFirstToAsk() { forgetDeferred() }
    return OpenedLink(match, url: url, at: ambient.now())
  }

  /// From now on somebody gets the answer about a link.
  func beginWaiting(for link: String) { awaited.withLock { $0.append(link) } }

  /// Whoever waited has the answer, or there is none for now.
  func endWaiting(for link: String) {
    awaited.withLock { links in
      if let index = links.firstIndex(of: link) { links.remove(at: index) }
    }
  }

  /// Whether somebody gets the answer about a link, and sends it.
  func isAwaited(_ link: String) -> Bool { awaited.withLock { $0.contains(link) } }

  /// Keeps what the server says of an opened link: it leads the next sign-up.
  func answered(
    _ request: DurableRequest, _ json: JSON
  ) throws(BeckonError) -> OpenedLink? {
    guard let url = request.body?["url"]?.string, let fields = try? Fields(json),
      let answer = try? OpenLink.Response(fields)
    else { return nil }
    if let arrival = LinkArrival.arrival(of: answer, link: url) {
      try identity.update { $0.arrival = arrival }
    }
    let openedAt = Identifier(uuid: request.key)?.instant ?? ambient.now()
    return OpenedLink(answer, url: url, at: openedAt)
  }

  /// Gives out what is heard of a link when nobody waits for it any more.
  func answeredLate(_ request: DurableRequest, _ json: JSON) {
    guard request.path == LinkRoute.open.route.path, request.dialect == .native else { return }
    if let link = try? answered(request, json) { put(link) }
  }

  private func isFirstToAsk() -> Bool {
    isDeferredOut.withLock { isOut in (!isOut, isOut = true).0 }
  }

  private func forgetDeferred() {
    _ = try? identity.update { $0.isDeferredLinkWaiting = false }
  }
}
