import BeckonContract
import BeckonModel

/// A path on this server, with its query; whatever stands in it, it leads nowhere else.
struct LocalPath: Hashable, Sendable {
  /// Percent-encoded: `/dashboard/app_…/links?cursor=…`.
  let text: String

  /// A path of segments, and of what is asked for.
  init(_ segments: [String], query: [(name: String, value: String)] = []) {
    let path = "/" + segments.map(Route.percentEncoded).joined(separator: "/")
    let asked = query.map {
      PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value)
    }
    text = path + (asked.isEmpty ? "" : "?" + asked.joined(separator: "&"))
  }
}
