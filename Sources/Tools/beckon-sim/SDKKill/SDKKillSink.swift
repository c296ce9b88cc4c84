import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting

/// The server of the kill test: takes events as a Beckon server does, and misbehaves at random.
final class SDKKillSink: Sendable {
  /// What has arrived.
  struct Tally {
    /// Events by id: run and number.
    var events: [String: Key] = [:]
    /// Ids in the order of their first arrival.
    var order: [String] = []
    /// Arrivals of an id that was there.
    var duplicates = 0
    /// What no client should send, in words.
    var faults: [String] = []
    var requests = 0
  }

  /// An event as the app counts it.
  struct Key: Hashable {
    let run: Int64
    let number: Int64
  }

  private struct State {
    var tally = Tally()
    var generator: SeededGenerator
    var isCalm = false
  }

  private let state: Locked<State>

  init(seed: UInt64) { state = Locked(State(generator: SeededGenerator(seed: seed))) }

  var tally: Tally { state.withLock { $0.tally } }

  /// From now on every answer is a good one.
  func calmDown() { state.withLock { $0.isCalm = true } }

  func reply(_ request: TransportRequest) -> LoopbackServer.Reply {
    state.withLock { state in
      state.tally.requests += 1
      let mood = state.isCalm ? 0 : Int.random(in: 0..<100, using: &state.generator)
      switch mood {
      case 60..<68: return .answer(TransportResponse(status: 500))
      case 68..<72: return .hangUp
      case 72..<76:
        return .answer(TransportResponse(status: 429, headers: ["Retry-After": "0"]))
      case 76..<80 where Self.count(request) > 1:
        return .answer(TransportResponse(status: 413))
      case 80..<83: return .answer(TransportResponse(status: 200, body: Array("<html>".utf8)))
      default: break
      }
      let receipts = state.tally.take(request)
      switch mood {
      case 83..<92: return .hangUp
      case 92...: return .answer(receipts, delayMilliseconds: Int64(mood - 90) * 20)
      default: return .answer(receipts)
      }
    }
  }
}

extension SDKKillSink {
  /// Events of a batch. One alone is never called too large: the client would give it up, rightly.
  private static func count(_ request: TransportRequest) -> Int {
    (try? JSONReader.read(request.body))?["events"]?.elements?.count ?? 0
  }
}

extension SDKKillSink.Tally {
  fileprivate mutating func take(_ request: TransportRequest) -> TransportResponse {
    guard let events = (try? JSONReader.read(request.body))?["events"]?.elements else {
      faults.append("a request that is no batch")
      return TransportResponse(status: 400)
    }
    let receipts = events.map { event -> JSON in
      let id = event["id"]?.string ?? ""
      let isNew = take(event, id)
      return ["id": .string(id), "status": .string(isNew ? "accepted" : "duplicate")]
    }
    let body: JSON = ["receipts": .array(receipts)]
    return TransportResponse(status: 200, body: body.bytes)
  }

  private mutating func take(_ event: JSON, _ id: String) -> Bool {
    guard let identifier = Identifier(uuid: id), identifier.high >> 12 & 0xF == 7,
      event["name"] == "sim", let run = event["properties"]?["run"]?.integer,
      let number = event["properties"]?["number"]?.integer
    else {
      faults.append("an event that nobody tracked: \(event.text.prefix(200))")
      return true
    }
    let key = SDKKillSink.Key(run: run, number: number)
    if let known = events[id] {
      duplicates += 1
      if known != key { faults.append("one id for two events: \(id)") }
      return false
    }
    events[id] = key
    order.append(id)
    return true
  }
}
