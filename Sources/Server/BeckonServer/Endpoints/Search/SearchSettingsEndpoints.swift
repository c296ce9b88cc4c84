import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore
import BeckonText

/// `GET /v1/search/settings`, with what was changed lately.
enum ReadSearchSettings {
  /// Of what changes are told.
  static let subject = Identifier(hashing: "search settings")

  static func prepare(_ call: Call) throws -> Work {
    .read { scope in
      let settings = try StoredSearchSettings(scope).find()
      let changes = try Changes(scope).latest(of: subject).map(\.json)
      return .json(settings.json.with(["history": .array(changes)]))
    }
  }
}

/// `PATCH /v1/search/settings`. Products are read anew where the languages change. What was
/// changed, when and by which key stays readable.
enum UpdateSearchSettings {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    try call.app.search.changed(by: fields).check(fields)
    return .reconfigure { scope in
      // As they are in the database now: another change may have come in between.
      let old = try StoredSearchSettings(scope).find()
      let new = try old.changed(by: fields)
      try StoredSearchSettings(scope).store(new)
      try Changes(scope).note(
        ReadSearchSettings.subject, from: old.json, to: new.json, by: call.changedBy)
      return .json(new.json.warning(of: warnings(of: new)))
    }
  }

  /// Warns of languages of which no word stems are known, which a misspelt one is among.
  private static func warnings(of settings: SearchSettings) -> [FactWarning] {
    settings.languages.filter { !SearchLanguage.hasStems(code: $0) }.map { language in
      FactWarning(
        .unknownLanguage,
        "'languages' has '\(NameSuggestion.shown(language))', of which no forms of words are known: "
          + "words are found as they are written. Known are "
          + SearchLanguage.names.joined(separator: ", ") + ", and their codes, such as en.")
    }
  }
}

/// `DELETE /v1/search/last`: one text, or all.
enum ForgetSearches {
  static func prepare(_ call: Call) throws -> Work {
    guard try call.atMostOne(of: ["person", "install_id", "visitor"]) != nil else {
      throw FieldError(
        "install_id", "is missing, and so are 'person' and 'visitor': whose searches?")
    }
    let (visitor, text) = (
      try RecommendationWish.visitor(call), try call.word("text", max: ShopLimits.searchBytes)
    )
    return .write { scope in
      if let name = try visitor.known(to: call, scope) {
        try RememberedSearches(scope).forget(text, of: name)
      }
      return Reply(status: 204)
    }
  }
}
