import BeckonModel

/// What a call that names somebody says of their sign-up.
public struct SignUpDecision: Hashable, Sendable {
  /// Whether they sign up by it. Without an identity nobody does: the person is anonymous.
  public let isFirst: Bool
  /// Whether the app's server tells by it what only clients had told: that they signed up.
  public let confirms: Bool

  /// Decides.
  /// - Parameters:
  ///   - isSignUp: whether the call is one; else it only tells of somebody.
  ///   - identities: by what it names them.
  ///   - found: whom it is about; `nil` for somebody new.
  ///   - decision: what becomes of the identities.
  public init(
    isSignUp: Bool, identities: [Identity], found: Person?, _ decision: IdentityDecision
  ) {
    isFirst = isSignUp && !identities.isEmpty && (found?.awaitsSignUp ?? true)
    confirms = isSignUp && decision.isFirstConfirmed
  }

  /// What is written down.
  public enum Fact: Hashable, Sendable {
    /// That they signed up.
    case signUp
    /// That the app's server has told it.
    case confirmed
    /// Nothing that was not there.
    case nothing
  }

  /// What is written down of the sign-up.
  public var fact: Fact { isFirst ? .signUp : confirms ? .confirmed : .nothing }

  /// Whether what the sign-up pays may be paid: a first one must not be too old.
  public func isPayable(at time: EventTime) -> Bool { !isFirst || time.isPayable }
}

/// Whether an answer hands out a token of the person, and which.
public enum TokenGrant: Hashable, Sendable {
  /// None: the answer has no place for it, or the app's server has no use for it.
  case none
  /// The one that was shown.
  case shown
  /// Another.
  case new

  /// Decides. With a publishable key the caller has the token already, or has just become the
  /// person. A server has none of its own, so it is given one only to hand on: for somebody new, or
  /// for the install that it names.
  /// - Parameters:
  ///   - isAsked: whether the answer has a place for one.
  ///   - isNew: whether the person is created by the call.
  ///   - namesInstall: whether the call names an install.
  ///   - holdsShown: whether the token that came along is the person's.
  public static func decide(
    isAsked: Bool, isNew: Bool, by trust: Trust, namesInstall: Bool,
    holdsShown: () throws -> Bool
  ) rethrows -> TokenGrant {
    guard isAsked else { return .none }
    if try !isNew && holdsShown() { return .shown }
    return trust == .server && !isNew && !namesInstall ? .none : .new
  }
}
