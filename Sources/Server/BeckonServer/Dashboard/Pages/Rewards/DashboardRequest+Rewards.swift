import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// How pages show what the ledger says.
extension DashboardRequest {
  /// A word of the API as people read it; the word itself where there is no text for it.
  func text(_ word: String?, of words: [TextKey: Words]) -> String {
    guard let word else { return "–" }
    return words[TextKey(word)].map { text($0) } ?? word
  }

  /// How much of what.
  func amount(_ transfer: JSON) -> String {
    let amount = transfer["amount"]?.integer.map(figures.whole) ?? "–"
    return amount + " " + (transfer["unit"]?.string ?? "")
  }

  /// Somebody, with a link to their page.
  func person(_ id: String?) -> HTML {
    guard let id else { return HTML("–") }
    return HTML(.a, .href(page("people", id))) { Self.brief(id) }
  }

  /// A side of a transfer as the ledger writes it: `person:per_…`.
  func ledgerAccount(_ text: String?) -> HTML {
    guard let (kind, owner) = text?.parts(around: ":") else {
      return HTML(self.text(text, of: Words.accountKinds))
    }
    return kind == "person" ? person(owner) : HTML(campaignName(owner))
  }

  /// A filter by the app's campaigns.
  var campaignFilter: Field {
    let campaigns = (app?.campaigns ?? []).map { (word: $0.id.text, text: $0.name) }
    return Field(
      "campaign", text(.campaign), .choice([("", text(.anyCampaign))] + campaigns),
      value: written("campaign") ?? "")
  }

  /// What tells an id from others of its kind, for people: its last letters.
  static func brief(_ id: String) -> String {
    let parts = id.split(on: "_", maxSplits: 1)
    guard parts.count == 2, parts[1].utf8.count > 8 else { return id }
    return parts[0] + "_…" + String(Substring(parts[1].utf8.suffix(6)))
  }

  /// Refuses to give what says more of people than a page does to operators who only look.
  /// - Throws: `DashboardRefusal`.
  func needs(_ role: OperatorRole) throws {
    guard holder.role >= role else { throw DashboardRefusal.roleTooLow(role) }
  }
}

extension TransferState {
  /// How it is marked.
  var tone: Badge.Tone {
    switch self {
    case .pending: .accent
    case .inReview: .warn
    case .posted: .good
    case .voided: .plain
    }
  }
}
