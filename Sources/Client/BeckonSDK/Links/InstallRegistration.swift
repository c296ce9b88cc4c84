import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

/// Registers the install once. Calls that come meanwhile wait for the same answer; when there is
/// none, it goes on trying in the background.
actor InstallRegistration {
  private let identity: IdentityFile
  private let connection: ServerConnection
  private let options: BeckonOptions
  private let backOff: BackOff
  private let uploader: Uploader
  private let links: OpenedLinks
  private let faces: VendorFaces
  private let problems: Problems
  private var running: Task<Result<InstallMatch, BeckonError>, Never>?
  private var retry: Task<Void, Never>?
  private var failures = 0
  /// Whether the last try was refused, so that no other follows by itself.
  private var isRefused = false
  private var isClosed = false
  private var waiters: [Int: CheckedContinuation<InstallMatch?, Never>] = [:]
  private var lastWaiter = 0

  init(
    identity: IdentityFile, connection: ServerConnection, uploader: Uploader,
    links: OpenedLinks, faces: VendorFaces, problems: Problems, options: BeckonOptions
  ) {
    self.identity = identity
    self.uploader = uploader
    self.links = links
    self.faces = faces
    self.problems = problems
    self.connection = connection
    self.options = options
    backOff = BackOff(ambient: options.ambient)
  }

  /// The match; asks the server if it was not asked with success before.
  func start() async throws(BeckonError) -> InstallMatch {
    guard !isClosed else { throw .closed }
    isRefused = false
    let task = running ?? Task { await self.attempt() }
    running = task
    return try await task.value.get()
  }

  /// Registers if need be and gives out the link that led here, then records links that were opened
  /// meanwhile and that nobody waits for.
  func startAndOpenLeftover() async throws(BeckonError) -> InstallMatch {
    let match: InstallMatch
    do {
      match = try await start()
    } catch {
      // Where a vendor's protocol has registered the install, links are followed all the same.
      if error.isTokenRefused { try await openLeftover() }
      throw error
    }
    try links.putDeferred()
    try await openLeftover()
    return match
  }

  private func openLeftover() async throws(BeckonError) {
    for link in try identity.current().openedLinks where !links.isAwaited(link) {
      guard try identity.claim(openedLink: link) else { continue }
      do throws(BeckonError) {
        try await open(link)
      } catch {
        guard let url = URL(string: link) else { continue }
        problems.tell(.linkNotOpened(url, error))
      }
    }
  }

  private func open(_ link: String) async throws(BeckonError) {
    let state = try identity.current()
    let key = options.ambient.identifier().uuid
    let request = DurableRequest.open(link, installID: state.installID, key: key)
    if case .delivered(let json) = try await uploader.send(request, token: state.token),
      let opened = try links.answered(request, json)
    {
      links.put(opened)
    }
  }

  /// The match, whenever it comes; `nil` when the server refuses to look for one, the client is
  /// closed or the task cancelled before.
  func match() async -> InstallMatch? {
    if let match = try? identity.current().match { return match }
    lastWaiter += 1
    let waiter = lastWaiter
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isClosed || isRefused || Task.isCancelled {
          continuation.resume(returning: nil)
        } else {
          waiters[waiter] = continuation
        }
      }
    } onCancel: {
      Task { await self.leave(waiter) }
    }
  }

  private func leave(_ waiter: Int) {
    waiters.removeValue(forKey: waiter)?.resume(returning: nil)
  }

  private func answerWaiters(_ match: InstallMatch?) {
    for waiter in waiters.values { waiter.resume(returning: match) }
    waiters = [:]
  }

  /// Ends the try that is under way, and those in the background.
  func close() {
    isClosed = true
    running?.cancel()
    retry?.cancel()
    retry = nil
    answerWaiters(nil)
  }

  private func attempt() async -> Result<InstallMatch, BeckonError> {
    let result: Result<InstallMatch, BeckonError>
    do throws(BeckonError) {
      result = .success(try await register())
    } catch {
      result = .failure(isClosed ? .closed : error)
    }
    running = nil
    switch result {
    case .success(let match):
      failures = 0
      answerWaiters(match)
    case .failure(let error):
      isRefused = !error.mayPass
      if isRefused { giveUp() } else { scheduleRetry(after: error) }
    }
    // What waits of earlier runs, and for the registration.
    uploader.noteAppended()
    return result
  }

  private func giveUp() {
    answerWaiters(nil)
    faces.goUnregistered()
  }

  private func register() async throws(BeckonError) -> InstallMatch {
    let state = try identity.current()
    if let match = state.match { return match }
    let registration = try await prepared(state)
    let call = ServerConnection.Call(
      InstallRoute.register.route, path: InstallRoute.register.route.path, body: registration.body,
      token: nil,
      idempotencyKey: registration.key)
    let json: JSON
    do {
      json = try await connection.answer(call)
    } catch {
      // What certainly did not arrive may be put differently next time: with a link opened
      // meanwhile.
      if case .offline(_, mayHaveArrived: false) = error {
        try identity.update { $0.registration = nil }
      }
      throw error
    }
    let answer = try Self.read(json)
    return try await keep(answer, sent: registration)
  }

  /// The request, on disk before it is tried: a repetition has the same key and the same body, or
  /// the token would be lost with an answer that did not arrive.
  private func prepared(
    _ state: ClientState
  ) async throws(BeckonError) -> ClientState.Registration {
    if let registration = state.registration { return registration }
    var device = options.device
    if device == nil { device = await Device.description() }
    let pasteboard = options.readsPasteboard ? await options.pasteboardLink() : nil
    let found = device ?? DeviceDescription(platform: .other)
    let token = options.appleAdsToken().flatMap { token in
      // One that is empty or too long would make the server refuse all.
      (1...Limits.urlBytes).contains(token.utf8.count) ? token : nil
    }
    let key = options.ambient.identifier().uuid
    let server = connection.base
    let updated = try identity.update { state in
      let link = LinkArrival.leading(of: state.openedLinks, server: server)
      let request = RegisterInstall.Request(
        installID: state.installID, device: found, link: link,
        clickID: link.flatMap(LinkArrival.clickID(in:)), pasteboard: pasteboard,
        appleAdsToken: token)
      state.registration = ClientState.Registration(key: key, body: request.json)
    }
    guard let registration = updated.registration else { throw .closed }
    return registration
  }

  private func keep(
    _ answer: RegisterInstall.Response, sent: ClientState.Registration
  ) async throws(BeckonError) -> InstallMatch {
    let match = InstallMatch(answer)
    let sentLink = sent.body["link"]?.string
    try identity.update { state in
      state.match = match
      state.isDeferredLinkWaiting = match.deepLink != nil || match.link != nil
      state.installToken = answer.token
      state.registration = nil
      state.registeredLink = sentLink
      if let sentLink { state.forget(openedLink: sentLink) }
      state.arrival = LinkArrival.arrival(of: match, link: sentLink) ?? state.arrival
    }
    return match
  }

  private static func read(_ json: JSON) throws(BeckonError) -> RegisterInstall.Response {
    do {
      return try RegisterInstall.Response(try Fields(json))
    } catch {
      throw .unexpectedAnswer("'\(error.path)' \(error.reason)")
    }
  }

  private func scheduleRetry(after error: BeckonError) {
    guard error.mayPass, retry == nil, !isClosed else { return }
    failures += 1
    let milliseconds = backOff.milliseconds(failures: failures)
    let sleep = options.sleep
    retry = Task { [weak self] in
      guard (try? await sleep(milliseconds)) != nil else { return }
      await self?.retryNow()
    }
  }

  private func retryNow() async {
    retry = nil
    _ = try? await startAndOpenLeftover()
  }
}
