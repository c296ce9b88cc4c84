import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatDynamicLinks

/// Accounts and records with the real server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DynamicLinksAccountTests {
  let app = DynamicLinksApp()
  let server: DynamicLinksServer
  let session: DynamicLinksSession
  let auth: Auth
  let database: Database

  init() async throws {
    server = try await DynamicLinksServer(settings: [
      JSON.Member("referrer_attribute", "referred_by")
    ])
    session = DynamicLinksSession(
      app.surroundings(.urlSession(), server.information), defaults: app.defaults)
    (auth, database) = (Auth(session), Database(session))
  }

  private func record(_ path: String = "") -> DatabaseReference {
    database.reference().child("users").child(auth.currentUser?.uid ?? "nobody").child(path)
  }

  private func code(_ work: () async throws -> Void) async -> Int? {
    do {
      try await work()
      return nil
    } catch {
      return (error as NSError).code
    }
  }

  @Test("A server that sends no mails says so, whoever asks")
  func mails() async throws {
    let reset = await code { try await auth.sendPasswordReset(withEmail: "ben@example.com") }
    #expect(reset == AuthErrorCode.operationNotAllowed.rawValue)
    let user = try await auth.createUser(
      withEmail: "ben@example.com", password: "battery staple"
    ).user
    let verification = await code { try await user.sendEmailVerification() }
    #expect(verification == AuthErrorCode.operationNotAllowed.rawValue)
    try await session.client().close()
  }

  @Test("An anonymous person is linked, signs out and in, and stays the same")
  func account() async throws {
    #expect(auth.currentUser == nil)
    let anonymous = try await auth.signInAnonymously()
    #expect(anonymous.isAnonymous && anonymous.uid.hasPrefix("per_"))
    #expect(try await auth.signInAnonymously().uid == anonymous.uid)
    let credential = EmailAuthProvider.credential(
      withEmail: "ben@example.com", password: "battery staple")
    #expect(try await anonymous.user.link(with: credential).uid == anonymous.uid)
    let change = anonymous.user.createProfileChangeRequest()
    change.displayName = "Ben"
    try await change.commitChanges()
    try auth.signOut()
    #expect(auth.currentUser == nil)
    let wrong = await code {
      try await auth.signIn(withEmail: "ben@example.com", password: "battery stable")
    }
    #expect(wrong == AuthErrorCode.wrongPassword.rawValue)
    let back = try await auth.signIn(with: credential)
    #expect(back.uid == anonymous.uid && !back.isAnonymous)
    #expect(back.displayName == "Ben" && back.email == "ben@example.com")
    try await session.client().close()
  }

  @Test("Both shapes of a result compile, and errors have the vendor's codes")
  @MainActor func shapes() async throws {
    let user: User? = await withCheckedContinuation { continuation in
      auth.signInAnonymously { (user: User?, error: (any Error)?) in
        continuation.resume(returning: user)
      }
    }
    let result: AuthDataResult? = await withCheckedContinuation { continuation in
      auth.signInAnonymously { (result: AuthDataResult?, error: (any Error)?) in
        continuation.resume(returning: result)
      }
    }
    #expect(user != nil && user?.uid == result?.user.uid)
    let short = EmailAuthProvider.credential(withEmail: "ben@example.com", password: "short")
    let weak = await code { try await user?.link(with: short) }
    #expect(weak == AuthErrorCode.weakPassword.rawValue)
    try await session.client().close()
  }

  @Test("A record is written, read and changed by paths, and only one's own")
  func records() async throws {
    try await auth.signInAnonymously()
    try await record("ship").setValue(["name": "Pearl", "guns": 32])
    try await record().updateChildValues(["ship/guns": 33, "level": 1])
    try await record("level").setValue(ServerValue.increment(2))
    let read = try await record().getData()
    #expect(read.childSnapshot(forPath: "ship/guns").value as? Int == 33)
    #expect(read.childSnapshot(forPath: "level").value as? Int == 3)
    #expect(read.hasChild("ship/name") && !read.hasChild("ship/crew"))
    try await record("ship").setValue(nil)
    #expect(try await !record("ship").getData().exists())
    #expect(record("a/b").key == "b" && record("a/b").parent?.key == "a")
    let foreign = database.reference(withPath: "users/per_of_somebody/level")
    #expect(await code { try await foreign.setValue(5) } == 1)
    #expect(await code { _ = try await database.reference(withPath: "scores").getData() } == 1)
    try await session.client().close()
  }

  @Test("A transaction goes by what is there, and may be given up")
  @MainActor func transactions() async throws {
    try await auth.signInAnonymously()
    for expected in [50, 100] {
      let (isChanged, value) = await withCheckedContinuation { continuation in
        record("score").runTransactionBlock({ data in
          data.value = (data.value as? Int ?? 0) + 50
          return TransactionResult.success(withValue: data)
        }) { _, isChanged, snapshot in
          continuation.resume(returning: (isChanged, snapshot?.value as? Int))
        }
      }
      #expect(isChanged && value == expected)
    }
    let isChanged = await withCheckedContinuation { continuation in
      record("score").runTransactionBlock({ _ in TransactionResult.abort() }) { _, isChanged, _ in
        continuation.resume(returning: isChanged)
      }
    }
    #expect(!isChanged)
    #expect(try await record("score").getData().value as? Int == 100)
    try await session.client().close()
  }

  @Test(
    "Whichever way a level passes 5, the referrer is paid once", arguments: [[4, 5], [3, 5], [7]])
  func levels(_ levels: [Int]) async throws {
    try await server.makeCampaign()
    let ana = try await server.native("POST", "/v1/people", ["user_id": "ana"])
    let anasID = try #require(ana["person"]?.string)
    try await auth.signInAnonymously()
    try await record("referred_by").setValue(ana["referral_code"]?.string)
    let user = try #require(auth.currentUser)
    try await user.link(
      with: EmailAuthProvider.credential(withEmail: "ben@example.com", password: "long enough"))
    for level in levels + levels { try await record("level").setValue(level) }
    #expect(try await server.balance(of: anasID) == 50)
    try await session.client().close()
  }
}

/// Records without a network.
@Suite(.timeLimit(.minutes(2))) struct DynamicLinksOfflineTests {
  @Test("What is written without a network waits, and arrives in its order")
  func order() async throws {
    let (app, server) = (DynamicLinksApp(), InMemoryServer())
    let session = app.session(server)
    let user = try await Auth(session).signInAnonymously()
    server.decide { _ in .notSent }
    let record = Database(session).reference().child("users").child(user.uid)
    (1...5).forEach { record.child("level").setValue($0) }
    try await record.child("last_signin_at").setValue(ServerValue.timestamp())
    server.decide { request in
      request.method == "PUT" ? .status(200, body: Array("{}".utf8)) : .usual
    }
    _ = await (try session.client()).flush()
    let written = server.requests.filter { $0.method == "PUT" }
    #expect(
      written.map { String(decoding: $0.body, as: UTF8.self) }
        == ["1", "2", "3", "4", "5", #"{".sv":"timestamp"}"#])
    await (try session.client()).close()
  }
}
