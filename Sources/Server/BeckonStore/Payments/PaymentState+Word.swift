import BeckonModel

extension PaymentState {
  /// What the native API calls it, where it is stored in the words of vendors: `completed`.
  public var word: String { String(rawValue.dropFirst("PAYMENT_".count)).lowercased() }

  /// The state of this word, or of a vendor's; `nil` when there is none.
  public init?(nativeWord word: String) {
    let state = Self.allCases.first { $0.word == word } ?? Self(word: word)
    guard let state else { return nil }
    self = state
  }

  /// The native word for what is stored.
  static func word(ofStored text: String) -> String { Self(word: text)?.word ?? text }
}
