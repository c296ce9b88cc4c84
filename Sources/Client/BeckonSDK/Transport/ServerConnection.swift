import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

/// The server as the SDK sees it: where it is, with which key, how to get there.
struct ServerConnection: Sendable {
  /// Tries of one call while the caller waits.
  static let triesMax = 3

  /// `User-Agent`.
  let agent: String
  let base: String
  let key: Locked<String>
  let transport: Transport
  let timeoutMilliseconds: Int64
  let ambient: Ambient
  let sleep: @Sendable (Int64) async throws -> Void
  /// The body of a vendor's call as it is sent, made anew with each try.
  let vendorBody: @Sendable (_ path: String, _ body: JSON) -> JSON
  /// Header fields that a vendor's call has by its path and body, made anew with each try.
  let vendorHeaders: @Sendable (_ path: String, _ body: [UInt8]) -> [String: String]

  /// One call of the API.
  struct Call: Sendable {
    var method: String
    var path: String
    var headers: [String: String] = [:]
    var body: JSON?
    var token: String?
    var idempotencyKey: String?
    var dialect = DurableRequest.Dialect.native

    init(
      _ route: Route, path: String, body: JSON? = nil, token: String?, idempotencyKey: String?
    ) {
      method = route.method
      self.path = path
      self.body = body
      self.token = token
      self.idempotencyKey = idempotencyKey
    }

    init(_ request: DurableRequest, token: String?) {
      method = request.method
      path = request.path
      headers = request.headers
      body = request.body
      self.token = token
      idempotencyKey = request.key
      dialect = request.dialect
    }
  }

  /// Sends a call once.
  /// - Throws: `TransportError`.
  func exchange(_ call: Call) async throws(TransportError) -> TransportResponse {
    let body = body(of: call)?.bytes ?? []
    let request = TransportRequest(
      method: call.method, url: base + call.path, headers: headers(of: call, body), body: body,
      timeoutMilliseconds: timeoutMilliseconds)
    do {
      return try await transport.send(request)
    } catch let error as TransportError {
      throw error
    } catch {
      throw .noAnswer("\(error)")
    }
  }

  private func body(of call: Call) -> JSON? {
    call.dialect == .native ? call.body : call.body.map { vendorBody(call.path, $0) }
  }

  private func headers(of call: Call, _ body: [UInt8]) -> [String: String] {
    var headers = call.headers
    headers["Accept"] = "application/json"
    headers["User-Agent"] = agent
    if call.body != nil { headers["Content-Type"] = "application/json" }
    headers[HeaderName.token] = call.token
    headers[HeaderName.idempotencyKey] = call.idempotencyKey
    switch call.dialect {
    case .native: headers[HeaderName.authorization] = "Bearer " + key.withLock { $0 }
    case .vendor:
      headers[HeaderName.sentAt] = String(ambient.now().milliseconds)
      headers.merge(vendorHeaders(call.path, body)) { $1 }
    }
    return headers
  }

  /// Sends a call, again after a short wait when the network or the server falters, and reads the
  /// answer. Repetitions carry the same `Idempotency-Key`.
  func answer(_ call: Call) async throws(BeckonError) -> JSON {
    try Self.json(try await response(to: call))
  }

  /// The same with its header fields.
  func response(to call: Call) async throws(BeckonError) -> TransportResponse {
    let response = try await settled(call)
    if let refusal = BeckonError(response, now: ambient.now()) { throw refusal }
    return response
  }

  /// The answer, of whatever status, that no repetition will better soon.
  /// - Throws: `BeckonError.offline`.
  func settled(_ call: Call) async throws(BeckonError) -> TransportResponse {
    var attempt = 1
    while true {
      let result: Result<TransportResponse, BeckonError>
      let obstacle: BeckonError
      do throws(TransportError) {
        let response = try await exchange(call)
        guard let refusal = BeckonError(response, now: ambient.now()) else { return response }
        (result, obstacle) = (.success(response), refusal)
      } catch {
        obstacle = BeckonError(error)
        result = .failure(obstacle)
      }
      let waitMilliseconds = obstacle.shortWaitMilliseconds(attempt: attempt, ambient)
      guard attempt < Self.triesMax, waitMilliseconds >= 0 else { return try result.get() }
      attempt += 1
      guard (try? await sleep(waitMilliseconds)) != nil else { return try result.get() }
    }
  }

  static func json(_ response: TransportResponse) throws(BeckonError) -> JSON {
    if response.body.isEmpty { return .null }
    guard let json = try? JSONReader.read(response.body) else {
      throw .unexpectedAnswer("status \(response.status) and a body that is not JSON")
    }
    return json
  }
}

extension BeckonError {
  /// How long to wait before the next try while the caller waits; negative for not at all.
  fileprivate func shortWaitMilliseconds(attempt: Int, _ ambient: Ambient) -> Int64 {
    let longest: Int64 = 5_000
    switch self {
    case .rateLimited(let seconds), .serverUnavailable(_, let seconds):
      let asked = Int64(seconds ?? 0) * Span.secondMilliseconds
      guard asked <= longest else { return -1 }
      return asked + Int64(ambient.random() % (UInt64(250) << UInt64(attempt)))
    case .offline(_, let mayHaveArrived) where mayHaveArrived:
      return Int64(ambient.random() % (UInt64(250) << UInt64(attempt)))
    default: return -1
    }
  }
}
