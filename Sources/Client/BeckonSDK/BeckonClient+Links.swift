import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

extension BeckonClient {
  /// Call it when the app starts. The first time it registers the install and asks which link led
  /// to it; ever after it gives the same answer without asking.
  /// - Throws: `BeckonError`. After `.offline` and the like it goes on trying in the background;
  ///   see `installMatch()`.
  @discardableResult
  public func start() async throws(BeckonError) -> InstallMatch {
    try await registration.startAndOpenLeftover()
  }

  /// The link that led to this install, whenever the server can be asked; `nil` when the server
  /// refuses to look for it, which `start()` throws, or the client is closed or the task cancelled
  /// before that. Somebody must have called `start()`.
  public func installMatch() async -> InstallMatch? {
    await registration.match()
  }

  /// Links that the app has to follow: the one that led to this install, once `start()` has found
  /// it, and each that `open(_:)` was called with. Each is given out once and waits until somebody
  /// listens; the one that led to this install also through the end of the app.
  ///
  ///     for await link in beckon.openedLinks { show(link.deepLink) }
  public var openedLinks: AsyncStream<OpenedLink> { links.stream }

  /// Call it with each URL that the app is opened with; `openedLinks` gives out where it leads.
  /// Without a network that happens later, and `problems` tells why.
  public func open(_ url: URL) {
    do throws(BeckonError) {
      let opening = try noteOpened(url)
      Task {
        do throws(BeckonError) {
          links.put(try await follow(opening))
        } catch {
          reported.tell(.linkNotOpened(url, error))
        }
      }
    } catch {
      reported.tell(.linkNotOpened(url, error))
    }
  }

  /// The same for who wants to wait for the answer, which `openedLinks` does not give out then.
  /// Before the install is registered, the link goes along with the first-launch match; later it is
  /// recorded as opened.
  /// - Throws: `BeckonError`. After `.linkWaits` the link is not lost: it waits on the device's
  ///   disk, and `openedLinks` gives it out. Do not hand it over again.
  public func handle(url: URL) async throws(BeckonError) -> OpenedLink {
    try await follow(try noteOpened(url))
  }

  /// Makes a link to a URL, as the identified person's.
  ///
  ///     let link = try await beckon.createLink(to: url) { $0.isShort = true }
  /// - Parameters:
  ///   - url: an https URL, or one that the app handles.
  ///   - details: says more of the link.
  public func createLink(
    to url: URL, _ details: (inout NewLink) -> Void = { _ in }
  ) async throws(BeckonError) -> BeckonLink {
    var link = NewLink()
    details(&link)
    let state = try identity.current()
    let request: CreateLink.Request
    do throws(FieldError) {
      request = try link.request(to: url, of: state.person?.answer.person)
    } catch {
      throw .invalidInput(error)
    }
    try checked(request.json) { fields throws(FieldError) in try CreateLink.Request(fields) }
    let call = ServerConnection.Call(
      LinkRoute.create.route, path: LinkRoute.create.route.path, body: request.json,
      token: state.token, idempotencyKey: options.ambient.identifier().uuid)
    let json = try await answer(call)
    return try read(json) { fields throws(FieldError) in try BeckonLink(fields) }
  }

  /// Keeps the link for the registration, if the install is not registered.
  private func noteOpened(_ url: URL) throws(BeckonError) -> Opening {
    let text = url.absoluteString
    guard text.utf8.count <= Limits.openedURLBytes else {
      throw .invalidInput(field: "url", reason: "is longer than \(Limits.openedURLBytes) bytes")
    }
    try expectOpen()
    links.beginWaiting(for: text)
    do {
      let isRegistered = try identity.current().match != nil
      if !isRegistered { try identity.update { $0.keep(openedLink: text) } }
      return Opening(link: text, isBeforeRegistration: !isRegistered)
    } catch {
      links.endWaiting(for: text)
      throw error
    }
  }

  private func follow(_ opening: Opening) async throws(BeckonError) -> OpenedLink {
    defer { links.endWaiting(for: opening.link) }
    if opening.isBeforeRegistration {
      if let match = try await registered(),
        try identity.current().registeredLink == opening.link
      {
        return links.deferred(match, url: opening.link)
      }
      // The registration went without it.
      _ = try identity.claim(openedLink: opening.link)
    }
    return try await record(opening.link)
  }

  /// The match; `nil` where a vendor's protocol has registered the install, by whose id alone the
  /// server gives out no match.
  private func registered() async throws(BeckonError) -> InstallMatch? {
    do {
      return try await registration.start()
    } catch {
      guard error.isTokenRefused else { throw .linkWaits(because: error) }
      return nil
    }
  }

  private func record(_ text: String) async throws(BeckonError) -> OpenedLink {
    let state = try identity.current()
    let request = DurableRequest.open(
      text, installID: state.installID, key: options.ambient.identifier().uuid)
    guard case .delivered(let json) = try await uploader.send(request, token: state.token) else {
      let unknown = BeckonError.offline("there is no answer yet", mayHaveArrived: true)
      throw .linkWaits(because: await uploader.lastError ?? unknown)
    }
    guard let link = try links.answered(request, json) else {
      throw .unexpectedAnswer("nothing about the link")
    }
    return link
  }
}

/// A link that was handed over and is not followed yet.
private struct Opening: Sendable {
  let link: String
  let isBeforeRegistration: Bool
}
