import BeckonContract
import BeckonContractSocialInvite
import BeckonModel

extension Problem {
  /// The member of a problem that holds the vendor's own code.
  private static let vendorCode = "vendor_code"

  /// An error of this protocol's own words.
  init(_ failure: SocialInviteFailure) {
    self.init(
      failure.code.problem, failure.text,
      more: [JSON.Member(Self.vendorCode, .string(failure.code.rawValue))])
  }

  /// The protocol's own code, if it has one.
  fileprivate var socialInviteCode: SocialInviteFailure.Code? {
    more.first { $0.name == Self.vendorCode }?.value.string
      .flatMap(SocialInviteFailure.Code.init(word:))
  }
}

extension SocialInviteFailure {
  /// Any problem as this protocol's clients read it.
  /// - Parameter requestID: finds the request in the server's log.
  init(_ problem: Problem, requestID: String) {
    let code = problem.socialInviteCode ?? Self.code(of: problem)
    // A wrong key is told in the words that clients show.
    let isLogin = problem.socialInviteCode == nil && code == .unauthorized
    self.init(
      code, isLogin ? Self.invalidLogin.text : problem.detail, clientCorrelator: requestID)
  }

  /// The HTTP status. What may pass later keeps that of the problem, so that a client which tries
  /// again does so.
  func status(of problem: Problem) -> Int {
    problem.code.status >= 500 ? problem.code.status : code.status
  }

  private static func code(of problem: Problem) -> Code {
    switch problem.code {
    case .unauthorized: .unauthorized
    case .secretKeyRequired, .tokenRequired, .smsNotSetUp: .serviceNotAvailable
    case .malformedJSON: .invalidBody
    case .rateLimited: .tooManyRequests
    case let code where code.status >= 500: .systemError
    default: .invalidParameter
    }
  }
}

extension SocialInviteFailure.Code {
  /// Beckon's own code of the same meaning.
  fileprivate var problem: ErrorCode {
    switch self {
    case .unauthorized, .authenticationFailed: .unauthorized
    case .serviceNotAvailable: .secretKeyRequired
    case .messageNotFound, .accountMissing: .notFound
    case .invalidBody: .malformedJSON
    case .invalidParameter, .invalidSender, .missingComponent: .invalidField
    case .tooManyRequests: .rateLimited
    case .systemError: .internal
    }
  }
}
