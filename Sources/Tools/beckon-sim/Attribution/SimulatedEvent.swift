import BeckonModel

/// A request for a link, as the server sees it.
struct SimulatedVisit {
  /// Its place among all visits.
  let number: Int
  let link: Int
  let at: Instant
  let address: String
  var method = "GET"
  let agent: String
  var language: String?
  /// `Sec-Purpose`.
  var purpose: String?
  /// What the click page tells, when it comes to that.
  var screen: Screen?
  var timeZone: String?
}

/// What an app knows at its first launch beside the device.
enum SimulatedName {
  /// Play hands over the click's id.
  case playReferrer(visit: Int)
  /// Play says that nobody sent the person.
  case organicReferrer
  /// The person opened the link once more, with the app there.
  case opened(link: Int)
  /// The link lies in the pasteboard.
  case copied(link: Int)
  /// The page behind the link does, with the click's id in its address.
  case copiedPage(visit: Int)
}

/// A first launch, as the server sees it, and the truth, which it does not see.
struct SimulatedLaunch {
  let number: Int
  let at: Instant
  let address: String
  let device: DeviceDescription
  let names: [SimulatedName]
  /// Which row of the table the network belongs to.
  let networkSize: String
  /// The links that this person opened or copied, the last one at the end.
  let ownLinks: [Int]
  /// Milliseconds since the last click; `nil` when there was none.
  let age: Int64?

  /// Whether Play says that nobody sent the person.
  var isOrganicByStore: Bool {
    names.contains { if case .organicReferrer = $0 { true } else { false } }
  }
}

/// Something that reaches the server.
enum SimulatedEvent {
  case visit(SimulatedVisit)
  case launch(SimulatedLaunch)

  var at: Instant {
    switch self {
    case .visit(let visit): visit.at
    case .launch(let launch): launch.at
    }
  }
}
