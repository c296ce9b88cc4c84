import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// Who referred somebody, as a call names it: by a referral code or link, by the id or mail address
/// of another subscriber, or, from the client for Android, by what Google Play says.
enum NamedReferrer: Sendable {
  /// A code or a link.
  case code(String)
  /// A click that led to the store.
  case click(ClickID)
  /// Another subscriber's id.
  case subscriber(ReferralID)
  /// Another subscriber's id of the vendor's own, which came along by an import.
  case alias(String)
  /// Another subscriber's mail address.
  case email(String)

  /// `nil` when it names nobody, as Google Play says of who came by themselves.
  init?(_ text: String) {
    if let id = ReferralID(subscriber: text) {
      self = .subscriber(id)
    } else if text.hasPrefix("sub_") {
      self = .alias(text)
    } else if text.has("=") {
      let query = text.split(on: "?", maxSplits: 1).last ?? text
      let parameters = QueryText(query).parameters
      func value(_ name: String) -> String? {
        parameters.first { $0.name == name && !$0.value.isEmpty }?.value
      }
      if let code = value(ReferralHero.referrerParameter) {
        self = .code(code)
      } else if let click = InstallReferrer(text).click {
        self = .click(click)
      } else if text.has(text: "://") {
        self = .code(text)
      } else {
        return nil
      }
    } else if let address = MailAddress.normalized(text) {
      self = .email(address)
    } else {
      self = .code(text)
    }
  }

  /// What it names as the rest of the server reads it: a person's id, a code or a link; `nil` when
  /// it leads to nobody.
  /// - Throws: `DatabaseError`.
  func text(in campaign: CampaignID, _ scope: Scope) throws -> String? {
    switch self {
    case .code(let text): return text
    case .click: return nil
    case .subscriber(let id):
      let referral = try Referrals(scope).find(id)
      return referral?.campaign == campaign ? referral?.person.text : nil
    case .alias(let id):
      guard let referral = try Members(scope).find(alias: id)?.referral else { return id }
      return referral.campaign == campaign ? referral.person.text : nil
    case .email(let address):
      return try People(scope).find(Identity(kind: .email, value: address))?.text
    }
  }

  /// The click.
  var click: ClickID? { if case .click(let click) = self { click } else { nil } }
}

extension ReferralID {
  /// Reads a subscriber's id, `sub_` and the referral's own.
  init?(subscriber text: String) {
    guard text.hasPrefix("sub_") else { return nil }
    let written = String(decoding: text.utf8.dropFirst(4), as: UTF8.self)
    guard let identifier = Identifier(text: written) else { return nil }
    self.init(identifier)
  }

  /// As this vendor's protocol names a subscriber.
  var subscriber: String { "sub_" + identifier.text }
}
