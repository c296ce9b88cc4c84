import BeckonModel

extension ProductReport {
  /// The same as the word of the app's server. What it says in another language or currency than
  /// the product's own is that variant's.
  public func words(asServerOf known: Product?) -> ProductWords {
    var words = words
    let own = (language: known?.text(.language), currency: known?.currency)
    for (key, word) in words.said {
      switch key.field.variation {
      case .language:
        guard let language, let other = own.language, other != language else { continue }
        (words[key.field], words[key.field, language]) = (nil, word)
      case .currency:
        guard let currency, let other = own.currency, other != currency else { continue }
        (words[key.field], words[key.field, currency.code]) = (nil, word)
      case .none: continue
      }
    }
    if own.language != nil { words[.language] = nil }
    if own.currency != nil { words[.currency] = nil }
    return words
  }
}

extension ToldProduct {
  /// What the catalogue is told by it, field by field: one that is wrong harms no other, and is
  /// among the `faults`.
  /// - Throws: `FieldError` when the catalogue does not take its id.
  public func report() throws(FieldError) -> (report: ProductReport, faults: [FieldError]) {
    var words = try ProductWords(id: id)
    var faults: [FieldError] = []
    for member in named {
      guard let field = ProductField(word: member.name) else {
        faults.append(FieldError(member.name, "is nothing that the catalogue knows"))
        continue
      }
      do throws(FieldError) {
        let word = try field.word(member.value, at: member.name)
        if word != .nothing { words[field] = word }
      } catch {
        faults.append(error)
      }
    }
    let report = ProductReport(
      words, language: details["language"]?.string,
      currency: details["currency"]?.string.flatMap(Currency.init))
    return (report, faults)
  }

  /// The details under the catalogue's names; images by size are fields of their own there.
  private var named: [JSON.Member] {
    (details.members ?? []).flatMap { member -> [JSON.Member] in
      guard member.name == "images" else { return [member] }
      return (member.value.members ?? []).map { size in
        JSON.Member("image_" + size.name, size.value)
      }
    }
  }
}
