import BeckonContractReferralHero
import BeckonModel
import BeckonSDK

/// One call of the face: where it goes, what it says, and under which label the delegate hears of
/// it.
struct ReferralHeroCall: Sendable {
  let label: String
  let method: String
  /// Below the campaign's path.
  let path: String
  var body: [JSON.Member] = []
  /// Whether the answer is kept as the member who uses the app.
  var isKept = false
  /// Whether the member is forgotten once it has succeeded.
  var forgets = false
}

extension ReferralHeroSession {
  /// Asks the server, and keeps what has to be kept.
  /// - Returns: the answer's status and body.
  /// - Throws: `RHError`.
  func perform(_ call: ReferralHeroCall) async throws(RHError) -> (status: Int, json: JSON) {
    let response = try await ask(call.method, call.path, call.body)
    guard let json = try? JSONReader.read(response.body), json.members != nil else {
      throw .unexpectedAnswer(status: response.status)
    }
    if let failure = ReferralHeroFailure(json: json) {
      if (200..<300).contains(response.status) { return (response.status, json) }
      throw .refused(code: failure.code.rawValue, message: failure.message)
    }
    guard (200..<300).contains(response.status) else {
      throw .unexpectedAnswer(status: response.status)
    }
    if call.isKept { memberFile.keep(json) }
    if call.forgets { memberFile.forget() }
    return (response.status, json)
  }

  /// The same, with an error also for what was refused with the status 200.
  /// - Throws: `RHError`.
  func answer(_ call: ReferralHeroCall) async throws(RHError) -> JSON {
    let (_, json) = try await perform(call)
    if let failure = ReferralHeroFailure(json: json) {
      throw .refused(code: failure.code.rawValue, message: failure.message)
    }
    return json["data"] ?? [:]
  }

  /// What the SDK says of the device, in place of what the app has left out.
  func device(_ said: [JSON.Member]) -> [JSON.Member] {
    let settings = settings
    let known = DescribedDevice(
      settings.address, settings.device, settings.screen, settings.system)
    let names = Set(texts: said.map(\.name))
    return said + known.members.filter { !names.contains($0.name) }
  }

  /// The path of the member who uses the app, and of what belongs to them.
  func member(_ more: String = "") -> String {
    "/subscribers/" + PercentEncoding.encode(memberFile.id) + more
  }
}

// MARK: - Every call

extension ReferralHeroSession {
  func add(_ subscriber: RHSubscriber) -> ReferralHeroCall {
    ReferralHeroCall(
      label: "Create new subscriber", method: "POST", path: "/subscribers",
      body: device(subscriber.members), isKept: true)
  }

  func read() -> ReferralHeroCall {
    ReferralHeroCall(label: "SubscriberDetail", method: "GET", path: member(), isKept: true)
  }

  func update(_ subscriber: RHSubscriber) -> ReferralHeroCall {
    ReferralHeroCall(
      label: "UpdateSubscriber", method: "PATCH", path: member(),
      body: device(subscriber.members), isKept: true)
  }

  func delete() -> ReferralHeroCall {
    ReferralHeroCall(label: "DeleteReferral", method: "DELETE", path: member(), forgets: true)
  }

  func share(_ social: String) -> ReferralHeroCall {
    ReferralHeroCall(
      label: "clickCapture", method: "POST", path: member("/click_capture"),
      body: [JSON.Member("social", .string(social))])
  }

  func referrals() -> ReferralHeroCall {
    ReferralHeroCall(label: "getMyReferrals", method: "GET", path: member("/referrals_data"))
  }

  func leaders() -> ReferralHeroCall {
    ReferralHeroCall(label: "getLeaderboard", method: "GET", path: "/leaderboard")
  }

  func track(_ referral: RHTrackReferral) -> ReferralHeroCall {
    ReferralHeroCall(
      label: "TrackReferral", method: "POST",
      path: "/subscribers/track_referral_conversion_event", body: device(referral.members))
  }

  func confirm() -> ReferralHeroCall {
    ReferralHeroCall(label: "Confirm referral", method: "POST", path: member("/confirm"))
  }

  func trackOrganic(_ referral: RHOrganicReferral) -> ReferralHeroCall {
    ReferralHeroCall(
      label: "Organic Track Referral", method: "POST", path: "/subscribers/organic_track_referral",
      body: device(referral.members), isKept: memberFile.id.isEmpty)
  }

  func pending(_ referral: RHReferral) -> ReferralHeroCall {
    ReferralHeroCall(
      label: "Create Pending Referral", method: "POST", path: "/subscribers/pending_referral",
      body: device(referral.members), isKept: memberFile.id.isEmpty)
  }

  func rewards() -> ReferralHeroCall {
    ReferralHeroCall(label: "Rewards List", method: "GET", path: member("/rewards"))
  }

  /// - Parameter describesDevice: whether the query says what the device is.
  func referrer(describesDevice: Bool) -> ReferralHeroCall {
    let told = describesDevice ? device([]) : []
    let query = told.map { $0.name + "=" + PercentEncoding.encode($0.value.string ?? "") }
    return ReferralHeroCall(
      label: describesDevice ? "Referrer List" : "Get Referrer", method: "GET",
      path: "/subscribers/referrer" + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
  }
}
