import BeckonModel
import Foundation

/// Somebody who plays, with what the server has given them.
final class GamePlayer {
  let plan: GamePlan
  private let shop: GameShop
  private let network: LossyNetwork
  private let inviter: GamePlayer?

  private var token: String?
  private var installToken: String?
  private(set) var person: String?
  private(set) var code: String?
  /// The invitation by which they came.
  private(set) var invitation: String?
  /// The link as the page has copied it.
  private var copied: String?
  private var sent = 0

  // What is true of them.
  private(set) var visits = 0
  private(set) var reopened = 0
  private(set) var isLaunched = false
  private(set) var isSignedUp = false
  private(set) var hasSignedIn = false
  private(set) var level: Int?
  private(set) var levelMax = 0
  private(set) var coins = 0

  init(_ plan: GamePlan, _ shop: GameShop, _ network: LossyNetwork, inviter: GamePlayer?) {
    (self.plan, self.shop, self.network, self.inviter) = (plan, shop, network, inviter)
  }

  /// Does a step.
  func take(_ step: GamePlan.Step) throws {
    switch step.kind {
    case .click: try click()
    case .launch: try launch(at: step.at)
    case .anonymous: try useAnonymously()
    case .name: try nameInviter()
    case .signUp: try signUp()
    case .signIn: try signIn()
    case .level(let level): try rise(to: level)
    case .reopen: try reopen()
    case .coin: try addCoin()
    }
  }

  // MARK: Coming

  /// What the links of somebody say of them.
  private func name(_ naming: GamePlan.Naming) -> String {
    switch naming {
    // The app's own id of who has a password is the person's.
    case .user: plan.signUp == .password ? person ?? "" : plan.userID
    case .person: person ?? ""
    case .code: code ?? ""
    }
  }

  private var deepLink: String? { inviter.map { GameShop.deepLink(naming: $0.name(plan.naming)) } }

  /// The inviter's app makes the link once, and hands it on.
  private func invite() throws -> String {
    if let invitation { return invitation }
    guard let inviter else { return "" }
    var link = GameShop.longLink(naming: inviter.name(plan.naming))
    if plan.form != .long {
      let body: JSON = [
        "longDynamicLink": .string(link),
        "suffix": ["option": plan.form == .short ? "SHORT" : "UNGUESSABLE"],
      ]
      let answer = try network.send(
        "an invitation by \(inviter.plan.userID)", inviter.old("shortLinks", body),
        isOnce: plan.form == .unguessable)
      link = answer.json?["shortLink"]?.string ?? ""
    }
    invitation = link
    return link
  }

  private func click() throws {
    let link = try invite()
    var request = SimulatedRequest(
      method: "GET", path: "/",
      headers: [
        ("X-Forwarded-For", plan.address), ("User-Agent", agent),
        ("Accept-Language", "de-DE,de;q=0.9"), ("Accept", "text/html"),
      ])
    request.visit(link)
    let answer = try network.send("a click of \(plan.userID)", request, isOnce: true)
    visits += 1
    network.count("clicks")
    let page = String(decoding: answer.body, as: UTF8.self)
    guard let start = page.range(of: "clk_") else {
      return network.expect("the page that \(plan.userID) sees", "a click", "none")
    }
    let id = page[start.lowerBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    copied = link + (link.contains("?") ? "&" : "?") + "beckon_click=\(id)"
  }

  private func launch(at now: Instant) throws {
    if plan.client != .own { try askForLink(at: now) }
    if plan.client != .old { try registerInstall() }
    isLaunched = true
    if plan.comesByLink, let invitation { network.kept.insert(invitation) }
    network.count("first launches")
  }

  /// The old client's one question.
  private func askForLink(at now: Instant) throws {
    let body: JSON = .object([
      "bundleId": .string(GameShop.bundle), "iosVersion": "17.5.1", "sdkVersion": "10.29.0",
      "appInstallationTime": .integer(now.milliseconds / 1_000),
      "device": [
        "languageCode": "de-DE", "timezone": "Europe/Berlin", "deviceModelName": "iPhone15,2",
        "screenResolutionWidth": 393, "screenResolutionHeight": 852,
      ],
      "uniqueMatchLinkToCheck": plan.coming == .copied ? copied.map(JSON.string) : nil,
    ])
    let answer = try network.send(
      "the old client of \(plan.userID)", old("installAttribution", body))
    let isFound = [.clicked, .copied].contains(plan.coming)
    network.expect(
      "the deep link for \(plan.userID), who came \(plan.coming)",
      isFound ? deepLink ?? "" : "nothing", answer.json?["deepLink"]?.string ?? "nothing")
  }

  private func registerInstall() throws {
    let body: JSON = .object([
      "install_id": .string(installID), "platform": plan.isIPhone ? "ios" : "android",
      "os_version": plan.isIPhone ? "17.5.1" : "14",
      "device_model": plan.isIPhone ? "iPhone15,2" : "Pixel 8", "language": "de-DE",
      "timezone": "Europe/Berlin", "app_version": "1.0",
      "link": plan.coming == .opened ? .string(try invite()) : nil,
      "pasteboard": plan.coming == .copied ? copied.map { .string($0 + "&_icp=1") } : nil,
    ])
    let request = own("POST", "/v1/installs", body)
    let answer = try network.send("the first launch of \(plan.userID)", request)
    installToken = answer.json?["token"]?.string
    let found = answer.json?["match"]?["deep_link"]?.string
    network.expect(
      "the match of \(plan.userID), who came \(plan.coming)",
      plan.comesByLink ? deepLink ?? "" : "nothing", found ?? "nothing")
  }

  // MARK: Being somebody

  private func useAnonymously() throws {
    let body: JSON = ["install_id": .string(installID)]
    let answer = try network.send(
      "\(plan.userID) without an account", own("POST", "/v1/people", body, token: installToken))
    learn(from: answer)
  }

  private func nameInviter() throws {
    guard let inviter else { return }
    try write("referred_by", .string(inviter.name(plan.naming)))
  }

  private func signUp() throws {
    if plan.signUp == .password {
      let body: JSON = ["email": .string(plan.mail), "password": "correct horse battery"]
      _ = try network.send(
        "the password of \(plan.userID)",
        own("POST", "/v1/people/\(person ?? "")/password", body, token: token), again: 409)
    }
    if plan.signUp == .server { try signUpByServer() }
    if plan.client != .old, plan.signUp != .password {
      // Under the app's own id of them others find them in links.
      let body: JSON = ["user_id": .string(plan.userID), "install_id": .string(installID)]
      let answer = try network.send(
        "the sign-up of \(plan.userID)",
        own("POST", "/v1/people", body, token: token ?? installToken))
      learn(from: answer)
    }
    isSignedUp = true
  }

  /// The app's server hands on the link that the old client has told, or what it knows of a phone.
  private func signUpByServer() throws {
    let isOld = plan.client == .old
    let body: JSON = .object([
      "user_id": .string(plan.userID),
      "install_id": isOld ? nil : .string(installID),
      "referrer": isOld ? invitation.map(JSON.string) : nil,
    ])
    var request = own("POST", "/v1/people", body, token: isOld ? nil : installToken)
    request.key = shop.app.secret
    let answer = try network.send("the server about \(plan.userID)", request)
    learn(from: answer)
  }

  private func signIn() throws {
    hasSignedIn = true
    try write("last_signin_at", [".sv": "timestamp"])
  }

  // MARK: Playing

  private func rise(to level: Int) throws {
    self.level = level
    levelMax = max(levelMax, level)
    try write("level", .integer(Int64(level)))
  }

  /// Reads, adds one, and writes what nobody has changed meanwhile; a write on an old version is
  /// refused.
  private func addCoin() throws {
    let path = "/v1/people/\(person ?? "")/record/coins"
    let read = try network.send(
      "the coins of \(plan.userID)", own("GET", path, nil, token: token), isOnce: true)
    let old = read.json?.integer ?? 0
    var request = own("PUT", path, .integer(old + 1), token: token)
    request.headers.append(("If-Match", read.headers["etag"] ?? ""))
    _ = try network.send("a coin of \(plan.userID)", request)
    coins += 1
    var second = own("PUT", path, .integer(old + 1_000), token: token)
    second.headers.append(("If-Match", read.headers["etag"] ?? ""))
    try network.refuse("a coin of \(plan.userID) on what was there before", second, with: 412)
  }

  private func reopen() throws {
    let link = try invite()
    let answer = try network.send(
      "a link that \(plan.userID) opens",
      old("reopenAttribution", ["requestedLink": .string(link)]), isOnce: true)
    if plan.form != .long || network.kept.contains(link) { reopened += 1 }
    network.expect(
      "the deep link that \(plan.userID) opens", deepLink ?? "",
      answer.json?["deepLink"]?.string ?? "nothing")
  }

  /// Writes a value of the record. A client sends it under one key until it has an answer.
  private func write(_ path: String, _ value: JSON) throws {
    let request = own("PUT", "/v1/people/\(person ?? "")/record/\(path)", value, token: token)
    _ = try network.send("\(path) of \(plan.userID)", request)
  }

  // MARK: Requests

  private var installID: String { "phone-of-\(plan.number)" }

  private func learn(from answer: SimulatedAnswer) {
    guard let json = answer.json else { return }
    person = json["person"]?.string ?? person
    token = json["token"]?.string ?? token
    code = json["referral_code"]?.string ?? code
  }

  /// A call of the app, by Beckon's client.
  private func own(
    _ method: String, _ path: String, _ body: JSON?, token: String? = nil
  ) -> SimulatedRequest {
    sent += 1
    var headers = [("X-Forwarded-For", plan.address)]
    if method != "GET" { headers.append(("Idempotency-Key", "\(plan.userID)-\(sent)")) }
    if path.hasSuffix("/password") { headers.removeLast() }
    if let token { headers.append(("Beckon-Token", token)) }
    return SimulatedRequest(
      method: method, path: path, key: shop.app.publishable, headers: headers,
      body: body?.bytes ?? [])
  }

  /// A call of the vendor's client.
  private func old(_ path: String, _ body: JSON) -> SimulatedRequest {
    SimulatedRequest(
      path: "/v1/\(path)?key=\(shop.app.publishable)",
      headers: [
        ("X-Forwarded-For", plan.address), ("X-Ios-Bundle-Identifier", GameShop.bundle),
      ], body: body.bytes)
  }

  private var agent: String {
    plan.isIPhone
      ? "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 "
        + "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
      : "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 "
        + "(KHTML, like Gecko) Chrome/126.0.6478.71 Mobile Safari/537.36"
  }
}
