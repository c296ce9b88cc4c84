import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/links`, newest first.
enum ListLinks {
  private static let columns = [
    "id", "code", "short_url", "url", "campaign", "referrer", "created_at", "expires_at",
    "deleted_at", "name",
  ]

  static func prepare(_ call: Call) throws -> Work {
    try .list(call, "links", columns: columns) { scope, cursor, limit in
      let before = try cursor.map { try Page.id($0, LinkID.self) }
      let links = try Links(scope).page(before: before, limit: limit + 1)
      return Page(links, limit, { ReadLink.describe($0, call) }, \.id.text)
    }
  }
}
