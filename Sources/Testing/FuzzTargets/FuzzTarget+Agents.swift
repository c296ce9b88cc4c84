import BeckonEngine
import BeckonModel

extension FuzzTarget {
  /// User agents, languages, time zones, models and addresses: all that tells of a device.
  static let agents = FuzzTarget(
    "agents",
    seeds: [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) Version/17.5 Mobile Safari/604.1",
      "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UP1A) Chrome/126.0.0.0 Mobile Safari/537.36",
      "Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBDV/iPhone14,5;FBSV/17.5]", "Googlebot/2.1", "curl/8",
      "tr-TR,tr;q=0.9,en", "zh_Hant_TW", "*", "Europe/Istanbul", "UTC+3", "Etc/GMT-3", "GMT+19:00",
      "203.0.113.7, [2001:db8::1]:443, unknown, 10.0.0.1:80", "iPhone15,2", "2001:db8::/32",
      "::ffff:192.0.2.1", "010.0.0.1", "fe80::1%eth0",
    ]
  ) { bytes, complaints in
    let text = bytes.text
    let client = UserAgent.describe(text)
    for part in [client.osVersion, client.deviceModel] {
      complaints.expect(
        (part?.utf8.count ?? 0) <= 3 * UserAgent.bytesMax, "a trait longer than its header")
    }
    _ = Visit(method: "GET", userAgent: text, secPurpose: text).kind
    let click = Signals(
      network: nil, networkClass: .ordinary, client: client, acceptLanguage: text)
    let install = Signals(
      network: nil, networkClass: .ordinary,
      device: DeviceDescription(
        platform: client.platform, osVersion: text, deviceModel: text, language: text,
        timeZone: text))
    let judged = Signals.compare(click: click, install: install)
    complaints.expect(judged.count == SignalName.allCases.count, "a signal is not judged")
    checkAddress(text, &complaints)
  }

  private static func checkAddress(_ text: String, _ complaints: inout Complaints) {
    if let address = NetworkAddress(text) {
      complaints.expect(NetworkAddress(address.text) == address, "an address reads otherwise")
      complaints.expect(address.network.network == address.network, "a network has another")
      complaints.expect(CIDR(address.text)?.contains(address) == true, "not in its own block")
    }
    _ = CIDR(text)
    let trusted = [CIDR("10.0.0.0/8"), CIDR("::/0")].compactMap { $0 }
    let client = ClientAddress(peer: "10.0.0.1", forwardedFor: text, trusted: trusted)
    complaints.expect(client.text.utf8.count <= 64 || !text.isEmpty, "an address out of nothing")
  }
}
