import BeckonModel
import Foundation

/// Someone who sends each request to several servers at the same moment, and again until each has
/// acknowledged it. For one thread.
final class FleetClient {
  /// For so long a request is repeated.
  private static let patienceSeconds = 120.0
  private static let pauseMicroseconds: UInt32 = 50_000

  /// One connection is for one copy and one server.
  private struct Lane: Hashable {
    let copy: Int
    let server: Int
  }

  private let servers: [FleetServer]
  private let log: OutageLog?
  private var lanes: [Lane: HTTPConnection] = [:]
  /// The server that gets the first copy; the next servers get the others.
  private var first: Int
  /// What no server may do.
  private(set) var violations: [String] = []

  /// - Parameters:
  ///   - first: the server that gets the first request; later ones go to each in turn.
  ///   - log: where refused and accepted writes are noted.
  init(_ servers: [FleetServer], first: Int = 0, log: OutageLog? = nil) {
    self.servers = servers
    self.first = first
    self.log = log
  }

  /// Sends so many copies at once, and again those that were not acknowledged.
  /// - Returns: an answer to each copy; empty when one was never answered as it should be, which is
  ///   a violation then.
  func acknowledged(_ request: SimulatedRequest, copies: Int) -> [SimulatedAnswer] {
    let deadline = MonotonicSeconds.now + Self.patienceSeconds
    var answers = [SimulatedAnswer?](repeating: nil, count: copies)
    first += 1
    while MonotonicSeconds.now < deadline {
      let open = answers.indices.filter { answers[$0] == nil }
      for (copy, answer) in zip(open, send(request, copies: open)) {
        log?.note(answer)
        if let answer, answer.status < 500 { answers[copy] = answer }
        if let answer { complain(answer, request) }
      }
      let done = answers.compactMap(\.self)
      if done.count == copies { return done.allSatisfy(\.isSuccess) ? done : [] }
      // Sleeps because: a server that has just refused refuses again at once.
      usleep(Self.pauseMicroseconds)
    }
    violations.append("\(request.path) was lost: never acknowledged")
    return []
  }

  /// Sends once, to one server.
  /// - Returns: `nil` when no whole answer came.
  func once(_ request: SimulatedRequest) -> SimulatedAnswer? {
    first += 1
    return send(request, copies: [0])[0]
  }

  /// Reads JSON, however often it takes.
  /// - Returns: `nil` for what is not there, which is for the caller to judge.
  func read(_ path: String, key: String, server: Int? = nil) -> JSON? {
    let request = SimulatedRequest(method: "GET", path: path, key: key)
    let deadline = MonotonicSeconds.now + Self.patienceSeconds
    if let server { first = server - 1 }
    repeat {
      if let answer = once(request), answer.status < 500 {
        return answer.isSuccess ? answer.json : nil
      }
      // Sleeps because: a server that has just refused refuses again at once.
      usleep(Self.pauseMicroseconds)
      first -= 1
    } while MonotonicSeconds.now < deadline
    return nil
  }

  private func send(_ request: SimulatedRequest, copies: [Int]) -> [SimulatedAnswer?] {
    let used = copies.map { copy -> HTTPConnection? in
      let lane = Lane(copy: copy, server: (first + copy) % servers.count)
      if lanes[lane]?.isClosed ?? true {
        lanes[lane] = HTTPConnection(port: servers[lane.server].port)
      }
      return lanes[lane]
    }
    for connection in used { connection?.send(request) }
    return used.map { $0?.answer() }
  }

  private func complain(_ answer: SimulatedAnswer, _ request: SimulatedRequest) {
    if answer.isSuccess || answer.status == 503 { return }
    violations.append(
      "\(request.method) \(request.path) was answered \(answer.status): "
        + String(decoding: answer.body.prefix(300), as: UTF8.self))
  }
}
