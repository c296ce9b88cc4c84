import BeckonModel

/// What somebody honest will do, and when. Drawn once and followed in both shops, so that what they
/// are paid can be compared to the last coin.
struct HonestPlan: Sendable {
  /// How the app learns whose link brought them.
  enum Evidence: String, CaseIterable, Sendable {
    case openedLink, playReferrer, pasteboard
    /// The app's sign-up says which click it was.
    case click
    /// They type a friend's code.
    case code
    /// Nothing but the network that click and app share; only at home, where no thief is.
    case network
  }

  /// Where they were when they came.
  enum Place: Sendable { case home, office, carrier }

  let number: Int
  /// Who invited them.
  let friend: Int?
  let evidence: Evidence
  let place: Place
  let isIPhone: Bool
  /// Whose protocol the app speaks; `nil` for our own.
  let vendor: FraudVendor?
  /// By whose links they are invited; `nil` for ours.
  let linkVendor: FraudVendor?
  /// Whether others know their mail address.
  let isMailKnown: Bool
  var steps: [HonestStep] = []

  /// When everything begins.
  static let start = Instant(milliseconds: 1_780_300_800_000)

  var userID: String { "user-\(number)" }
  var mail: String {
    isMailKnown ? "user\(number)@mail.example" : "\(Canaries.mark).m\(number)@mail.example"
  }
  var phoneNumber: String { "+90532\(1_000_000 + number)" }
  var name: String { "\(Canaries.mark)-name-\(number)" }
  var diary: String { "\(Canaries.mark)-diary-\(number)" }

  /// What nobody else may read.
  var secrets: [(value: String, what: String)] {
    let own = [
      (phoneNumber, "phone number of person \(number)"), (name, "name of person \(number)"),
      (diary, "attribute of person \(number)"),
    ]
    return isMailKnown ? own : own + [(mail, "mail address of person \(number)")]
  }

  /// Whether the first launch already tells who invited them, whoever else is on the network.
  var isSureAtInstall: Bool {
    place == .home || [.openedLink, .playReferrer, .pasteboard].contains(evidence)
  }

  /// Whether the app writes the friend's name into their record before they sign up.
  var recordsFriend: Bool {
    vendor == nil && linkVendor != nil && friend != nil && evidence == .code
  }

  /// What they buy and do not pay for in a vendor's protocol.
  var purchases: [HonestPurchase] {
    var purchases: [HonestPurchase] = []
    for step in steps {
      guard case .tell(let purchase, _) = step.kind, !purchase.isPayment,
        !purchases.contains(purchase)
      else { continue }
      purchases.append(purchase)
    }
    return purchases
  }

  /// When they are told to have reached the level; vendors' clients tell no attributes.
  func rise(byServer: Bool) -> Instant? {
    guard byServer || vendor == nil else { return nil }
    return steps.first { $0.kind == .level(byServer: byServer) }?.at
  }

  func address(_ place: Place) -> String {
    switch place {
    case .home: FraudNetwork.home(number)
    case .office: FraudNetwork.office(number)
    case .carrier: FraudNetwork.carrier(number)
    }
  }

  /// The campaign's terms: caps and coupons are just enough for what these people will earn.
  static func terms(of plans: [HonestPlan], trust: String) -> FraudTerms {
    let invited = plans.filter { $0.friend != nil }
    let buying = invited.filter { $0.steps.contains { $0.isPurchaseByServer } }
    // What only the phone tells is paid too, when the operator has approved of it.
    let rising = invited.filter { plan in
      plan.rise(byServer: true) != nil || plan.rise(byServer: false) != nil
    }
    return FraudTerms(
      coupons: buying.count, levelTotal: Int64(2 * rising.count) * FraudTerms.levelAmount,
      trust: trust)
  }
}

/// Something that was bought. The app's server tells it, and often the phone too, before or after.
struct HonestPurchase: Hashable, Sendable {
  let person: Int
  let at: Instant
  let total: Int
  /// Whether it is told as a payment, in a vendor's protocol, or as an event.
  let isPayment: Bool
  /// Counted up over all customers, as shops do.
  var number = 0

  /// The id under which both tell it. Anybody can guess the next one.
  var id: String { (isPayment ? "pay-" : "order-") + "\(1_000 + number)" }
  var note: String { "\(Canaries.mark)-note-\(id)" }
}

/// One thing that somebody does.
struct HonestStep: Sendable {
  enum Kind: Hashable, Sendable {
    case click, install, useAnonymously, phoneSignUp, serverSignUp
    /// The app's server says that they reached step 2.
    case activate(Int)
    case tell(HonestPurchase, byServer: Bool)
    case refund(HonestPurchase)
    case level(byServer: Bool)
    case profile
    /// Signs in on one more phone; the first is lost, or is kept.
    case newPhone(losesOld: Bool)
    /// Looks at their balance on the phone.
    case look
    case erase
  }

  let at: Instant
  let person: Int
  let kind: Kind
  /// Of what is drawn when it is done.
  let seed: UInt64

  var isActivation: Bool { if case .activate = kind { true } else { false } }
  var isToldByServer: Bool {
    if case .tell(_, byServer: true) = kind { true } else { false }
  }
  /// The id under which a purchase is told by this.
  var purchaseID: String? {
    if case .tell(let purchase, _) = kind { purchase.id } else { nil }
  }
  var isPurchaseByServer: Bool {
    if case .tell(let purchase, byServer: true) = kind { !purchase.isPayment } else { false }
  }
}
