import BeckonBasics
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

extension WebhookForm {
  /// As ReferralHero sends them: its fields, and a signature of the body alone (docs/PROTOCOLS,
  /// Webhooks). It knows members of campaigns and what they are given.
  static let referralHero = WebhookForm(
    name: Vendor.referralHero.name, topics: [.member, .reward, .rewardHeld],
    // Its documentation names three attempts within five minutes; then as ours.
    retries: RetrySchedule(webhookSeconds: [60, 180, 600, 3_600, 21_600]),
    bodies: { try ReferralHeroBody($1).make($0) },
    headers: { sent in
      let signature = Hash.hmac(sent.body, key: Array(sent.secrets.current.utf8))
      return [
        (Self.referralHeroSignature, Base64.standard.encode(signature)),
        (Self.referralHeroSignature + "-Hex", Hexadecimal.encode(signature)),
      ]
    })

  /// The header field of the signature.
  private static let referralHeroSignature = "X-ReferralHero-Signature"
}
