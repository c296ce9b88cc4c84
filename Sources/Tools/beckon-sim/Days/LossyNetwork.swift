import BeckonModel
import BeckonTesting

/// What a network does to what people's apps send: it loses answers, so that clients send the same
/// again, byte by byte, and delivers some of it once more much later.
final class LossyNetwork {
  /// Something that is delivered once more.
  private struct Late {
    let at: Instant
    let about: String
    let request: SimulatedRequest
    /// By what it may be refused.
    let again: Int?
  }

  private let server: FraudServer
  private let repeatsAll: Bool
  private var chance: SeededGenerator
  private var late: [Late] = []
  private(set) var violations: [DayViolation] = []
  private(set) var done: [String: Int] = [:]
  /// Long links on which something rests; before, nothing is kept of one but its clicks.
  var kept: Set<String> = []

  init(_ server: FraudServer, _ size: DaySize) {
    self.server = server
    repeatsAll = size.repeatsAll
    chance = SeededGenerator(seed: size.seed &+ 1)
  }

  /// Counts something.
  func count(_ name: String) { done[name, default: 0] += 1 }

  /// Notes that something is not as it must be.
  func expect(_ about: String, _ expected: String, _ found: String) {
    guard expected != found else { return }
    violations.append(DayViolation(about: about, expected: expected, found: found))
  }

  /// Sends a request until its answer arrives; it must be a success.
  /// - Parameters:
  ///   - isOnce: whether it counts anew each time, so that no client sends it again.
  ///   - again: by what it may be refused when it comes again.
  ///   - givesFirst: whether the first answer arrives, and repetitions are the network's.
  func send(
    _ about: String, _ request: SimulatedRequest, isOnce: Bool = false, again: Int? = nil,
    givesFirst: Bool = false
  ) throws -> SimulatedAnswer {
    var answer = try deliver(about, request)
    let first = answer
    guard !isOnce || repeatsAll else { return answer }
    while chance.hits(0.25) {
      count("lost answers")
      server.set(server.now.adding(milliseconds: 2_000))
      answer = try deliver(about, request, again)
    }
    if chance.hits(0.15) {
      let pause = Int64.random(in: 60_000...3 * Span.hourMilliseconds, using: &chance)
      late.append(
        Late(
          at: server.now.adding(milliseconds: pause), about: about, request: request, again: again))
    }
    return givesFirst ? first : answer
  }

  /// Delivers what is due once more.
  func catchUp(until now: Instant) throws {
    late.sort { $0.at < $1.at }
    while let next = late.first, next.at <= now {
      late.removeFirst()
      count("late repetitions")
      server.set(next.at)
      _ = try deliver("once more, \(next.about)", next.request, next.again)
    }
  }

  /// Sends a request that must be refused.
  func refuse(_ about: String, _ request: SimulatedRequest, with status: Int) throws {
    expect("the answer to \(about)", "\(status)", "\(try server.ask(request).status)")
  }

  private func deliver(
    _ about: String, _ request: SimulatedRequest, _ refusal: Int? = nil
  ) throws -> SimulatedAnswer {
    let answer = try server.ask(request)
    if !answer.isSuccess, answer.status != refusal {
      expect(
        "the answer to \(about)", "a success",
        "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    return answer
  }
}
