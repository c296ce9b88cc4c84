import BeckonBasics
import BeckonContract
import BeckonContractSegmentify
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `POST /add/events/v1.json`: what visitors have done. All events of a request that can be read
/// are stored in one transaction, and answered with what to show after each.
enum AddSegmentifyEvents {
  static func prepare(_ call: Call) throws -> Work {
    let read: SegmentifyBatch
    do throws(Segmentify.Failure) {
      read = try Self.read(call)
    } catch {
      return .answer(.segmentify(Segmentify.Answer(error, at: call.now)))
    }
    let ids = try SegmentifyEventIDs(call)
    let batch = TranslatedBatch(read) { ids.id($0, $1) }
    guard batch.items.contains(where: { $0.event != nil }) else {
      return .answer(.segmentify(answer(batch, storing: [], at: call.now)))
    }
    return SegmentifyStoring.work(call, logsIn: batch.logsIn) { scope, storing in
      var notes: [Segmentify.Answer.Note] = []
      for (index, item) in batch.items.enumerated() {
        notes += try storing.store(item.reports, at: index)
      }
      let answer = answer(batch, storing: notes, at: call.now)
      return try SegmentifyShowing(ShopSearching(call.services)).reply(
        answer, batch, storing.visitors, scope)
    }
  }

  private static func read(_ call: Call) throws(Segmentify.Failure) -> SegmentifyBatch {
    guard let body = call.body else { return try SegmentifyBatch(body: call.request.body) }
    let batch = try SegmentifyBatch(body)
    return call.proof.key == .publishable ? batch.only(of: call.install) : batch
  }

  /// The answer as far as it tells of the events, with an empty list behind each.
  private static func answer(
    _ batch: TranslatedBatch, storing: [Segmentify.Answer.Note], at now: Instant
  ) -> Segmentify.Answer {
    let notes = batch.items.indices.flatMap { index in
      batch.items[index].notes + storing.filter { $0.index == index }
    }
    let first = notes.first { $0.statusCode != .success }
    var answer = Segmentify.Answer(
      batch.items.map { _ in [] }, first?.statusCode ?? .success, message: first?.message, at: now)
    answer.notes = notes
    answer.search = searches(batch)
    return answer
  }

  /// Clients read the result of a search at its place, and that of a page of results as an object
  /// with `products`; without both they stop with a fault (docs/PROTOCOLS/segmentify.md, Searches).
  private static func searches(_ batch: TranslatedBatch) -> [[JSON]] {
    let found = batch.items.map { item -> [JSON]? in
      guard case .search(let search) = item.event?.action else { return nil }
      return search.kind == .faceted ? [["products": []]] : []
    }
    return found.contains { $0 != nil } ? found.map { $0 ?? [] } : []
  }
}

/// The ids of the events of a request, which its clients give none. With an `Idempotency-Key` they
/// follow from it, so that what is sent once more long after is a duplicate. Others sort by time:
/// the database stores each one beside the last.
struct SegmentifyEventIDs: Sendable {
  private let seed: Identifier
  private let drawnAt: Instant?

  init(_ call: Call) throws {
    let key = try IdempotencyKey(call)?.digest
    seed = key ?? call.ambient.identifier()
    drawnAt = key == nil ? call.now : nil
  }

  /// Whether the ids of a request are by chance.
  static func areDrawn(for call: Call) -> Bool {
    call.request.headers[HeaderName.idempotencyKey] == nil
  }

  /// The id of an event by its place in the request, and a number among those that it says.
  func id(_ place: Int, _ number: Int) -> String {
    let hash = Identifier(hashing: "segmentify", seed.text, "\(place)", "\(number)")
    return (drawnAt.map { Identifier(at: $0, random: (hash.high, hash.low)) } ?? hash).uuid
  }
}

extension TranslatedBatch {
  /// Whether somebody says who they are.
  fileprivate var logsIn: Bool {
    items.lazy.flatMap(\.reports).contains { report in
      guard case .user(let user) = report.event else { return false }
      return user.step != .logout
    }
  }
}
