import Foundation
import Testing

@Suite struct PrivacyManifestTests {
  /// What the SDK sends of a person: identities, the token of AdServices, events.
  @Test(
    "The manifest of a module names what it can send of a person, and no tracking",
    arguments: [
      ("Client/BeckonSDK", []),
      ("Compat/Linkrunner", ["DeviceID", "Name", "PurchaseHistory"]),
    ])
  func types(_ module: String, _ more: [String]) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = "Sources/\(module)/PrivacyInfo.xcprivacy"
    let data = try Data(contentsOf: root.appendingPathComponent(path))
    let manifest = try #require(
      PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    let collected = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
    let types = collected.compactMap { $0["NSPrivacyCollectedDataType"] as? String }
    let expected =
      more + ["UserID", "EmailAddress", "PhoneNumber", "AdvertisingData", "ProductInteraction"]
    #expect(types.sorted() == expected.map { "NSPrivacyCollectedDataType" + $0 }.sorted())
  }
}
