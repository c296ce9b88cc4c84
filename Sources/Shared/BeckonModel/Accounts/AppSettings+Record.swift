extension AppSettings {
  /// Sets what stands in `fields` about people's records, be it `null`.
  mutating func changeRecord(by fields: Fields) throws(FieldError) {
    if fields.has("referrer_attribute") {
      let path = try fields.string("referrer_attribute", max: RecordPath.textBytes)
      if let path { _ = try RecordPath(path, in: fields.path(of: "referrer_attribute")) }
      referrerAttribute = path
    }
    if fields.has("record_inventory") {
      let key = try fields.string("record_inventory", max: RecordPath.keyBytes.upperBound)
      if let key { try RecordPath.check(key, in: fields.path(of: "record_inventory")) }
      recordInventory = key ?? AppSettings().recordInventory
    }
    try refuseSharedName(fields)
    if fields.has("record_rules") { recordRules = try Self.recordRules(fields) }
  }

  /// The balance is written by nobody, so nobody could ever be named there.
  private func refuseSharedName(_ fields: Fields) throws(FieldError) {
    let changed = ["record_inventory", "referrer_attribute"].first { fields.has($0) }
    guard let changed, let referrer = referrerAttribute, referrer.upTo("/") == recordInventory
    else { return }
    let other = changed == "record_inventory" ? "referrer_attribute" : "record_inventory"
    throw fields.error(
      changed,
      "cannot be '\(recordInventory)', where '\(other)' is: the balance stands there, and nobody "
        + "writes it; give one of them another name")
  }

  private static func recordRules(_ fields: Fields) throws(FieldError) -> [RecordRule]? {
    let name = "record_rules"
    guard let elements = try fields.elements(name, max: RecordRule.countMax) else { return nil }
    var rules: [RecordRule] = []
    for (index, element) in elements.enumerated() {
      let place = "\(name)[\(index)]"
      let rule = try RecordRule(fields.inner(element, at: place))
      guard !rules.contains(where: { $0.path == rule.path }) else {
        throw fields.error(place, "is about the same path as a rule before it")
      }
      rules.append(rule)
    }
    return rules
  }
}
