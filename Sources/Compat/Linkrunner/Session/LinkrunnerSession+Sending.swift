import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK

extension LinkrunnerSession {
  /// Sends a fact. It is on the device's disk before the first try and arrives once, now or later.
  /// - Returns: the server's answer, or one that says that the fact is queued.
  /// - Throws: `LinkrunnerError.httpError` when the server refused it for good.
  func send(_ call: LinkrunnerCall) async throws(LinkrunnerError) -> JSON {
    let client = try await client()
    let outcome: DurableOutcome
    do throws(BeckonError) {
      outcome = try await client.send(
        request(call), patienceMilliseconds: surroundings.patienceMilliseconds)
    } catch {
      throw LinkrunnerError(error)
    }
    switch outcome {
    case .delivered(let json): return json
    case .queued: return Self.queuedAnswer
    case .refused(let response): throw .httpError(response.status)
    }
  }

  /// Asks something that is of no use later.
  /// - Throws: `LinkrunnerError`.
  func ask(_ call: LinkrunnerCall) async throws(LinkrunnerError) -> JSON {
    let client = try await client()
    let response: TransportResponse
    do throws(BeckonError) {
      try await register(client)
      response = try await client.ask(request(call))
    } catch {
      throw LinkrunnerError(error)
    }
    guard (200..<300).contains(response.status) else { throw .httpError(response.status) }
    guard let json = try? JSONReader.read(response.body), json.members != nil else {
      throw .invalidResponse
    }
    apply(json)
    return json
  }

  /// The server tells the install's token only to who registers it by Beckon's own protocol, and an
  /// app that uses both needs it. A vendor's call that came first would cost it that for good, so
  /// nothing is asked while the registration may still succeed.
  private func register(_ client: BeckonClient) async throws(BeckonError) {
    guard client.isShared else { return }
    do throws(BeckonError) {
      try await client.start()
    } catch {
      guard !error.mayPass else { throw error }
    }
  }

  /// What a call returns whose fact waits in the queue.
  static let queuedAnswer: JSON = [
    "msg": "No answer yet; the device keeps this and sends it when the server can be reached",
    "status": 202, "queued": true,
  ]

  /// Called for each fact that left the queue, of this run or an earlier one.
  func settled(_ request: DurableRequest, _ result: Result<DurableOutcome, BeckonError>) {
    switch result {
    case .success(.delivered(let json)): apply(json)
    case .success(.refused(let response)):
      let text = String(decoding: response.body.prefix(500), as: UTF8.self)
      log("\(request.path) was refused with \(response.status) and is given up: \(text)")
    case .success(.queued): break
    case .failure(let error): log("\(request.path) is given up: \(error)")
    }
  }

  /// Called when facts wait because the server does not take the token or the signature.
  func paused(_ request: DurableRequest, _ error: BeckonError) {
    log("\(request.path) was refused and waits, with all other facts: \(error)")
  }

  /// The event by which the server learns of facts that were given up.
  static func request(
    telling report: DropReport, _ configuration: Configuration, _ install: InstallRecord
  ) -> DurableRequest {
    let sender = LinkrunnerCall.Sender(
      installID: install.installID(), isDebugging: configuration.isDebugging, device: .object([]),
      secondsSinceInstall: install.seconds(until: report.at), now: report.at)
    let call = LinkrunnerCall.event(
      sender, name: DropReport.eventName, data: report.properties, id: report.id, userID: nil)
    return DurableRequest(
      key: report.id, method: "POST", path: call.path.rawValue, body: call.body, dialect: .vendor)
  }

  private func request(_ call: LinkrunnerCall) -> DurableRequest {
    DurableRequest(
      key: newID(), method: "POST", path: call.path.rawValue, body: call.body, dialect: .vendor)
  }

  /// Tells Apple's ad frameworks what the answer says about the install, if it does.
  private func apply(_ answer: JSON) {
    guard let data = answer["data"], let fields = try? Fields(data),
      let value = try? Linkrunner.ConversionValue(fields)
    else { return }
    Task { await self.convert(value) }
  }

  /// Tells Apple's ad frameworks a value, unless a higher one was told before. One after the other:
  /// a lower one that is told later would stand.
  /// - Returns: whether it was applied.
  @discardableResult
  func convert(_ value: Linkrunner.ConversionValue) async -> Bool {
    let task = lastConversion.withLock { last in
      let task = Task { [last] in
        _ = await last?.value
        return await self.convertInTurn(value)
      }
      last = task
      return task
    }
    return await task.value
  }

  private func convertInTurn(_ value: Linkrunner.ConversionValue) async -> Bool {
    let (install, fine) = (install, Int(value.fine))
    let (isTaken, earlier) = install.raise(conversion: fine)
    guard isTaken else {
      log("conversion value \(fine) is below \(earlier ?? 0) and is not applied")
      return false
    }
    if await surroundings.convert(value) { return true }
    install.restore(conversion: earlier)
    return false
  }
}
