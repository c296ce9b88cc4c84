import BeckonModel
import BeckonSDK
import Foundation

/// Who uses the app.
public final class Auth: Sendable {
  private static let instance = Auth(.shared)

  private let session: DynamicLinksSession

  init(_ session: DynamicLinksSession) { self.session = session }

  /// The one instance.
  public class func auth() -> Auth { instance }

  /// The person who uses the app; `nil` before somebody has signed in, also anonymously.
  public var currentUser: User? {
    guard let client = try? session.client(), let person = try? client.person() else { return nil }
    return User(person.id, session)
  }

  // MARK: Anonymous

  /// Signs in without a name; whoever uses the app already stays. There is no step of a referral
  /// and no reward until they are linked with an address.
  ///
  /// `completion` gets the person, or an error of `AuthErrorDomain`.
  public func signInAnonymously(
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    session.answer(completion) { try await self.signInAnonymously() }
  }

  /// The same for code that names the person's type, as that for the SDK's first versions.
  @_disfavoredOverload
  public func signInAnonymously(
    completion: @escaping @MainActor (User?, (any Error)?) -> Void
  ) {
    signInAnonymously { (result: AuthDataResult?, error) in completion(result?.user, error) }
  }

  /// Signs in without a name; whoever uses the app anonymously already stays.
  /// - Throws: `NSError` of `AuthErrorDomain`.
  @discardableResult
  public func signInAnonymously() async throws -> AuthDataResult {
    if let user = currentUser, user.isAnonymous { return AuthDataResult(user: user) }
    do throws(BeckonError) {
      let client = try session.client()
      // The registration's token shows whose install it is.
      _ = try? await client.start()
      let person = try await client.identify()
      return AuthDataResult(user: User(person.id, session))
    } catch {
      throw NSError.account(error)
    }
  }

  // MARK: Address and password

  /// Signs in with an e-mail address and a password.
  ///
  /// `completion` gets the person, or an error of `AuthErrorDomain`.
  public func signIn(
    withEmail email: String, password: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    session.answer(completion) { try await self.signIn(withEmail: email, password: password) }
  }

  /// The same for code that names the person's type, as that for the SDK's first versions.
  @_disfavoredOverload
  public func signIn(
    withEmail email: String, password: String,
    completion: @escaping @MainActor (User?, (any Error)?) -> Void
  ) {
    signIn(withEmail: email, password: password) { (result: AuthDataResult?, error) in
      completion(result?.user, error)
    }
  }

  /// Signs in with an e-mail address and a password.
  /// - Throws: `NSError` of `AuthErrorDomain`.
  @discardableResult
  public func signIn(
    withEmail email: String, password: String
  ) async throws -> AuthDataResult {
    do throws(BeckonError) {
      let client = try session.client()
      _ = try? await client.start()
      let person = try await client.signIn(email: email, password: password)
      let name = try? await client.record(PersonProfile.nameKey).get()
      session.memory.change(of: person.id) { profile in
        profile = PersonProfile(email: email, name: name?.json.string)
      }
      return AuthDataResult(user: User(person.id, session))
    } catch {
      throw NSError.account(error)
    }
  }

  /// Signs in with a credential.
  ///
  /// `completion` gets the person, or an error of `AuthErrorDomain`.
  public func signIn(
    with credential: AuthCredential,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(
      withEmail: credential.email, password: credential.password, completion: completion)
  }

  /// Signs in with a credential.
  /// - Throws: `NSError` of `AuthErrorDomain`.
  @discardableResult
  public func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
    try await signIn(withEmail: credential.email, password: credential.password)
  }

  /// Signs somebody up with an e-mail address and a password. Who uses the app anonymously becomes
  /// that person, with their id and record.
  ///
  /// `completion` gets the person, or an error of `AuthErrorDomain`.
  public func createUser(
    withEmail email: String, password: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    session.answer(completion) { try await self.createUser(withEmail: email, password: password) }
  }

  /// Signs somebody up with an e-mail address and a password.
  /// - Throws: `NSError` of `AuthErrorDomain`.
  @discardableResult
  public func createUser(
    withEmail email: String, password: String
  ) async throws -> AuthDataResult {
    if let user = currentUser, !user.isAnonymous { try signOut() }
    let anonymous = try await signInAnonymously()
    let credential = EmailAuthProvider.credential(withEmail: email, password: password)
    return try await anonymous.user.link(with: credential)
  }

  /// Has a mail sent with a link to a page on which somebody chooses another password. Whether
  /// anybody signs in with this address is not told.
  ///
  /// `completion` gets `nil`, or an error of `AuthErrorDomain`.
  public func sendPasswordReset(
    withEmail email: String, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    session.answer({ (_: Bool?, error) in completion?(error) }) {
      try await self.sendPasswordReset(withEmail: email)
      return true
    }
  }

  /// Has a mail sent with a link to a page on which somebody chooses another password.
  /// - Throws: `NSError` of `AuthErrorDomain`; `operationNotAllowed` when the server or the app
  ///   sends no mails.
  public func sendPasswordReset(withEmail email: String) async throws {
    do throws(BeckonError) {
      try await session.client().mailPasswordReset(email: email)
    } catch {
      throw NSError.account(error)
    }
  }

  /// Signs out. What waits in the queue is still sent as theirs.
  /// - Throws: `NSError` of `AuthErrorDomain`.
  public func signOut() throws {
    do throws(BeckonError) {
      try session.client().reset()
    } catch {
      throw NSError.account(error)
    }
  }
}

extension DynamicLinksSession {
  /// Does something and tells whoever waits how it went.
  func answer<Value: Sendable>(
    _ completion: (@MainActor (Value?, (any Error)?) -> Void)?,
    _ work: @escaping @Sendable () async throws -> Value
  ) {
    Task {
      do {
        let value = try await work()
        await completion?(value, nil)
      } catch {
        await completion?(nil, error)
      }
    }
  }
}
