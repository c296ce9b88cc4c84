import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatDynamicLinks

/// The guide's own code, block by block, through the vendor's singletons, with the real server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DynamicLinksSeedTests {
  private let ana = DynamicLinksApp()
  private let ben = DynamicLinksApp()

  /// From now on the singletons are those of this phone.
  private func pickUp(
    _ phone: DynamicLinksApp, _ server: DynamicLinksServer, _ delegate: AppDelegate
  ) {
    var surroundings = phone.surroundings(.urlSession(), server.information)
    surroundings.deliver = { url in
      await MainActor.run { _ = delegate.application(UIApplication(), open: url, options: [:]) }
    }
    DynamicLinksSession.shared.replace(surroundings, defaults: phone.defaults)
  }

  /// "Set up", "Send the invitations": Ana's link, and her mail.
  @MainActor private func invite() async throws -> (uid: String, link: URL) {
    try await Auth.auth().createUser(withEmail: "ana@example.com", password: "correct horse")
    let user = try #require(Auth.auth().currentUser)
    let change = user.createProfileChangeRequest()
    change.displayName = "Ana"
    try await change.commitChanges()
    let controller = InvitationController()
    controller.createInvitation()
    try await eventually { controller.invitationUrl != nil }
    controller.sendInvitation()
    let mail = try #require(controller.myView.presented as? MFMailComposeViewController)
    let link = try #require(controller.invitationUrl)
    #expect(mail.subject == "Ana wants you to play MyExampleGame!")
    #expect(mail.body.contains("<a href=\"\(link.absoluteString)\">"))
    #expect(mail.mailComposeDelegate === controller)
    return (user.uid, link)
  }

  /// "Retrieve referral information": Ben's first launch, and his sign-up.
  @MainActor private func accept(_ server: DynamicLinksServer, from ana: String) async throws
    -> String
  {
    DynamicLinks.configure()
    try await eventually { Auth.auth().currentUser != nil }
    let anonymous = try #require(Auth.auth().currentUser)
    #expect(anonymous.isAnonymous)
    let record = Database.database().reference().child("users").child(anonymous.uid)
    try await eventually { try await record.child("referred_by").getData().value as? String == ana }
    signUp(email: "ben@example.com", password: "battery staple")
    try await eventually { try await record.child("last_signin_at").getData().exists() }
    let user = try #require(Auth.auth().currentUser)
    #expect(user.uid == anonymous.uid && !user.isAnonymous && user.email == "ben@example.com")
    return user.uid
  }

  @Test("From the invitation to both rewards; what is triggered again pays nothing more")
  @MainActor func story() async throws {
    let server = try await DynamicLinksServer(settings: [
      JSON.Member("referrer_attribute", "referred_by")
    ])
    try await server.makeCampaign()
    let delegate = AppDelegate()
    pickUp(ana, server, delegate)
    let (anasID, link) = try await invite()
    let anasClient = try DynamicLinksSession.shared.client()

    pickUp(ben, server, delegate)
    ben.pasteboard.withLock { $0 = link.absoluteString + "?_icp=1" }
    let bensID = try await accept(server, from: anasID)
    try await eventually { try await server.balance(of: bensID) == 50 }
    #expect(try await server.balance(of: anasID) == 0)

    let record = Database.database().reference().child("users").child(bensID)
    try await record.child("level").setValue(4)
    #expect(try await server.balance(of: anasID) == 0)
    try await record.child("level").setValue(5)
    #expect(try await server.balance(of: anasID) == 50)
    // Both triggers once more, and again.
    for level in [4, 5, 3, 7] { try await record.child("level").setValue(level) }
    try await record.child("last_signin_at").removeValue()
    try await record.child("last_signin_at").setValue(ServerValue.timestamp())
    #expect(try await server.balance(of: anasID) == 50)
    #expect(try await server.balance(of: bensID) == 50)
    // What the functions wrote is there to be read.
    let inventory = try await record.child("inventory/pieces_of_eight").getData()
    #expect(inventory.value as? Int == 50)
    await anasClient.close()
    try await DynamicLinksSession.shared.client().close()
  }

  @Test("A link that opens an app which was there goes the same way, by the other callback")
  @MainActor func universalLink() async throws {
    let server = try await DynamicLinksServer(settings: [
      JSON.Member("referrer_attribute", "referred_by")
    ])
    try await server.makeCampaign()
    let delegate = AppDelegate()
    pickUp(ana, server, delegate)
    let (anasID, link) = try await invite()
    let anasClient = try DynamicLinksSession.shared.client()

    pickUp(ben, server, delegate)
    try await DynamicLinksSession.shared.client().start()
    let isHandled = delegate.application(
      UIApplication(), continue: NSUserActivity(webpageURL: link), restorationHandler: { _ in })
    #expect(isHandled)
    let other = delegate.application(
      UIApplication(), continue: NSUserActivity(webpageURL: URL(string: "https://a.example/")),
      restorationHandler: { _ in })
    #expect(!other)
    let bensID = try await accept(server, from: anasID)
    try await eventually { try await server.balance(of: bensID) == 50 }
    await anasClient.close()
    try await DynamicLinksSession.shared.client().close()
  }
}
