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
  var sent: [Sent] = []
  private var names = 0

  init(_ number: Int) { self.number = number }

  /// A mailbox of their own; all its names lead to it.
  func mail(_ form: Int) -> String {
    switch form % 4 {
    case 0: "thief.\(number)@gmail.com"
    case 1: "t.h.i.e.f\(number)@gmail.com"
    case 2: "thief\(number)+\(form)@gmail.com"
    default: "Thief\(number)+x@googlemail.com"
    }
  }

  /// A name that nobody has.
  func newName() -> String {
    names += 1
    return "thief\(number)-\(names)"
  }
}
