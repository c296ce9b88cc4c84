import BeckonEngine
import BeckonModel
import Testing

@Suite("Spelling of attributes")
struct AttributeSpellingTests {
  private static let settings: AppSettings = {
    var settings = AppSettings()
    settings.recordRules = ["", "ship/level", "game/*/score", "last_signin_at"].map {
      RecordRule(path: $0, writer: .client)
    }
    settings.referrerAttribute = "referred_by"
    return settings
  }()

  @Test(
    "A name that differs in capitals, underscores and hyphens alone is taken for the known one",
    arguments: [
      ("lastSigninAt", "last_signin_at"), ("last-signin-at", "last_signin_at"),
      ("Ship/Level", "ship/level"), ("ship/Level/best", "ship/level/best"),
      ("referredBy", "referred_by"), ("last_signin_at", nil), ("ship/level/best", nil),
      ("level", nil), ("last_sign_in_on", nil), ("Game/a/score", nil), ("", nil),
    ])
  func meant(attribute: String, known: String?) {
    #expect(AttributeSpelling.meant(by: attribute, Self.settings) == known)
  }

  @Test("Without names in the settings nothing is taken for another")
  func free() {
    #expect(AttributeSpelling.meant(by: "lastSigninAt", AppSettings()) == nil)
  }
}
