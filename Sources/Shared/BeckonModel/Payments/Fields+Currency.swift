extension Fields {
  /// A currency by its three letters, in any case.
  public func currency(_ name: String) throws(FieldError) -> Currency? {
    guard let text = try string(name, max: Limits.wordBytes) else { return nil }
    guard let currency = Currency(text) else {
      throw error(name, "must be three letters, such as EUR (ISO 4217)")
    }
    return currency
  }
}
