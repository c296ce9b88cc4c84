extension SearchLanguage {
  /// Whether there is anything in a text that could be looked for.
  public func hasWords(in text: String) -> Bool { !QueryWords(text, self).words.isEmpty }
}
