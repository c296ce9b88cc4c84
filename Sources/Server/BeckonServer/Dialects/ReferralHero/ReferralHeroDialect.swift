import BeckonContract
import BeckonContractReferralHero
import BeckonHTTP
import BeckonModel
import BeckonStore

extension Dialect {
  /// The calls whose answer clients store: an error has a status that says so, of those whose body
  /// the client for Android reads (docs/PROTOCOLS/referralhero.md, Errors).
  static let referralHeroStored = Dialect(
    vendor: .referralHero, read: { request, _ in try Credentials(referralHero: request) },
    verify: { _, _, _, _ in },
    refusal: { problem, _ in
      let failure = ReferralHeroFailure(problem)
      return .referralHero(failure, status: failure.storedStatus ?? problem.code.status)
    })

  /// All other calls of an app: of any other status the client for iOS would only say that it is
  /// none of success. A wrong key is always 401, and a fault of the server's is told as such.
  static let referralHeroClient = Dialect(
    vendor: .referralHero, read: referralHeroStored.read, verify: referralHeroStored.verify,
    refusal: { problem, _ in
      let status = problem.code.status
      let failure = ReferralHeroFailure(problem)
      return .referralHero(failure, status: status == 401 || status >= 500 ? status : 200)
    })

  /// The calls of an app's server, whose errors have the statuses that HTTP gives them.
  static let referralHeroServer = Dialect(
    vendor: .referralHero, read: referralHeroStored.read, verify: referralHeroStored.verify,
    refusal: { problem, _ in
      let failure = ReferralHeroFailure(problem)
      return .referralHero(failure, status: failure.serverStatus ?? problem.code.status)
    })
}

extension Dialect.Credentials {
  /// What a request shows: the key as `Authorization`, with or without `Bearer`, as `X-API-Key` or
  /// `?api_token=`; and who the member is, as a client that keeps cookies sends it.
  /// - Throws: `Problem` when there is no key.
  init(referralHero request: HTTPRequest) throws {
    let authorization = request.headers[HeaderName.authorization].map { header in
      let parts = header.split(on: " ", maxSplits: 1)
      return parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : header
    }
    let named = request.query.first { $0.name == "api_token" }?.value
    let keys = [authorization, request.headers["X-API-Key"], named].compactMap { $0 }
    guard let key = keys.first(where: { !$0.isEmpty }) else {
      throw Problem(
        ReferralHeroFailure(
          .noToken,
          "Send the app's key as 'Authorization': pk_…, or the API token that the app has once "
            + "'beckon app alias --vendor referralhero --as publishable' has registered it."))
    }
    self.init(key: key, token: Self.cookie(request))
  }

  private static func cookie(_ request: HTTPRequest) -> String? {
    let pairs = (request.headers["Cookie"] ?? "").split(on: ";")
    let start = ReferralHero.tokenCookie + "="
    let bare = pairs.map { pair in
      String(decoding: pair.utf8.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    }
    return bare.first { $0.hasPrefix(start) }
      .map { String(decoding: $0.utf8.dropFirst(start.utf8.count), as: UTF8.self) }
  }
}

extension Problem {
  /// The member of a problem that holds the vendor's own code.
  private static let vendorCode = "vendor_code"

  /// An error of this vendor's own words.
  init(_ failure: ReferralHeroFailure) {
    self.init(
      failure.code.problem, failure.message,
      more: [JSON.Member(Self.vendorCode, .string(failure.code.rawValue))])
  }

  /// The vendor's own code, if it has one.
  fileprivate var failureCode: ReferralHeroFailure.Code? {
    more.first { $0.name == Self.vendorCode }?.value.string
      .flatMap(ReferralHeroFailure.Code.init(word:))
  }
}

extension ReferralHeroFailure {
  /// Any problem as this vendor's clients read it.
  init(_ problem: Problem) {
    self.init(problem.failureCode ?? Self.code(of: problem), problem.detail)
  }

  private static func code(of problem: Problem) -> Code {
    switch problem.code {
    case .unauthorized, .secretKeyRequired, .tokenRequired: .invalidToken
    case .rateLimited: .tooManyCalls
    case .invalidField:
      problem.field == "email" ? .invalidEmailAddress : .invalidParameter
    case .notFound: .subscriberNotFound
    case let code where code.status >= 500: .serverError
    default: .invalidParameter
    }
  }

  /// The status with which a client that stores the answer is told: 400, 401 or 403, whose bodies
  /// all clients read; `nil` for what is no fault of the call.
  fileprivate var storedStatus: Int? {
    switch code {
    case .noToken: 401
    case .invalidList, .noListUUID: 401
    case .invalidToken, .subscriberNotFound, .inactiveAccount: nil
    case .tooManyCalls, .serverError: nil
    default: 400
    }
  }
}

extension ReferralHeroFailure {
  /// The status by which an app's server is told; `nil` where that of the problem says it.
  fileprivate var serverStatus: Int? {
    switch code {
    case .noToken: 401
    case .inactiveAccount: 403
    case .invalidList, .subscriberNotFound, .rewardNotFound, .couponGroupNotFound: 404
    case .invalidToken, .tooManyCalls, .serverError: nil
    default: 400
    }
  }
}

extension ReferralHeroFailure.Code {
  /// Beckon's own code of the same meaning.
  fileprivate var problem: ErrorCode {
    switch self {
    case .noToken: .unauthorized
    case .invalidToken, .inactiveAccount, .subscriberNotFound: .tokenRequired
    case .tooManyCalls: .rateLimited
    case .serverError: .internal
    case .invalidList: .notFound
    default: .malformedRequest
    }
  }
}

extension Reply {
  /// An error as this vendor's clients read it.
  static func referralHero(_ failure: ReferralHeroFailure, status: Int) -> Reply {
    .json(failure.json, status: status)
  }
}
