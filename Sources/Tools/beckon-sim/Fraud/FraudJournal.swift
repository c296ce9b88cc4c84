import BeckonModel

/// What must hold.
enum FraudInvariant: String, CaseIterable {
  /// Under rules that trust the server only, no thief is paid.
  case thiefPaid = "thief_paid"
  /// Nobody honest has less than in the shop without thieves; at the end, nobody has more.
  case honestPay = "honest_pay"
  /// No answer to a thief holds what is somebody else's.
  case leak
  /// No link of the app's leads where the app lets nobody be sent.
  case misled
  /// What a shop sells, and what honest people did in it, is what it is without thieves.
  case spoilt
  /// Every honest call that must succeed does.
  case lockedOut = "locked_out"
  /// Ledger, caps, coupons and edges of referrals are sound.
  case books
  /// No answer is a fault of the server.
  case serverFault = "server_fault"
}

/// What happened in the shop with thieves, and what went wrong.
final class FraudJournal {
  /// A call and its answer.
  struct Entry {
    let at: Instant
    let actor: FraudActor
    let deed: String
    let call: String
    let status: Int
    let answer: String

    var text: String {
      "\(at.text) \(actor.name), \(deed): \(call) -> \(status) \(answer)"
    }
  }

  /// Something that must not be.
  struct Violation {
    let invariant: FraudInvariant
    /// The kind of fault, without names: two of one signature are likely one mistake.
    let signature: String
    let detail: String
    let round: Int
    /// The last calls about the account.
    let story: [String]

    var name: String { invariant.rawValue + ": " + signature }

    /// Whether another is likely the same mistake.
    func isLike(_ other: Violation) -> Bool {
      name == other.name
    }
  }

  private static let textMax = 260
  private static let entriesMax = 100_000
  private static let storyMax = 14

  private var entries: [Entry] = []
  private(set) var violations: [Violation] = []
  private var known: Set<String> = []
  /// Of each signature the first has a story, which is not had for nothing.
  private var told: Set<String> = []
  var round = 0

  /// Notes a call.
  func note(
    _ actor: FraudActor, _ deed: String, _ request: SimulatedRequest, _ answer: SimulatedAnswer,
    at instant: Instant
  ) {
    if entries.count >= Self.entriesMax { entries.removeFirst(Self.entriesMax / 2) }
    entries.append(
      Entry(
        at: instant, actor: actor, deed: deed,
        call: "\(request.method) \(request.path) \(Self.short(request.body))",
        status: answer.status, answer: Self.short(answer.body)))
  }

  private static func short(_ body: [UInt8]) -> String {
    guard let text = String(validating: body, as: UTF8.self) else {
      return "(\(body.count) bytes)"
    }
    return body.count <= textMax ? text : String(text.prefix(textMax)) + "…"
  }

  /// Notes a fault, once.
  /// - Parameter about: names of the account; calls that have one of them are its story.
  func violate(
    _ invariant: FraudInvariant, _ signature: String, _ detail: String, about: [String] = []
  ) {
    guard known.insert(invariant.rawValue + signature + detail).inserted else { return }
    let isFirst = told.insert(invariant.rawValue + signature).inserted
    violations.append(
      Violation(
        invariant: invariant, signature: signature, detail: detail, round: round,
        story: isFirst ? story(about) : []))
  }

  /// The last calls that name an account, thieves' first: what honest people do is the same in
  /// every run.
  private func story(_ names: [String]) -> [String] {
    let names = names.filter { !$0.isEmpty }
    let deeds = entries.indices.filter { entries[$0].actor.isThief }
    guard !names.isEmpty else { return entries.suffix(3).map(\.text) }
    let about = entries.indices.filter { index in
      names.contains { entries[index].call.contains($0) || entries[index].answer.contains($0) }
    }
    // Where thieves do little, all of it counts.
    let thieves =
      deeds.count < Self.storyMax
      ? deeds[...] : about.filter { entries[$0].actor.isThief }.suffix(Self.storyMax / 2)
    let others = about.filter { !entries[$0].actor.isThief }.suffix(Self.storyMax / 2)
    return (thieves + others).sorted().map { entries[$0].text }
  }
}
