import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/links`, newest first: those of a `person`, of a `campaign`, of a `code`, with a `name`
/// or under a `domain`, or all.
enum ListLinks {
  private static let columns = [
    "id", "code", "short_url", "url", "campaign", "referrer", "created_at", "expires_at",
    "deleted_at", "name",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundLinks.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    let code = try call.word("code", max: Limits.urlBytes)
    filter.prefix = try prefix(call)
    filter.campaign = try call.campaign(inQuery: "campaign")
    filter.name = try call.word("name", max: Limits.nameBytes)
    return try .found(call, "links", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)?.id
      let describe = { ReadLink.describe($0, call) }
      guard let code else {
        return try FoundLinks(scope).page(filter, behind: place, limit: limit, describe)
      }
      return try FoundLinks(scope).find(code: code, filter, describe)
    }
  }

  /// The prefix that `domain` names: one of the app's, or the server's own host.
  private static func prefix(_ call: Call) throws -> String? {
    guard let domain = try call.word("domain", max: Limits.urlBytes) else { return nil }
    let own = call.app.settings.linkDomains
    if Set(texts: own).contains(TextKey(domain)) { return domain }
    let host = OpenedLink(call.publicURL)?.host
    if domain == host { return "" }
    throw FieldError(
      "domain", NameSuggestion.refusal(of: domain, own + [host].compactMap { $0 }))
  }
}
