/// The link that a visit asks for, as its path says.
struct VisitedPath: Sendable {
  /// The code.
  let code: String
  /// What stands in front of the code, without slashes at its ends; empty for `/{code}`.
  let prefix: String

  /// - Parameter parameters: what the router found: the code, and what stands in front of it.
  init(_ parameters: [String]) {
    code = parameters.first ?? ""
    prefix = parameters.count > 1 ? parameters[1] : ""
  }
}
