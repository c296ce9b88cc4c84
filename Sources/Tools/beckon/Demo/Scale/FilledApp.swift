import BeckonEngine
import BeckonModel
import BeckonStore

/// One of the scaled demo's apps, with who and what is there so far. On one thread.
final class FilledApp {
  /// A link that is followed.
  struct FollowedLink {
    let id: LinkID
    let campaign: Int
  }

  /// A click that an install may come of.
  struct WaitingClick {
    let id: ClickID
    let address: String
    let platform: Platform
    let campaign: Int
  }

  /// Somebody who has signed up.
  struct Member {
    let person: String
    let userID: String
  }

  let theme: FillTheme
  let id: AppID
  let context: AppContext
  let publishableKey: String
  let secretKey: String
  var chance: FillChance

  /// Ids of the campaigns, in the theme's order.
  var campaigns: [String] = []
  /// Links of campaigns.
  var links: [FollowedLink] = []
  /// Codes of links by which people refer others, whose ids are not known yet.
  var newCodes: [String] = []
  /// The links by which people refer others.
  var personalLinks: [LinkID] = []
  var clicks: [WaitingClick] = []
  /// Installs on which nobody has signed up.
  var installs: [String] = []
  var members: [Member] = []
  /// Members who have not converted.
  var waitingMembers: [Member] = []
  /// Texts of which no receipt has come.
  var texts: [MessageID] = []
  /// How many installs, sign-ups and payments there have been, from which their ids are made.
  var numbers: [FilledKind: Int] = [:]

  init(
    _ theme: FillTheme, _ id: AppID, _ context: AppContext, keys: [String], chance: FillChance
  ) {
    (self.theme, self.id, self.context) = (theme, id, context)
    (publishableKey, secretKey) = (keys[0], keys[1])
    self.chance = chance
  }

  var products: [String] {
    theme.makes.flatMap { make in
      theme.kinds.map { "\(make)-\($0)".lowercased() }
    }
  }

  /// The next number of a kind.
  func number(of kind: FilledKind) -> Int {
    numbers[kind, default: 0] += 1
    return numbers[kind] ?? 0
  }

  /// Somebody who has signed up, most of them lately; `nil` when nobody has.
  func anyMember() -> Member? {
    guard !members.isEmpty else { return nil }
    return members[
      members.count - 1 - Int.random(in: 0..<min(members.count, 2_000), using: &chance)]
  }

  /// An address of somebody's own, of which there are some 16 million.
  func anyAddress() -> String {
    let number = Int.random(in: 0..<1 << 24, using: &chance)
    return "20.\(number >> 16 & 0xFF).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }
}
