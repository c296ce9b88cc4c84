import BeckonContract
import BeckonContractDynamicLinks
import BeckonModel

extension FraudVendor {
  /// Dynamic Links' protocol: links that name who invites. Whose app has its clients speaks our own
  /// protocol about people and their records.
  static let dynamicLinks = FraudVendor(
    vendor: .dynamicLinks,
    routes: DynamicLinksClientRoute.routes + DynamicLinksInstallRoute.routes
      + DynamicLinksServerRoute.routes,
    moves: ThiefMove.dynamicLinks + ThiefMove.dynamicLinksInstalls + ThiefMove.dynamicLinksPeople,
    invitations: Invitations(settings: settings, invite: invite, ask: askOfLink))

  /// The host of a shop's links.
  static func dynamicLinksHost(_ kind: FraudShop.Kind) -> String { "\(kind).play.example" }

  static let dynamicLinksBundle = "com.example.shop"

  private static func settings(_ kind: FraudShop.Kind) -> JSON {
    let host = dynamicLinksHost(kind)
    return [
      "link_domains": [.string(host), .string(host + "/promo")],
      "ios": [
        "bundle_id": .string(dynamicLinksBundle), "team_id": "ABCDE12345",
        "app_store_id": "123456789",
      ],
      "android": ["package": .string(dynamicLinksBundle)],
    ]
  }

  /// A long link to the shop's page as clients write it, with the app's stores.
  static func longLink(
    naming name: String, _ kind: FraudShop.Kind, on path: String = "",
    _ more: [(String, String)] = []
  ) -> String {
    let usual = [
      ("link", "https://shop.example/join?invitedby=" + PercentEncoding.encode(name)),
      ("ibi", dynamicLinksBundle), ("isi", "123456789"), ("apn", dynamicLinksBundle),
    ]
    let query = (usual.filter { old in !more.contains { $0.0 == old.0 } } + more)
      .map { $0.0 + "=" + PercentEncoding.encode($0.1) }
    return "https://" + dynamicLinksHost(kind) + path + "/?" + query.joined(separator: "&")
  }

  /// A call of a vendor's client for iOS.
  static func dynamicLinksCall(
    _ path: String, _ body: JSON, key: String, from address: String
  ) -> FraudCall {
    FraudCall(
      path: "/v1/\(path)?key=\(key)", key: .none, body: body, address: address,
      headers: [("X-Ios-Bundle-Identifier", dynamicLinksBundle)])
  }

  // MARK: Honest people

  /// A long link, or a short one that is made of it. What is asked twice is answered alike.
  private static func invite(
    _ friend: HonestLife, _ plan: HonestPlan, _ turn: inout HonestTurn
  ) throws -> String? {
    guard let name = friend.nameInLinks(plan) else { return nil }
    let long = longLink(naming: name, friend.shop.kind)
    guard plan.number % 4 > 0 else { return long }
    let isShort = plan.number % 2 == 1
    let body: JSON = [
      "longDynamicLink": .string(long),
      "suffix": ["option": isShort ? "SHORT" : "UNGUESSABLE"],
    ]
    let call = dynamicLinksCall(
      "shortLinks", body, key: dynamicLinks.key(in: friend.shop), from: turn.address(friend.plan))
    func ask() throws -> String? {
      try friend.must("making an invitation", call, &turn).json?["shortLink"]?.string
    }
    let link = try ask()
    if isShort, try ask() != link {
      friend.lockOut("making an invitation", "gave two links for one long one")
    }
    return link
  }

  /// What the client for iOS asks once, with the link that a page has copied. Whose evidence is
  /// sure is told where the app is to go.
  private static func askOfLink(_ life: HonestLife, _ turn: inout HonestTurn) throws {
    guard life.plan.isIPhone else { return }
    let copied = life.plan.evidence == .pasteboard ? life.invitation : nil
    let body: JSON = .object([
      "bundleId": .string(dynamicLinksBundle), "iosVersion": "17.5.1", "sdkVersion": "10.29.0",
      "appInstallationTime": .integer(turn.step.at.milliseconds / 1_000),
      "device": [
        "languageCode": "tr-TR", "timezone": "Europe/Istanbul", "deviceModelName": "iPhone15,2",
      ],
      "uniqueMatchLinkToCheck": copied.map(JSON.string),
    ])
    let call = dynamicLinksCall(
      "installAttribution", body, key: dynamicLinks.key(in: life.shop),
      from: turn.address(life.plan))
    let answer = try life.must("asking for the link of an install", call, &turn)
    guard life.invitation != nil, copied != nil || life.plan.evidence == .network else { return }
    let deepLink = answer.json?["deepLink"]?.string ?? "nothing"
    if !deepLink.hasPrefix("https://shop.example/join?invitedby=") {
      life.lockOut("asking for the link of an install", "was answered \(deepLink)")
    }
  }
}
