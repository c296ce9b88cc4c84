/// What is assumed about people, their phones and their networks. `docs/ACCURACY.md` gives the
/// source of each number, or says that it is a guess.
struct Population: Sendable {
  let name: String
  let summary: String

  // MARK: How crowded networks are

  /// Share of the people on a shared network who click or install within the time simulated.
  var reach = 0.02
  /// Chance that another member of a household does so too, once one does.
  var householdReach = 0.2
  /// Chance that this happens within the hour after the first one: they talk.
  var householdTalk = 0.2
  /// Customers behind one address of a mobile carrier.
  var carrierPeople = 500...5_000
  /// Share of carriers whose addresses stand in the server's list.
  var knownCarriers = 0.05
  /// Share of phones that have an IPv6 network of their own on a mobile network.
  var mobileIPv6 = 0.4
  /// Share of people who work where an office's Wi-Fi is, and how many share its address.
  var officeWorkers = 0.35
  var officePeople = 10...1_000
  /// How many people are at one café's address within the time simulated.
  var cafePeople = 100...3_000
  /// Share of homes with an IPv6 network, and of those that share an IPv4 address with other homes.
  var homeIPv6 = 0.35
  var homeSharedIPv4 = 0.15
  /// People behind such a shared address of a fixed line.
  var fixedLinePeople = 60...300

  // MARK: What people do

  /// Share of installs whose person opened no link.
  var organicInstalls = 0.6
  /// Share of people who opened a link and install.
  var conversion = 0.3
  /// Share of clicks on links of campaigns; the others are on links of persons.
  var campaignClicks = 0.3
  /// People whom one person's link reaches.
  var peoplePerLink = 6
  /// Chance that the first launch is on the network of the click when it comes within half an hour.
  var staysOnNetwork = 0.88
  /// Share of iPhones with Private Relay, and of phones behind another relay or VPN.
  var privateRelay = 0.06
  var otherRelay = 0.03
  /// Share of people who copy the link, of an app that looks into the pasteboard.
  var copiesLink = 0.05
  /// Share of people who open the link once more when the app is there.
  var reopensLink = 0.05
  /// Share of links that lead to the stores, with a page in between.
  var storeLinks = 0.8
  /// Share of phones that are iPhones.
  var iPhones = 0.45

  init(_ name: String, _ summary: String, _ change: (inout Population) -> Void = { _ in }) {
    self.name = name
    self.summary = summary
    change(&self)
  }

  /// By name.
  static let all: [Population] = [
    Population("mixed", "a town: homes, offices, cafés and carriers, 2 in 100 hear of the app"),
    Population("quiet", "the same, 2 in 1,000 hear of the app") { $0.reach = 0.002 },
    Population("viral", "the same, 20 in 100 hear of the app within two weeks") { $0.reach = 0.2 },
    Population("carrier", "nobody has Wi-Fi or IPv6; all are behind large carrier NATs") {
      ($0.carrierPeople, $0.mobileIPv6, $0.knownCarriers) = (2_000...20_000, 0, 0)
      ($0.homeIPv6, $0.homeSharedIPv4, $0.officeWorkers) = (0, 1, 0)
      $0.fixedLinePeople = 1_000...4_000
    },
    Population("families", "half of each household comes along, mostly within the hour") {
      ($0.householdReach, $0.householdTalk) = (0.5, 0.6)
    },
    Population("bare", "no link leads to a store, so no click tells screen, zone or Play referrer")
    {
      $0.storeLinks = 0
    },
    Population("organic", "nine of ten installs opened no link") { $0.organicInstalls = 0.9 },
    Population("moving", "nearly half change the network between click and first launch") {
      $0.staysOnNetwork = 0.55
    },
  ]
}
