import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

extension StormPhone {
  /// Does all of it through the face that an app imports, until nothing waits on the device.
  func driveTheFace(_ url: URL, _ proxy: FaultyProxy, seed: UInt64) async throws {
    let app = LinkrunnerApp()
    let clock = ManualClock(now: start, seed: seed)
    func launch() -> LinkrunnerSession {
      var surroundings = app.surroundings(transport: proxy.transport, ambient: clock.ambient)
      surroundings.patienceMilliseconds = 0
      surroundings.sleep = { _ in await Task.yield() }
      let session = app.session(surroundings)
      LinkrunnerClient(session).configure(token: LiveServer.token, server: url)
      return session
    }
    var session = launch()
    try await persistently { try await LinkrunnerClient(session).initialize() }
    let found = try await persistently { try await LinkrunnerClient(session).attributionData() }
    let campaign = (found["data"] as? [String: Any])?["campaign_data"] as? [String: Any]
    #expect(campaign?["id"] as? String == link?.code)
    try await LinkrunnerClient(session).signup(userData: ["id": userID])
    for step in steps {
      clock.advance(milliseconds: 1_500)
      if case .restart = step {
        await session.close()
        session = launch()
      } else {
        try await take(step, session)
      }
    }
    try await eventually { try await session.client().flush().remaining == 0 }
    await session.close()
  }

  private func take(_ step: Step, _ session: LinkrunnerSession) async throws {
    let client = LinkrunnerClient(session)
    switch step {
    case .event(let name, nil): try await client.trackEvent(name)
    case .event(let name, let id?):
      await LinkrunnerSDK(session).trackEvent(eventName: name, eventId: id)
    case .payment(let cents, let type, let id):
      try await client.capturePayment(
        amount: Step.dollars(cents), userId: userID, paymentId: id, type: type)
    case .removal(let id): try await client.removePayment(userId: userID, paymentId: id)
    case .restart: break
    }
  }

  /// Asks until there is an answer, as people start an app again.
  @discardableResult
  private func persistently<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
    for _ in 0..<50 { if let answer = try? await ask() { return answer } }
    return try await ask()
  }
}

extension StormPhone {
  /// Does all of it as an app with the vendor's own client does: no `Idempotency-Key`, no ids but
  /// the app's own, and the same body again until there is an answer.
  func driveTheWire(_ url: String, _ proxy: FaultyProxy) async throws {
    let wire = VendorWire(url: url, installID: "install-\(number)", proxy: proxy)
    try await wire.send(.initialize, [:])
    let found = try await wire.send(.attributionData, [:])
    #expect(found["data"]?["campaign_data"]?["id"]?.string == link?.code)
    try await wire.send(.trigger, ["user_data": ["id": .string(userID)]])
    for (index, step) in steps.enumerated() {
      let time = JSON.Member("time_since_app_install", .number("\(index + 1).25"))
      let user = JSON.Member("user_id", .string(userID))
      switch step {
      case .event(let name, let id):
        let more = id.map { [JSON.Member("event_id", .string($0))] } ?? []
        try await wire.send(
          .captureEvent, .object([JSON.Member("event_name", .string(name)), time] + more))
      case .payment(let cents, let type, let id):
        let more = id.map { [JSON.Member("payment_id", .string($0))] } ?? []
        let amount = JSON.Member("amount", .number("\(Step.dollars(cents))"))
        let paid = [amount, user, JSON.Member("type", .string(type)), time]
        try await wire.send(.capturePayment, .object(paid + more))
      case .removal(let id):
        try await wire.send(
          .removePayment, .object([user, JSON.Member("payment_id", .string(id))]))
      case .restart: try await wire.send(.initialize, [:])
      }
    }
  }
}

/// The requests of a client that is not ours.
private struct VendorWire: Sendable {
  let url: String
  let installID: String
  let proxy: FaultyProxy

  @discardableResult
  func send(_ path: Linkrunner.Path, _ more: JSON) async throws -> JSON {
    let common: [JSON.Member] = [
      JSON.Member("token", .string(LiveServer.token)), JSON.Member("platform", "IOS"),
      JSON.Member("install_instance_id", .string(installID)),
      JSON.Member("device_data", ["device": "iPhone", "system_version": "17.4"]),
    ]
    let request = TransportRequest(
      method: "POST", url: url + path.rawValue, headers: ["Content-Type": "application/json"],
      body: JSON.object(common + (more.members ?? [])).bytes)
    for _ in 0..<100 {
      guard let response = try? await proxy.deliver(request) else { continue }
      if (200..<300).contains(response.status) { return try JSONReader.read(response.body) }
    }
    throw URLError(.timedOut)
  }
}
