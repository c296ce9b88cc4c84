import BeckonModel

/// What somebody wants who answers a text message: carriers agree on a few words, and people write
/// them in any case.
public enum ReplyWord: Hashable, Sendable {
  /// No more messages.
  case stop
  /// Messages again.
  case start
  /// Who this is.
  case help

  private static let words: [TextKey: ReplyWord] = {
    var words: [TextKey: ReplyWord] = [:]
    for word in [
      "stop", "stopall", "stopp", "unsubscribe", "cancel", "end", "quit", "arret", "arrêt",
      "alto", "baja", "basta", "dur", "iptal", "abmelden", "halt",
    ] { words[TextKey(word)] = .stop }
    for word in ["start", "unstop", "yes"] { words[TextKey(word)] = .start }
    for word in ["help", "info", "hilfe", "aide", "ayuda", "yardim", "yardım"] {
      words[TextKey(word)] = .help
    }
    return words
  }()

  /// Reads an answer: its first word counts, without signs around it; `nil` for anything else.
  public init?(_ text: String) {
    let first = text.unicodeScalars.split { !$0.properties.isAlphabetic }.first
    // A capital İ has its dot beside it when it is small.
    var small = ""
    small.unicodeScalars.append(
      contentsOf: (first.map { String($0) } ?? "").lowercased().unicodeScalars.filter {
        $0 != "\u{307}"
      })
    guard let word = Self.words[TextKey(small)] else { return nil }
    self = word
  }
}
