import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/links`, newest first.
enum ListLinks {
  static func prepare(_ call: Call) throws -> Work {
    let limit = try Page.limit(call)
    let before = try Page.cursor(call).map { try Page.id($0, LinkID.self) }
    return .read { scope in
      let links = try Links(scope).page(before: before, limit: limit + 1)
      return Page.reply(links, limit, "links", { ReadLink.describe($0, call) }, { $0.id.text })
    }
  }
}
