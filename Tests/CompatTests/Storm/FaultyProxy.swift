import BeckonBasics
import BeckonModel
import BeckonSDK

/// What stands between one phone and the server: it loses requests, loses answers, and delivers
/// twice. Its chance is seeded, the phone's own.
final class FaultyProxy: Sendable {
  /// What it does to a request.
  enum Fault: CaseIterable, Sendable {
    case none
    /// The server never sees it.
    case lostOnTheWay
    /// The server has done what it was asked; the phone does not learn of it.
    case lostOnTheWayBack
    case twice
    case twiceAtOnce
    /// Once more after some of the phone's later requests.
    case againLater
  }

  /// What all proxies of a storm have seen.
  struct Log: Sendable {
    var faults: [Fault: Int] = [:]
    /// Answers that are no success: here nobody asks for what is wrong.
    var refusals: [String] = []
  }

  private let server: Transport
  private let address: String
  private let chance: @Sendable () -> UInt64
  private let log: Locked<Log>
  private let late = Locked<[TransportRequest]>([])

  /// - Parameter address: where the phone seems to be.
  init(
    _ server: Transport, address: String, chance: @escaping @Sendable () -> UInt64,
    log: Locked<Log>
  ) {
    self.server = server
    self.address = address
    self.chance = chance
    self.log = log
  }

  var transport: Transport { Transport { try await self.deliver($0) } }

  /// Delivers a request, or does not.
  /// - Throws: `TransportError`.
  func deliver(_ original: TransportRequest) async throws -> TransportResponse {
    let request = forwarded(original)
    if chance() % 3 == 0 { try await deliverLate() }
    let fault = Fault.allCases[Int(chance() % UInt64(Fault.allCases.count))]
    log.withLock { $0.faults[fault, default: 0] += 1 }
    switch fault {
    case .none: return try await send(request)
    case .lostOnTheWay: throw TransportError.noAnswer("lost on the way")
    case .lostOnTheWayBack:
      _ = try await send(request)
      throw TransportError.noAnswer("lost on the way back")
    case .twice:
      _ = try await send(request)
      return try await send(request)
    case .twiceAtOnce:
      async let first = send(request)
      async let second = send(request)
      let answers = try await (first, second)
      return chance() % 2 == 0 ? answers.0 : answers.1
    case .againLater:
      late.withLock { $0.append(request) }
      return try await send(request)
    }
  }

  private func forwarded(_ request: TransportRequest) -> TransportRequest {
    var request = request
    request.headers["X-Forwarded-For"] = address
    return request
  }

  /// Delivers what was kept back.
  /// - Throws: `TransportError`.
  func deliverLate() async throws {
    let requests = late.withLock { late in (late, late = []).0 }
    for request in requests { _ = try await send(request) }
  }

  private func send(_ request: TransportRequest) async throws -> TransportResponse {
    let response = try await server.send(request)
    if !(200..<300).contains(response.status) {
      let text = String(decoding: response.body.prefix(300), as: UTF8.self)
      log.withLock { $0.refusals.append("\(request.url): \(response.status) \(text)") }
    }
    return response
  }
}
