import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// The parameters of a visit that a link hands on to where it leads.
struct HandedParameters: Sendable {
  private let parameters: [(name: String, value: String)]
  private let passed: PassedParameters

  /// `nil` when there are none.
  init?(_ request: HTTPRequest, of link: Link, _ settings: AppSettings) {
    let passed = link.options.passParameters ?? settings.passParameters
    guard passed != .none, !request.query.isEmpty else { return nil }
    self.passed = passed
    // `/?c=code` is another name of the link.
    parameters = request.query.filter { $0.name != "c" || $0.value != link.code }
  }

  /// A target with them.
  func added(to target: String) -> String {
    Target.handing(on: parameters, of: passed, to: target)
  }
}
