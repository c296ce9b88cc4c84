import BeckonBasics
import BeckonContract
import BeckonModel

/// Registers the install once. Calls that come meanwhile wait for the same answer; when there is
/// none, it goes on trying in the background.
actor InstallRegistration {
  private let identity: IdentityStore
  private let connection: ServerConnection
  private let options: BeckonOptions
  private let backOff: BackOff
  private let uploader: Uploader
  private let links: OpenedLinks
  private var running: Task<Result<InstallMatch, BeckonError>, Never>?
  private var retry: Task<Void, Never>?
  private var failures = 0
  private var isClosed = false
  private var waiters: [Int: CheckedContinuation<InstallMatch?, Never>] = [:]
  private var lastWaiter = 0

  init(
    identity: IdentityStore, connection: ServerConnection, uploader: Uploader,
    links: OpenedLinks, options: BeckonOptions
  ) {
    self.identity = identity
    self.uploader = uploader
    self.links = links
    self.connection = connection
    self.options = options
    backOff = BackOff(ambient: options.ambient)
  }

  deinit {
    retry?.cancel()
    for waiter in waiters.values { waiter.resume(returning: nil) }
  }

  /// The match; asks the server if it was not asked with success before.
  func start() async throws(BeckonError) -> InstallMatch {
    let task = running ?? Task { await self.attempt() }
    running = task
    return try await task.value.get()
  }

  /// Registers if need be and gives out the link that led here, then records a link that was opened
  /// meanwhile and that nobody waits for.
  func startAndOpenLeftover() async throws(BeckonError) -> InstallMatch {
    let match = try await start()
    try links.putDeferred()
    let link = try identity.current().openedLink
    if let link, try identity.claim(openedLink: link) {
      let state = try identity.current()
      let key = options.ambient.identifier().uuid
      let request = DurableRequest.open(link, installID: state.installID, key: key)
      if case .delivered(let json) = try await uploader.send(request, token: state.token),
        let opened = try links.answered(request, json)
      {
        links.put(opened)
      }
    }
    return match
  }

  /// The match, whenever it comes; `nil` when the client is closed or the task cancelled before.
  func match() async -> InstallMatch? {
    if let match = try? identity.current().match { return match }
    lastWaiter += 1
    let waiter = lastWaiter
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isClosed || Task.isCancelled {
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

  /// Ends the background tries.
  func close() {
    isClosed = true
    retry?.cancel()
    retry = nil
    answerWaiters(nil)
  }

  private func attempt() async -> Result<InstallMatch, BeckonError> {
    let result: Result<InstallMatch, BeckonError>
    do throws(BeckonError) {
      result = .success(try await register())
    } catch {
      result = .failure(error)
    }
    running = nil
    switch result {
    case .success(let match):
      failures = 0
      answerWaiters(match)
    case .failure(let error): scheduleRetry(after: error)
    }
    return result
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
    let pasteboard = options.readsPasteboard ? await Device.pasteboardLink() : nil
    let found = device ?? DeviceDescription(platform: .other)
    let token = options.appleAdsToken().flatMap { token in
      // One that is empty or too long would make the server refuse all.
      (1...Limits.urlBytes).contains(token.utf8.count) ? token : nil
    }
    let key = options.ambient.identifier().uuid
    let updated = try identity.update { state in
      let request = RegisterInstall.Request(
        installID: state.installID, device: found, link: state.openedLink,
        clickID: state.openedLink.flatMap(LinkArrival.clickID(in:)), pasteboard: pasteboard,
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
      if state.openedLink == sentLink { state.openedLink = nil }
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
