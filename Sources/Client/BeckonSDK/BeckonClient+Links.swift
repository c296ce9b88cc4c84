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

  /// The link that led to this install, whenever the server can be asked; `nil` when the client is
  /// closed before that. Somebody must have called `start()`.
  public func installMatch() async -> InstallMatch? {
    await registration.match()
  }

  /// Call it with each URL that the app is opened with. Before the install is registered, the link
  /// goes along with the first-launch match; later it is recorded as opened.
  /// - Throws: `BeckonError`. After `.offline` the link is not lost: it waits on the device's disk.
  public func handle(url: URL) async throws(BeckonError) -> OpenedLink {
    let text = url.absoluteString
    guard text.utf8.count <= Limits.urlBytes else {
      throw .invalidInput(field: "url", reason: "is longer than \(Limits.urlBytes) bytes")
    }
    if try identity.current().match == nil {
      try identity.update { $0.openedLink = text }
      let match = try await registration.start()
      if try identity.current().registeredLink == text { return OpenedLink(match) }
      // The first try had left without it.
      _ = try identity.claim(openedLink: text)
    }
    return try await open(text)
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

  private func open(_ text: String) async throws(BeckonError) -> OpenedLink {
    let state = try identity.current()
    let request = DurableRequest.open(
      text, installID: state.installID, key: options.ambient.identifier().uuid)
    let outcome = try await uploader.send(request, token: state.token)
    guard case .delivered(let json) = outcome else {
      throw .offline("The link waits in the queue", mayHaveArrived: true)
    }
    let answer = try read(json) { fields throws(FieldError) in try OpenLink.Response(fields) }
    if let arrival = LinkArrival.arrival(of: answer, link: text) {
      try identity.update { $0.arrival = arrival }
    }
    return OpenedLink(answer)
  }
}
