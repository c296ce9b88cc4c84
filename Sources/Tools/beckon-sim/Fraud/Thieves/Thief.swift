import BeckonModel

/// Somebody with the app's publishable key, the source, and bad intent: what they have gathered.
final class Thief {
  /// A person whom they have made.
  struct Account {
    let person: String
    /// What the server gave them to prove it.
    var token: String?
    let userID: String?
    let code: String?
  }

  /// An install that they have made up.
  struct Install {
    let id: String
    let token: String?
  }

  /// A request that they may send again.
  typealias Sent = (call: FraudCall, at: Instant)

  let number: Int
  var accounts: [Account] = []
  var installs: [Install] = []
  var clicks: [String] = []
  /// Links of their own making.
  var links: [(id: String, code: String)] = []
  /// Links of a vendor's form that name them as the one who invites.
  var invitations: [String] = []
  var sent: [Sent] = []
  /// Products of a shop that they have looked at.
  var seen: Set<String> = []
  private var names = 0

  init(_ number: Int) { self.number = number }

  /// How many names of their mailbox the app's server has been told.
  private(set) var mails = 0

  /// The mailbox of their own under one of its many names: dots and tags make no difference.
  func mail(_ form: Int) -> String {
    var name = ""
    for (place, letter) in "thief\(number)".enumerated() {
      if place > 0, form >> (place - 1) & 1 == 1 { name += "." }
      name.append(letter)
    }
    return name + (form % 3 == 1 ? "" : "+\(form)")
      + "@\(form % 2 == 0 ? "gmail" : "googlemail").com"
  }

  /// The same under a name that the app's server has not heard: it signs nobody up twice.
  func newMail() -> String {
    mails += 1
    return mail(mails)
  }

  /// A name that nobody has.
  func newName() -> String {
    names += 1
    return "thief\(number)-\(names)"
  }
}
