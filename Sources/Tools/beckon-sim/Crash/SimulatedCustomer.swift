import BeckonBasics
import BeckonModel
import BeckonTesting

/// One of many threads that use the shop at once. It sends many of its requests two or three times,
/// on connections of their own, at the same moment.
final class SimulatedCustomer {
  static let connectionsEach = 3

  /// What the server may be doing.
  enum Phase: Sendable {
    /// It answers everything.
    case running
    /// It was told to stop: it may refuse what is new.
    case stopping
    /// It is being killed.
    case killed
  }

  /// Someone whom this customer signed up.
  struct Member {
    let person: PersonID
    let campaign: Int
    var level: Int64 = 0
    var purchases: [String] = []
  }

  let shop: SimulatedShop
  let port: Int
  /// Makes ids of this customer unlike those of all others.
  let name: String
  let phase: Locked<Phase>
  var chance: SeededGenerator
  var facts = AcknowledgedFacts()
  var members: [Member] = []
  private var number = 0
  private var connections: [HTTPConnection] = []

  init(
    _ shop: SimulatedShop, port: Int, name: String, chance: SeededGenerator,
    phase: Locked<Phase>
  ) {
    self.shop = shop
    self.port = port
    self.name = name
    self.chance = chance
    self.phase = phase
  }

  /// Uses the shop until the server is gone.
  func run() {
    while phase.withLock({ $0 }) != .stopping {
      let operation = nextOperation()
      let copies =
        operation.kind.isRepeatable ? [1, 1, 2, 3].randomElement(using: &chance) ?? 1 : 1
      guard perform(operation, copies: copies) else { return }
    }
  }

  /// Sends an operation so many times at once and notes the answers.
  /// - Returns: whether the server is there still.
  @discardableResult
  func perform(_ operation: SimulatedOperation, copies: Int) -> Bool {
    connections.removeAll(where: \.isClosed)
    while connections.count < Self.connectionsEach {
      guard let connection = HTTPConnection(port: port) else {
        if operation.kind.isRepeatable { facts.unanswered.append(operation) }
        return false
      }
      connections.append(connection)
    }
    let used = connections.prefix(copies)
    for connection in used { connection.send(operation.request) }
    let answers = used.compactMap { $0.answer() }
    facts.duplicatesSent += copies - 1
    let phase = phase.withLock { $0 }
    if answers.count < copies, phase == .running {
      facts.violations.append("no answer to \(operation.request.path), and the server ran")
    }
    facts.note(operation, answers, isStopping: phase == .stopping)
    learn(operation, answers)
    return !answers.isEmpty
  }

  /// Remembers who signed up.
  private func learn(_ operation: SimulatedOperation, _ answers: [SimulatedAnswer]) {
    guard case .signUp = operation.kind, let answer = answers.first(where: \.isSuccess),
      let person = answer.json?["person"]?.string.flatMap({ PersonID($0) }),
      let campaign = shop.campaigns.firstIndex(where: {
        operation.request.body.contains(text: $0.id.text)
      })
    else { return }
    members.append(Member(person: person, campaign: campaign))
    if members.count > 40 { members.removeFirst() }
  }

  /// An id that nobody else makes.
  func newID() -> String {
    number += 1
    // Half of them as SDKs make them, half as scripts do.
    guard number.isMultiple(of: 2) else { return "\(name)-\(number)" }
    let identifier = Identifier(hashing: name, String(number))
    return Self.uuid(identifier)
  }

  private static func uuid(_ identifier: Identifier) -> String {
    func hex(_ word: UInt64) -> String {
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    let digits = Array(hex(identifier.high) + hex(identifier.low))
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return parts.joined(separator: "-")
  }
}

extension [UInt8] {
  /// Whether the bytes of a text stand somewhere in these.
  func contains(text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}
