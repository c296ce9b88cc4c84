import BeckonModel
import BeckonSDK
import Foundation

/// The person who uses the app. Their id is Beckon's id of the person, and stays the same when an
/// anonymous person gets an address and a password.
public final class User: Sendable {
  /// The person's id.
  public let uid: String

  let session: DynamicLinksSession

  init(_ uid: String, _ session: DynamicLinksSession) {
    self.uid = uid
    self.session = session
  }

  private var profile: PersonProfile { session.memory.profile(of: uid) }

  /// The address they sign in with.
  public var email: String? { profile.email }

  /// The name that they go by, attribute `display_name` of their record.
  public var displayName: String? { profile.name }

  /// Whether they have not signed up.
  public var isAnonymous: Bool {
    profile.email == nil && (try? session.client())?.userID == nil
  }

  /// Gives the person an address and a password to sign in with. They keep their id and record.
  ///
  /// `completion` gets the person, or an error of `AuthErrorDomain`.
  public func link(
    with credential: AuthCredential,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    session.answer(completion) { try await self.link(with: credential) }
  }

  /// The same for code that names the person's type, as that for the SDK's first versions.
  @_disfavoredOverload
  public func link(
    with credential: AuthCredential,
    completion: @escaping @MainActor (User?, (any Error)?) -> Void
  ) {
    link(with: credential) { (result: AuthDataResult?, error) in completion(result?.user, error) }
  }

  /// Gives the person an address and a password to sign in with.
  /// - Throws: `NSError` of `AuthErrorDomain`.
  @discardableResult
  public func link(with credential: AuthCredential) async throws -> AuthDataResult {
    do throws(BeckonError) {
      let client = try session.client()
      guard try client.person()?.id == uid else { throw .notIdentified }
      try await client.linkPassword(email: credential.email, password: credential.password)
    } catch {
      throw NSError.account(error)
    }
    session.memory.change(of: uid) { $0.email = credential.email }
    return AuthDataResult(user: self)
  }

  /// Has a mail sent that asks whether the address is theirs.
  ///
  /// `completion` gets `nil`, or an error of `AuthErrorDomain`.
  public func sendEmailVerification(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
    session.answer({ (_: Bool?, error) in completion?(error) }) {
      try await self.sendEmailVerification()
      return true
    }
  }

  /// Has a mail sent that asks whether the address is theirs.
  /// - Throws: `NSError` of `AuthErrorDomain`; `operationNotAllowed` when the server or the app
  ///   sends no mails.
  public func sendEmailVerification() async throws {
    do throws(BeckonError) {
      let client = try session.client()
      guard try client.person()?.id == uid else { throw .notIdentified }
      try await client.verifyEmail(email)
    } catch {
      throw NSError.account(error)
    }
  }

  /// A change of the name that they go by.
  public func createProfileChangeRequest() -> UserProfileChangeRequest {
    UserProfileChangeRequest(self)
  }
}

/// The person who has signed in. The SDK's first versions gave the person itself, so what they say
/// can be asked here too.
public struct AuthDataResult: Sendable {
  /// The person.
  public let user: User

  /// The person's id.
  public var uid: String { user.uid }
  /// The address they sign in with.
  public var email: String? { user.email }
  /// The name that they go by.
  public var displayName: String? { user.displayName }
  /// Whether they have not signed up.
  public var isAnonymous: Bool { user.isAnonymous }
}

/// A change of the name that a person goes by.
public final class UserProfileChangeRequest {
  /// The new name.
  public var displayName: String?

  private let user: User

  init(_ user: User) {
    self.user = user
    displayName = user.displayName
  }

  /// Makes the change. While there is no network, it waits on the device's disk.
  ///
  /// `completion` gets `nil`, or an error of `AuthErrorDomain`.
  public func commitChanges(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
    let (user, name) = (user, displayName)
    let answered: @MainActor (Bool?, (any Error)?) -> Void = { completion?($1) }
    user.session.answer(answered) {
      try await Self.commit(name, user)
      return true
    }
  }

  /// Makes the change. While there is no network, it waits on the device's disk.
  /// - Throws: `NSError` of `AuthErrorDomain`.
  public func commitChanges() async throws {
    try await Self.commit(displayName, user)
  }

  private static func commit(_ name: String?, _ user: User) async throws {
    do throws(BeckonError) {
      let client = try user.session.client()
      guard try client.person()?.id == user.uid else { throw .notIdentified }
      try await client.setAttributes([
        PersonProfile.nameKey: BeckonValue(json: name.map(JSON.string) ?? .null)
      ])
    } catch {
      throw NSError.account(error)
    }
    user.session.memory.change(of: user.uid) { $0.name = name }
  }
}
