import BeckonModel

/// What the dashboard says, in the languages that it has. Who writes a text writes it in all of
/// them; browsers that ask for another language get English. `{name}` stands for what is filled in.
struct Words: Hashable, Sendable {
  private let english: String
  private let german: String

  init(_ english: String, _ german: String) {
    self.english = english
    self.german = german
  }

  /// The languages that there are.
  static let languages: [Language] = [.english, .german]

  /// The text in a language.
  func text(in language: Language, _ values: KeyValuePairs<String, String> = [:]) -> String {
    let text = language == .german ? german : english
    guard !values.isEmpty else { return text }
    // Each place is filled once: what a name holds is no place again.
    let parts = text.split(on: "{", keepsEmpty: true)
    return parts.dropFirst().reduce(parts[0]) { filled, part in
      let ends = part.split(on: "}", maxSplits: 1, keepsEmpty: true)
      let value = values.first { $0.key == ends[0] }?.value ?? ""
      return filled + value + (ends.count == 2 ? ends[1] : "")
    }
  }
}
