import BeckonModel
import Foundation

/// What the server has acknowledged so far: the facts that must be there after every crash.
struct AcknowledgedFacts: Sendable {
  /// An answer that must come again, byte by byte.
  struct Repeatable: Sendable {
    let operation: SimulatedOperation
    let status: Int
    let body: [UInt8]
  }

  struct Level: Sendable {
    var acknowledged: Int64
    var sent: Int64
  }

  struct Payment: Hashable, Sendable {
    let amount: Int64
    let unit: String
  }

  var clicks: Set<ClickID> = []
  /// Visits of robots: recorded, and no clicks.
  var robotVisits = 0
  var installs: [String: InstallID] = [:]
  var people: [String: PersonID] = [:]
  var levels: [PersonID: Level] = [:]
  var events: Set<String> = []
  var rejectedEvents: Set<String> = []
  var conversions: Set<String> = []
  var refunds: [String: String] = [:]
  /// Transfers that answers told of.
  var transfers: [TransferID: Payment] = [:]
  var repeatable: [Repeatable] = []
  /// Sent, and answered by nobody: may or may not have happened.
  var unanswered: [SimulatedOperation] = []
  /// What the server must never do.
  var violations: [String] = []
  /// Acknowledged operations by kind.
  var counts: [String: Int] = [:]
  var statuses: [Int: Int] = [:]
  var duplicatesSent = 0
  var eventsAcknowledged = 0

  /// Takes over what another thread has gathered.
  mutating func add(_ other: AcknowledgedFacts) {
    clicks.formUnion(other.clicks)
    robotVisits += other.robotVisits
    installs.merge(other.installs) { $1 }
    people.merge(other.people) { $1 }
    levels.merge(other.levels) { $1 }
    events.formUnion(other.events)
    rejectedEvents.formUnion(other.rejectedEvents)
    conversions.formUnion(other.conversions)
    refunds.merge(other.refunds) { $1 }
    transfers.merge(other.transfers) { $1 }
    repeatable += other.repeatable
    unanswered += other.unanswered
    violations += other.violations
    counts.merge(other.counts, uniquingKeysWith: +)
    statuses.merge(other.statuses, uniquingKeysWith: +)
    duplicatesSent += other.duplicatesSent
    eventsAcknowledged += other.eventsAcknowledged
  }

  /// Notes the answers to the copies of one operation; those that never came whole are left out.
  mutating func note(
    _ operation: SimulatedOperation, _ answers: [SimulatedAnswer], isStopping: Bool = false
  ) {
    for answer in answers {
      statuses[answer.status, default: 0] += 1
      if answer.status >= 500, !(isStopping && answer.status == 503) {
        violations.append(
          "\(operation.request.method) \(operation.request.path) was answered \(answer.status): "
            + String(decoding: answer.body.prefix(300), as: UTF8.self))
      }
    }
    let done = answers.filter { isAcknowledged(operation.kind, $0) }
    guard let first = done.first else {
      if operation.kind.isRepeatable, !answers.contains(where: { $0.status < 500 }) {
        unanswered.append(operation)
      }
      return
    }
    counts[operation.kind.name, default: 0] += 1
    if operation.kind.repeatsItsAnswer {
      compare(done, operation)
      repeatable.append(Repeatable(operation: operation, status: first.status, body: first.body))
    }
    noteEvents(operation.kind, done)
    note(operation.kind, first)
  }

  /// An early conversion is kept too: its 409 is an acknowledgement.
  private func isAcknowledged(_ kind: SimulatedOperation.Kind, _ answer: SimulatedAnswer) -> Bool {
    if case .conversion = kind, answer.status == 409 { return true }
    if case .hostile = kind { return answer.status < 500 }
    return answer.isSuccess
  }

  private mutating func compare(_ answers: [SimulatedAnswer], _ operation: SimulatedOperation) {
    for answer in answers.dropFirst()
    where answer.body != answers[0].body || answer.status != answers[0].status {
      violations.append("two answers to one request: \(operation.request.path)")
    }
  }

  private mutating func note(_ kind: SimulatedOperation.Kind, _ answer: SimulatedAnswer) {
    let json = answer.json
    switch kind {
    case .click(let isRobot): isRobot ? robotVisits += 1 : noteClick(answer)
    case .install(let client):
      installs[client] = json?["install"]?.string.flatMap { InstallID($0) }
    case .signUp(let user): people[user] = json?["person"]?.string.flatMap { PersonID($0) }
    case .attributes(let person, let level):
      levels[person, default: Level(acknowledged: 0, sent: level)].acknowledged = level
    case .conversion(let id): conversions.insert(id)
    case .refund(let id, let of): refunds[id] = of
    case .redemption, .clawback: noteTransfer(json)
    case .events, .read, .hostile: break
    }
    for transfer in json?["paid"]?.elements ?? [] { noteTransfer(transfer) }
  }

  private mutating func noteClick(_ answer: SimulatedAnswer) {
    guard let target = answer.headers["location"],
      let range = target.range(of: "beckon_click="),
      let click = ClickID(target[range.upperBound...].prefix { $0 != "&" })
    else {
      violations.append("a redirect without a click: \(answer.headers["location"] ?? "-")")
      return
    }
    if !clicks.insert(click).inserted { violations.append("one click id twice") }
  }

  private mutating func noteTransfer(_ json: JSON?) {
    guard let json, let id = json["id"]?.string.flatMap({ TransferID($0) }),
      let amount = json["amount"]?.integer, let unit = json["unit"]?.string
    else { return }
    transfers[id] = Payment(amount: amount, unit: unit)
  }

  /// Each good id is accepted by at most one of the copies, and answered by all.
  private mutating func noteEvents(
    _ kind: SimulatedOperation.Kind, _ answers: [SimulatedAnswer]
  ) {
    let good: [String]
    switch kind {
    case .events(let ids, let bad):
      good = ids
      rejectedEvents.formUnion(bad)
    case .refund(let id, _): good = [id]
    default: return
    }
    var accepted: Set<String> = []
    for answer in answers {
      for receipt in answer.json?["receipts"]?.elements ?? [] {
        let id = receipt["id"]?.string ?? ""
        let status = receipt["status"]?.string ?? ""
        let isGood = good.contains(id)
        if isGood ? !["accepted", "duplicate"].contains(status) : status != "rejected" {
          violations.append("event \(id) was \(status): \(receipt.text.prefix(200))")
        }
        guard isGood, status == "accepted" else { continue }
        if !accepted.insert(id).inserted || events.contains(id) {
          violations.append("event \(id) was accepted twice")
        }
      }
    }
    eventsAcknowledged += good.count
    events.formUnion(good)
  }
}
