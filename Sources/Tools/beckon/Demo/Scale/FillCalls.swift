import BeckonBasics
import BeckonModel
import BeckonServer

/// A call that tells the server of one of the demo's apps something.
struct FillCall: Sendable {
  let path: String
  let key: String
  /// `nil` for a `GET`.
  var body: JSON?
}

/// Tells a server many things at once, while its clock goes through a span of time.
struct FillCalls: Sendable {
  let url: String
  let clock: Locked<Instant>
  private let client = WebClient()

  /// Calls that are under way at a time.
  private static let atOnce = 64

  init(url: String, clock: Locked<Instant>) { (self.url, self.clock) = (url, clock) }

  /// Makes the calls, begun in their order, and gives the answers in that order.
  /// - Throws: `Failure` for one that the server did not take.
  func perform(
    _ calls: [FillCall], from start: Instant, until end: Instant
  ) async throws -> [JSON] {
    let span = end.milliseconds - start.milliseconds
    return try await withThrowingTaskGroup(of: (Int, JSON).self) { group in
      var answers = [JSON](repeating: .null, count: calls.count)
      for (place, call) in calls.enumerated() {
        if place >= Self.atOnce, let (done, answer) = try await group.next() {
          answers[done] = answer
        }
        let passed = span * Int64(place) / Int64(calls.count)
        clock.withLock { $0 = start.adding(milliseconds: passed) }
        group.addTask { (place, try await perform(call)) }
      }
      for try await (done, answer) in group { answers[done] = answer }
      clock.withLock { $0 = end }
      return answers
    }
  }

  /// Makes one call, at the time that it is.
  func perform(_ call: FillCall) async throws -> JSON {
    let outcome = await client.send(
      WebRequest(
        toOwn: url + call.path,
        headers: call.key.isEmpty ? [] : [(name: "Authorization", value: "Bearer " + call.key)],
        json: call.body))
    switch outcome {
    case .answer(let status, _, let body):
      let json = (try? JSONReader.read(body)) ?? .null
      guard (200..<300).contains(status) else {
        throw Failure("the demo's \(call.path) answered \(status): \(json.text)", "beckon doctor")
      }
      return json
    case .failure(let reason, _):
      throw Failure("the demo's server did not answer \(call.path): \(reason)", "beckon doctor")
    }
  }
}
