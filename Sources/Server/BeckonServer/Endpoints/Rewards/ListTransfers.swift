import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/ledger/transfers`, newest first; `?state=in_review` lists what waits for a decision.
enum ListTransfers {
  static func prepare(_ call: Call) throws -> Work {
    let limit = try Page.limit(call)
    let before = try Page.cursor(call).map(place)
    let state = try call.query("state").map { word in
      guard let state = TransferState(word: word) else {
        let words = TransferState.allCases.map(\.rawValue).joined(separator: ", ")
        throw FieldError("state", "must be one of \(words)")
      }
      return state
    }
    return .read { scope in
      let rows = try Ledger(scope).page(state: state, before: before, limit: limit + 1)
      return Page.reply(rows, limit, "transfers", \.json) {
        "\($0.createdAt.milliseconds)-\($0.id.text)"
      }
    }
  }

  private static func place(_ cursor: String) throws -> (at: Instant, id: TransferID) {
    let parts = cursor.split(on: "-", maxSplits: 1)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), let id = TransferID(parts[1]) else {
      throw Page.badCursor
    }
    return (Instant(milliseconds: milliseconds), id)
  }
}
