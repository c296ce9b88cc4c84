/// The kinds of facts of which a scaled demo is made.
enum FilledKind: String, CaseIterable {
  case clicks
  case installs
  case signUps = "sign_ups"
  case conversions
  case payments
  case events
  case shopVisits = "shop_events"
  case texts
  case receipts

  /// How many there are of it among a thousand facts. Nobody converts before having signed up, and
  /// no text has two receipts: what follows is never more than what it follows.
  var perThousand: Int {
    switch self {
    case .clicks: 420
    case .installs: 50
    case .signUps: 40
    case .conversions: 28
    case .payments: 25
    case .events: 220
    case .shopVisits: 195
    case .texts: 12
    case .receipts: 10
    }
  }

  /// What people call it.
  var words: String {
    switch self {
    case .clicks: "clicks"
    case .installs: "installs"
    case .signUps: "sign-ups"
    case .conversions: "conversions"
    case .payments: "payments"
    case .events: "events"
    case .shopVisits: "events of shops"
    case .texts: "text messages"
    case .receipts: "receipts of text messages"
    }
  }
}
