import BeckonEngine
import BeckonStore

/// `GET /v1/unmatched-products`: ids that events name and the catalogue does not know, those named
/// most often first.
enum ListUnmatchedProducts {
  static func prepare(_ call: Call) throws -> Work {
    .read { scope in .json(try UnmatchedProducts(scope).report().json) }
  }
}
