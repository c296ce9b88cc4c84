import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonStore

/// What every request of a Linkrunner client has. Vendors' clients are lenient: what describes the
/// device is cut or left out where it makes no sense, and refuses nothing.
struct LinkrunnerRequest: Sendable {
  let fields: Fields
  /// The app's own id of the install; `nil` where the call names the user only, as a server's does.
  let installID: String?
  /// The device as it came, for the export and for the networks' ids.
  let deviceData: JSON

  init(_ call: Call) throws {
    fields = try call.linkrunnerFields()
    deviceData = Self.deviceData(fields)
    installID =
      try fields.string("install_instance_id", max: Limits.clientIDBytes)
      ?? Self.installID(ofDevice: deviceData)
  }

  private static func deviceData(_ fields: Fields) -> JSON {
    fields.value("device_data") ?? fields.value("data")?["device_data"] ?? .object([])
  }

  private static func installID(ofDevice data: JSON) -> String? {
    try? Fields(data).withoutEmptyTexts.string("install_instance_id", max: Limits.clientIDBytes)
  }

  /// The install, for a call that makes no sense without.
  /// - Throws: `FieldError`.
  func requireInstall() throws -> String { try fields.require("install_instance_id", installID) }

  /// The app's own id of the user, of a call that is about a user or an install.
  /// - Throws: `FieldError` when it names neither.
  func userID() throws -> String? {
    let userID = try fields.string("user_id", max: Limits.identityBytes)
    guard userID != nil || installID != nil else {
      throw fields.error("install_instance_id", "or user_id is missing")
    }
    return userID
  }

  /// `user_data`.
  /// - Throws: `FieldError`.
  func user() throws -> Fields {
    try fields.require("user_data", fields.fields("user_data")).withoutEmptyTexts
  }

  /// The device as the ladder compares it. Read when asked for: events, the busiest calls, have no
  /// use for it.
  var device: DeviceDescription {
    DeviceDescription(linkrunner: deviceData, platform: fields.value("platform")?.string)
  }

  /// What a body says whose call it is: an install's id, or a page's visitor. Read as the call will
  /// be, or who is counted under one name could act under another.
  static func installID(in body: JSON?) -> String? {
    let body = LinkrunnerLenience.read(body ?? .null)
    guard let fields = try? Fields(body).withoutEmptyTexts else { return nil }
    func text(_ name: String) -> String? { try? fields.string(name, max: Limits.clientIDBytes) }
    return text("install_instance_id") ?? installID(ofDevice: deviceData(fields))
      ?? text("visitor_id")
  }

  /// The install with what it knows, for the ladder.
  /// - Parameters:
  ///   - link: the link with which the app was opened, where the call has it elsewhere.
  ///   - isSignUp: whether the call is one.
  /// - Throws: `FieldError`.
  func firstLaunch(
    _ call: Call, openedBy link: String? = nil, isSignUp: Bool = false
  ) throws -> FirstLaunch.Request {
    let installID = try requireInstall()
    let network = call.network(given: deviceData["device_ip"]?.string)
    let device = device
    var kept = (device.json.members ?? []).filter { $0.value != .string(Platform.other.rawValue) }
    kept += (deviceData.members ?? []).filter {
      Self.kept.contains($0.name) && $0.value != .null && $0.value != ""
    }
    let referrer = self.referrer
    if let referrer, !kept.contains(where: { $0.name == "install_ref" }) {
      kept.append(JSON.Member("install_ref", .string(referrer)))
    }
    return FirstLaunch.Request(
      installID: installID, device: device, deviceJSON: .object(kept), network: network.text,
      networkClass: network.class, link: link ?? text("link"), clickID: nil,
      installReferrer: referrer, metaReferrer: metaReferrer, pasteboard: nil,
      vendor: .linkrunner, knowsDevice: describesDevice, isSignUp: isSignUp,
      age: age(at: call.now))
  }

  /// Whether the call says anything of the device but which install is on it.
  var describesDevice: Bool {
    (deviceData.members ?? []).contains {
      $0.name != "install_instance_id" && $0.value != .null && $0.value != ""
    }
  }

  /// What Google Play handed the app; its name differs between releases of the client.
  private var referrer: String? {
    Self.referrer(deviceData["install_ref"]) ?? Self.referrer(deviceData["install_ref_url"])
      ?? Self.referrer(deviceData["install_referrer"])
  }

  /// What the app of Facebook or Instagram did.
  private var metaReferrer: String? {
    Self.referrer(deviceData["meta_install_ref"]?["install_referrer"])
      ?? Self.referrer(fields.value("meta_install_referrer")?["install_referrer"])
      ?? Self.referrer(fields.value("meta_install_referrer"))
  }

  private static func referrer(_ json: JSON?) -> String? {
    json?.string.flatMap { (1...Limits.referrerBytes).contains($0.utf8.count) ? $0 : nil }
  }

  /// The token with which Apple tells what its own advertising led to; `nil` when there is none.
  var appleAdsToken: String? {
    guard let token = deviceData["adservices_attribution_token"]?.string,
      (1...Limits.appleAdsTokenBytes).contains(token.utf8.count)
    else { return nil }
    return token
  }

  /// When the fact happened by the device's clock, milliseconds since 1970. Beckon's own client
  /// says so, because it may send days later; the vendor's does not. The client gives up what is as
  /// old as a fact may be, so a time from before that is that of a clock which is wrong: then
  /// nothing is known, or a payment would be refused as too old.
  func at(receivedAt now: Instant) -> Instant? {
    let oldest = now.adding(milliseconds: -Limits.factAgeDays * Span.dayMilliseconds)
    return fields.value("timestamp")?.integer.map(Instant.init(milliseconds:))
      .flatMap { $0 < oldest ? nil : $0 }
  }

  /// Ids that attribution is told of, and what its export should show.
  private static let kept: Set<TextKey> = [
    "idfa", "idfv", "gaid", "appsetid", "brand", "bundle_id", "build_number", "install_ref",
    "meta_install_ref",
  ]

  /// A text of the body; `nil` when it is none, empty, or longer than a URL.
  func text(_ name: String) -> String? {
    guard let text = fields.value(name)?.string, !text.isEmpty,
      text.utf8.count <= Limits.openedURLBytes
    else { return nil }
    return text
  }
}
