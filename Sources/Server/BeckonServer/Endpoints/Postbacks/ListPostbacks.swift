import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/postbacks`, newest first, each with what its value means.
enum ListPostbacks {
  private static let columns = [
    "id", "system", "version", "ad_network", "source", "advertised_app", "transaction",
    "sequence_index", "conversion", "interaction", "won", "source_app", "source_domain",
    "marketplace", "fine", "coarse", "country", "verification", "reason", "received_at", "meaning",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = Postbacks.Filter()
    filter.system = try call.choice("system")
    filter.verification = try call.choice("verification")
    filter.adNetwork = call.query("ad_network")
    filter.didWin = try call.choice("won", Answer.self).map { $0 == .yes }
    return try .list(call, "postbacks", columns: columns) { [filter] scope, cursor, limit in
      let before = try cursor.map { try Page.id($0, PostbackID.self) }
      let rows = try Postbacks(scope).page(filter, before: before, limit: limit + 1)
      let history = try PostbackSchemas(scope).history()
      return Page(rows, limit, { describe($0, history) }, \.id.text)
    }
  }

  private enum Answer: String, CaseIterable {
    case yes = "true"
    case no = "false"
  }

  private static func describe(
    _ stored: StoredPostback, _ history: ConversionSchemaHistory
  ) -> JSON {
    let postback = stored.postback
    let meaning = history.meaning(of: postback, receivedAt: stored.receivedAt)
    return .object([
      "id": .id(stored.id), "system": .string(postback.system.rawValue),
      "version": postback.version.map(JSON.string), "ad_network": .string(postback.adNetwork),
      "source": postback.source.map(JSON.string),
      "advertised_app": .integer(postback.advertisedApp),
      "transaction": .string(postback.transaction),
      "sequence_index": .integer(postback.sequenceIndex),
      "conversion": postback.conversion.map { .string($0.rawValue) },
      "interaction": postback.interaction.map { .string($0.rawValue) },
      "won": .bool(postback.didWin), "source_app": postback.sourceApp.map(JSON.integer),
      "source_domain": postback.sourceDomain.map(JSON.string),
      "marketplace": postback.marketplace.map(JSON.string),
      "fine": postback.fineValue.map(JSON.integer),
      "coarse": postback.coarseValue.map { .string($0.rawValue) },
      "country": postback.country.map(JSON.string),
      "verification": .string(stored.verification.rawValue), "reason": .string(stored.reason),
      "received_at": .instant(stored.receivedAt),
      "meaning": meaning.map { meaning in
        [
          "schema": .integer(meaning.version),
          "other_schemas": .array(meaning.otherVersions.map(JSON.integer)),
          "rules": .array(meaning.rules.map(\.json)),
        ]
      },
    ])
  }
}

extension Call {
  /// A query parameter that is one of a closed set of words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _: Choice.Type = Choice.self
  ) throws -> Choice? where Choice.RawValue == String {
    guard let text = query(name) else { return nil }
    guard let choice = Choice(word: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw FieldError(name, "must be one of \(words)")
    }
    return choice
  }
}
