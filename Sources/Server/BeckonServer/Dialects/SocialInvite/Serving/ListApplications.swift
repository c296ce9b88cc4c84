import BeckonContractSocialInvite
import BeckonModel
import BeckonStore

/// `GET /1/social-invite/application`: what a client of the key's app is initialised by. No key is
/// told: the app's id names it in all paths.
enum ListApplications {
  static func prepare(_ call: Call) throws -> Work {
    .read { scope in
      let answer = SocialInvite.ApplicationAnswer(
        applicationKey: call.app.id.text, name: call.app.name,
        defaultMessageKey: MessageTexts(scope).defaultID.text)
      return .json(answer.json)
    }
  }
}
