import BeckonEngine
import BeckonModel

/// What is kept of a device, under the names that the vendor's clients send
/// (docs/PROTOCOLS/linkrunner.md, Devices).
enum LinkrunnerDeviceData {
  /// Our names of what a client sent under another.
  private static let names: [TextKey: String] = [
    "os_version": "system_version", "device_model": "device_name", "screen": "device_display",
    "app_version": "version",
  ]
  /// What is no part of what a client says of its device.
  private static let own: Set<TextKey> = [
    "platform", "install_ref", "meta_install_ref", TextKey(AdParameters.metaMember),
    TextKey(AdParameters.linkMember),
  ]

  static func json(_ device: JSON) -> JSON {
    var members: [JSON.Member] = []
    var seen: Set<TextKey> = []
    for member in device.members ?? [] where !own.contains(member.name) {
      let name = names[member.name] ?? member.name
      guard seen.insert(TextKey(name)).inserted else { continue }
      members.append(JSON.Member(name, member.value))
    }
    return .object(members)
  }
}
