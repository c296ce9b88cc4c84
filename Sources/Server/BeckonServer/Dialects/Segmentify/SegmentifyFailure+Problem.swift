import BeckonContract
import BeckonContractSegmentify
import BeckonHTTP
import BeckonModel

extension Problem {
  /// The member of a problem that holds the vendor's own code.
  private static let vendorCode = "vendor_code"

  /// An error of this vendor's own words.
  init(_ failure: Segmentify.Failure) {
    self.init(
      failure.code.problem, failure.message,
      more: [JSON.Member(Self.vendorCode, .string(failure.code.rawValue))])
  }

  /// The vendor's own code, if it has one.
  fileprivate var statusCode: Segmentify.StatusCode? {
    more.first { $0.name == Self.vendorCode }?.value.string
      .flatMap(Segmentify.StatusCode.init(word:))
  }
}

extension Segmentify.Failure {
  /// Any problem as this vendor's clients read it.
  init(_ problem: Problem) {
    self.init(problem.statusCode ?? Self.code(of: problem), problem.detail)
  }

  private static func code(of problem: Problem) -> Segmentify.StatusCode {
    switch problem.code {
    case .unauthorized: .noAccount
    case .secretKeyRequired, .tokenRequired: .failedAccount
    case .rateLimited: .tooManyCalls
    case let code where code.status >= 500: .serverError
    default: .badInput
    }
  }
}

extension Segmentify.StatusCode {
  /// Beckon's own code of the same meaning.
  fileprivate var problem: ErrorCode {
    switch self {
    case .noKey, .noAccount: .unauthorized
    case .unverifiedAccount, .failedAccount, .domainMismatch: .secretKeyRequired
    case .tooManyCalls: .rateLimited
    case .serverError: .internal
    case .success, .noEvent, .noUserID, .noSessionID, .badInput: .malformedRequest
    }
  }
}

extension Reply {
  /// An answer as this vendor's clients read it.
  static func segmentify(_ answer: Segmentify.Answer, status: Int = 200) -> Reply {
    .json(answer.json, status: status)
  }
}
