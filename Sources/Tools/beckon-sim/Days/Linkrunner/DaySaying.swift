import BeckonModel

/// Which client an app has.
enum DayClient: String, CaseIterable, Sendable {
  /// The vendor's SDK for iOS.
  case sdk
  /// The guide's one-file client.
  case rest
  /// The vendor's for React Native, on Android.
  case reactNative
  /// Beckon's face, which also says when something happened by the device's clock.
  case face
}

/// How the app on a phone was come by.
enum DayOrigin: Hashable, Sendable {
  /// By itself.
  case none
  /// By a link in the browser, and then the store.
  case clicked(Int)
  /// By a link that opened the app.
  case opened(Int)

  /// The campaign link, by its number.
  var link: Int? {
    switch self {
    case .none: nil
    case .clicked(let link), .opened(let link): link
    }
  }
}

/// An app as it was installed once: a reinstall is another on the same device.
struct DayPhone: Sendable {
  let installID: String
  let client: DayClient
  /// Tells devices apart.
  let device: Int
  let address: String
  let origin: DayOrigin
  /// When the app was first started.
  let began: Instant
  /// By how many seconds its clock is ahead, and by how many once it is set anew.
  var clockAhead: (before: Double, after: Double) = (0, 0)
  /// When its clock is set anew.
  var clockSet = Instant(milliseconds: .max)

  /// What the clock of the device says.
  func clock(_ at: Instant) -> Instant {
    let ahead = at < clockSet ? clockAhead.before : clockAhead.after
    return at.adding(milliseconds: Int64(ahead * 1_000))
  }
}

/// A payment as it is told.
struct DayPayment: Hashable, Sendable {
  let id: String
  var type = "DEFAULT"
  var status = "PAYMENT_COMPLETED"
  /// In the currency's smallest unit.
  var amount: Int64
  var currency = "EUR"

  /// As the bodies have it.
  var written: JSON {
    guard currency == "EUR" else { return .integer(amount) }
    let cents = amount % 100
    return .number("\(amount / 100).\(cents < 10 ? "0" : "")\(cents)")
  }
}

/// What a page tells.
struct DayVisit: Hashable, Sendable {
  let visitor: String
  let id: String
  let kind: String
  let source: String
  var user = ""
}

/// Something that a client or the app's server says.
struct DaySaying: Sendable {
  enum What: Sendable {
    case click(Int)
    case start
    case push
    case attribution
    case signUp(String)
    case named(String)
    case tap(Int, user: String?)
    case pay(DayPayment, user: String)
    case remove(DayPayment, user: String)
    case serverPays(DayPayment, user: String)
    case serverRemoves(DayPayment, user: String)
    case page(DayVisit)
  }

  let what: What
  let phone: DayPhone
  /// When it is said; it may arrive later.
  let at: Instant
  /// Whether what follows rests on it, so that it comes soon.
  var isPrompt = false
}
