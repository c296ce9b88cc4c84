import BeckonBasics
import BeckonModel

/// What the clients send, member by member as theirs do.
extension DaySaying {
  /// The request; the same each time it is sent.
  /// - Parameter clicks: what the server called the click that led to an install.
  func request(to shop: DayShop, clicks: [String: String]) -> SimulatedRequest {
    let click = clicks[phone.installID]
    switch what {
    case .click(let link):
      return SimulatedRequest(
        method: "GET", path: "/" + DayShop.code(link),
        headers: [
          ("X-Forwarded-For", phone.address), ("User-Agent", phone.agent),
          ("Accept-Language", "de-DE,de;q=0.9"), ("Accept", "text/html"),
        ])
    case .page(let visit):
      return SimulatedRequest(
        path: "/web/ingest", headers: [("X-Forwarded-For", phone.address)],
        body: body(of: visit, shop).bytes)
    case .serverPays(let payment, let user):
      let members = Self.members(of: payment, user) + [member("currency", payment.currency)]
      return server("capture-payment", members, shop)
    case .serverRemoves(let payment, _):
      return server("remove-payment", [member("payment_id", payment.id)], shop)
    default:
      let (path, own) = client(click)
      let usual = [
        member("token", shop.publishable), member("install_instance_id", phone.installID),
        member("platform", phone.client == .reactNative ? "REACT_NATIVE" : "IOS"),
      ]
      return SimulatedRequest(
        path: "/api/client/" + path, headers: [("X-Forwarded-For", phone.address)],
        body: JSON.object(usual + own).bytes)
    }
  }

  private func server(
    _ path: String, _ members: [JSON.Member], _ shop: DayShop
  ) -> SimulatedRequest {
    SimulatedRequest(
      path: "/api/v1/" + path, headers: [("linkrunner-key", shop.secret)],
      body: JSON.object(members).bytes)
  }

  // MARK: Apps

  private func client(_ click: String?) -> (path: String, members: [JSON.Member]) {
    let device = JSON.Member("device_data", phone.deviceData(click))
    let data = JSON.Member("data", .object([device]))
    switch what {
    case .push: return ("update-push-token", [member("push_token", "apns-" + phone.installID)])
    case .attribution: return ("attribution-data", [device, JSON.Member("debug", false)])
    case .signUp(let user):
      let told: JSON = [
        "id": .string(user), "name": "Ünal", "is_first_time_user": true,
        "user_created_at": .instant(phone.clock(at)),
      ]
      return ("trigger", [JSON.Member("user_data", told), data] + times)
    case .named(let user): return ("customer-user-id", [member("user_id", user)])
    case .tap(let number, let user):
      let event = [
        member("event_name", "tap"), device, JSON.Member("event_data", ["n": .integer(number)]),
      ]
      let id = phone.client == .face ? [member("event_id", "tap-\(number)")] : []
      return ("capture-event", event + id + (user.map { [member("user_id", $0)] } ?? []) + times)
    case .pay(let payment, let user):
      let more = JSON.Member("event_data", ["currency": .string(payment.currency), "sku": "x"])
      return ("capture-payment", Self.members(of: payment, user) + [more, data] + times)
    case .remove(let payment, let user):
      return (
        "remove-captured-payment",
        [member("user_id", user), member("payment_id", payment.id), data] + times
      )
    case .start, .click, .page, .serverPays, .serverRemoves:
      return ("init", start(device))
    }
  }

  private func start(_ device: JSON.Member) -> [JSON.Member] {
    let version = phone.client == .rest ? "ios-rest-1.0" : "4.0.1"
    let usual = [
      member("package_version", version), member("app_version", "1.0"), device,
      member("source", "GENERAL"), JSON.Member("debug", false),
    ]
    guard case .opened(let link) = phone.origin else { return usual }
    return usual + [member("link", "http://127.0.0.1/" + DayShop.code(link))]
  }

  /// React Native's client tells no time, Beckon's the device's clock too.
  private var times: [JSON.Member] {
    guard phone.client != .reactNative else { return [] }
    let clock = phone.clock(at)
    let since = Double(clock.milliseconds(since: phone.clock(phone.began))) / 1_000
    let told = [JSON.Member("time_since_app_install", .number("\(since)"))]
    return phone.client == .face
      ? told + [JSON.Member("timestamp", .integer(clock.milliseconds))] : told
  }

  private static func members(of payment: DayPayment, _ user: String) -> [JSON.Member] {
    [
      JSON.Member("amount", payment.written), JSON.Member("user_id", .string(user)),
      JSON.Member("payment_id", .string(payment.id)), JSON.Member("type", .string(payment.type)),
      JSON.Member("status", .string(payment.status)),
    ]
  }

  private func member(_ name: String, _ text: String) -> JSON.Member {
    JSON.Member(name, .string(text))
  }

  // MARK: Pages

  private func body(of visit: DayVisit, _ shop: DayShop) -> JSON {
    let source = visit.source == "direct" ? "" : visit.source
    return [
      "token": .string(shop.publishable), "event_id": .string(visit.id),
      "event_type": .string(visit.kind), "event_name": visit.kind == "identify" ? "identify" : "",
      "event_data": "", "visitor_id": .string(visit.visitor), "session_id": "s",
      "user_id": .string(visit.user), "is_new_visitor": 0, "page_path": "/shop",
      "page_url": "https://shop.example/shop", "traffic_source_name": .string(visit.source),
      "utm_source": .string(source), "ft_utm_source": .string(source),
      "ft_traffic_source_name": .string(visit.source),
    ]
  }
}

extension DayPhone {
  /// What its browser calls itself.
  var agent: String {
    client == .reactNative
      ? "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) "
        + "Chrome/126.0.0.0 Mobile Safari/537.36"
      : "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
        + "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
  }

  /// The device, as the client describes it.
  func deviceData(_ click: String?) -> JSON {
    let id = Identifier(hashing: "device", "\(device)").uuid
    guard client != .reactNative else {
      return .object([
        "android_id": .string(id), "api_level": 34, "brand": [:], "carrier": ["o2"],
        "device": "dm3q", "device_name": "Ana's S23", "manufacturer": "samsung",
        "system_version": "14", "version": "2.3", "connectivity": "wifi",
        "user_agent": "Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv)",
        "gaid": .string(id), "idfa": .null,
        "install_ref": click.map { .string("beckon_click=" + $0) },
      ])
    }
    return [
      "device": "iPhone", "device_name": client == .rest ? "iPhone" : "iPhone15,2",
      "system_version": "18.5", "brand": "Apple", "manufacturer": "Apple", "version": "1.0",
      "locale": "de_DE", "language": "de", "country": "DE", "timezone": "Europe/Berlin",
      "timezone_offset": 120, "device_display": ["width": 393, "height": 852, "scale": 3],
      "idfv": .string(id), "connectivity": "wifi",
      "user_agent": "Linkrunner-iOS/1.0 (iPhone; iOS 18.5; Build/1)",
      "install_instance_id": .string(installID),
    ]
  }
}
