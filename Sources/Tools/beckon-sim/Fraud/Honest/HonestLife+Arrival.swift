import BeckonModel
import Foundation

/// From a friend's link to a person whom the app's server knows.
extension HonestLife {
  private var friend: HonestLife? { plan.friend.map { town.lives(in: shop.kind)[$0] } }

  /// Opens the friend's link in the browser.
  func open(_ turn: inout HonestTurn) throws {
    guard let friend, let link = friend.link else {
      return lockOut("opening a friend's link", "is impossible: the friend was given none")
    }
    invitation = try plan.linkVendor?.invitations?.invite(friend, plan, &turn)
    var call = FraudCall(
      method: "GET", path: "/", key: .none, address: turn.address(plan),
      headers: [("User-Agent", agent), ("Accept-Language", "tr-TR,tr;q=0.9")])
    call.visit(invitation ?? link)
    let answer = try must("opening a friend's link", call, &turn)
    // A redirect, or a page that leads to a store.
    let text = answer.headers["location"] ?? String(decoding: answer.body, as: UTF8.self)
    let id = text.range(of: "clk_").map { start in
      String(text[start.lowerBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber })
    }
    town.canaries.add(id, "click of person \(plan.number)")
    click = (id, invitation.map(copied) ?? text)
  }

  /// A vendor's link as a page has copied it.
  private func copied(_ link: String) -> String {
    link + (link.contains("?") ? "&" : "?") + "_icp=1"
  }

  /// The app's first launch.
  func install(_ turn: inout HonestTurn) throws {
    var phone = Phone(installID: "phone-" + turn.word())
    try plan.linkVendor?.invitations?.ask(self, &turn)
    if let vendor = plan.vendor {
      town.canaries.add(phone.installID, "install id of person \(plan.number)")
      let link = plan.evidence == .openedLink ? invitation ?? friend?.link : nil
      try tell(.launch(link: link), "the first launch", vendor, phone, &turn)
    } else {
      let body = JSON.object((device(phone).members ?? []) + evidence)
      let answer = try must(
        "the first launch", phoneCall("/v1/installs", body, token: nil, &turn), &turn)
      phone.installToken = secret(answer.json?["token"]?.string, "install's token")
    }
    phones.append(phone)
  }

  /// What the app knows at its first launch of how they came.
  private var evidence: [JSON.Member] {
    switch plan.evidence {
    case .openedLink:
      (invitation ?? friend?.link).map { [JSON.Member("link", .string($0))] } ?? []
    case .pasteboard: click.map { [JSON.Member("pasteboard", .string($0.target))] } ?? []
    case .playReferrer: playReferrer.map { [JSON.Member("install_referrer", .string($0))] } ?? []
    case .click, .code, .network: []
    }
  }

  var playReferrer: String? { click?.id.map { "beckon_click=" + $0 } }

  /// The app is used before they sign up.
  func useAnonymously(_ turn: inout HonestTurn) throws {
    guard let phone = phones.first else { return }
    let body: JSON = ["install_id": .string(phone.installID)]
    let call = phoneCall("/v1/people", body, token: phone.installToken, &turn)
    let answer = try must("the use without an account", call, &turn)
    learn(from: answer)
    phones[0].token = secret(answer.json?["token"]?.string, "token")
    // The app has the friend's name from the link, and writes it down.
    guard plan.recordsFriend, let name = friend?.nameInLinks(plan) else { return }
    try recordOnPhone([FraudTerms.referrerAttribute: .string(name)], &turn)
  }

  /// By what their links name them: two of three names can only be declared by a client.
  func nameInLinks(_ friend: HonestPlan) -> String? {
    switch friend.number % 3 {
    case 0: code
    case 1: plan.userID
    default: person?.text
    }
  }

  /// They sign up, and the app tells it.
  func signUpOnPhone(_ turn: inout HonestTurn) throws {
    guard let phone = phones.first else { return }
    if let vendor = plan.vendor {
      return try tell(.signUp, "the sign-up on the phone", vendor, phone, &turn)
    }
    let body = JSON.object(identities(phone) + source)
    let token = phone.token ?? phone.installToken
    let answer = try must(
      "the sign-up on the phone", phoneCall("/v1/people", body, token: token, &turn), &turn)
    // Somebody may have taken their name already: then the app's server has to say who they are.
    guard let token = secret(answer.json?["token"]?.string, "token") else { return }
    learn(from: answer)
    phones[0].token = token
  }

  /// The app's own server says who they are.
  func signUpByServer(_ turn: inout HonestTurn) throws {
    guard let phone = phones.first else { return }
    let more: [JSON.Member] = [
      JSON.Member("phone", .string(plan.phoneNumber)),
      JSON.Member(
        "attributes", ["name": .string(plan.name), "diary": .string(plan.diary)]),
    ]
    var call = serverCall("/v1/people", .object(identities(phone) + source + more))
    call.token = phone.installToken
    call.headers = [("Idempotency-Key", turn.key())]
    let answer = try must("the sign-up by the app's server", call, &turn, as: .appServer)
    learn(from: answer)
    _ = secret(answer.json?["token"]?.string, "token")
    isConfirmed = true
    if plan.vendor == nil, phone.token == nil { try signIn(on: 0, &turn) }
  }

  private func identities(_ phone: Phone) -> [JSON.Member] {
    [
      JSON.Member("user_id", .string(plan.userID)), JSON.Member("email", .string(plan.mail)),
      JSON.Member("install_id", .string(phone.installID)),
    ]
  }

  /// What the sign-up knows of how they came.
  private var source: [JSON.Member] {
    switch plan.evidence {
    case .code where !plan.recordsFriend:
      friend?.code.map { [JSON.Member("referrer", .string($0))] } ?? []
    case .click: click?.id.map { [JSON.Member("click_id", .string($0))] } ?? []
    default: []
    }
  }

  // MARK: The device

  private var agent: String {
    plan.isIPhone
      ? "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 "
        + "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
      : "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 "
        + "(KHTML, like Gecko) Chrome/126.0.6478.71 Mobile Safari/537.36"
  }

  func device(_ phone: Phone) -> JSON {
    [
      "install_id": .string(phone.installID), "platform": plan.isIPhone ? "ios" : "android",
      "os_version": plan.isIPhone ? "17.5.1" : "14",
      "device_model": plan.isIPhone ? "iPhone15,2" : "Pixel 8", "language": "tr-TR",
      "timezone": "Europe/Istanbul", "app_version": "1.0",
    ]
  }
}
