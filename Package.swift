// swift-tools-version: 6.0
// What an app links, for toolchains before 6.2 (Xcode 16). Any other reads
// `Package@swift-6.2.swift`, which has everything. Both say the same of these targets:
// `Tests/TidyTests` and `script/check-package` see to it.

import PackageDescription

/// Settings of every Swift target.
let strict: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

/// The C libraries' doors carry no `pkgConfig:`, because it warns every app that links only the
/// SDK.
func system(_ name: String) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)")
}

func library(_ layer: String, _ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
    swiftSettings: strict)
}

/// What crosses the wire with a vendor's clients.
func contract(_ vendor: String) -> Target {
  let name = "BeckonContract\(vendor)"
  return .target(
    name: name, dependencies: ["BeckonContract", "BeckonBasics", "BeckonModel"],
    path: "Sources/Shared/Vendors/\(vendor)", swiftSettings: strict)
}

/// A vendor's names over the SDK.
func compat(_ vendor: String) -> Target {
  let name = "BeckonCompat\(vendor)"
  return .target(
    name: name,
    dependencies: [
      "BeckonSDK", "BeckonContract", "BeckonBasics", "BeckonModel",
      .init(stringLiteral: "BeckonContract\(vendor)"),
    ],
    path: "Sources/Compat/\(vendor)", resources: [.process("PrivacyInfo.xcprivacy")],
    swiftSettings: strict)
}

/// CryptoKit serves on Apple's platforms.
let crypto: Target.Dependency = .target(
  name: "CBeckonCrypto", condition: .when(platforms: [.linux]))

let package = Package(
  name: "beckon",
  platforms: [.iOS(.v15), .macOS(.v13)],
  products: [
    .library(name: "BeckonSDK", targets: ["BeckonSDK"]),
    .library(name: "BeckonCompatDynamicLinks", targets: ["BeckonCompatDynamicLinks"]),
    .library(name: "BeckonCompatLinkrunner", targets: ["BeckonCompatLinkrunner"]),
    .library(name: "BeckonCompatReferralHero", targets: ["BeckonCompatReferralHero"]),
    .library(name: "BeckonCompatSegmentify", targets: ["BeckonCompatSegmentify"]),
    .library(name: "BeckonCompatSocialInvite", targets: ["BeckonCompatSocialInvite"]),
    .library(name: "BeckonTesting", targets: ["BeckonTesting"]),
  ],
  targets: [
    system("CBeckonCrypto"),

    library("Shared", "BeckonModel", []),
    library("Shared", "BeckonContract", ["BeckonModel"]),
    library("Shared", "BeckonBasics", ["BeckonModel", crypto]),

    contract("DynamicLinks"), contract("Linkrunner"), contract("ReferralHero"),
    contract("Segmentify"), contract("SocialInvite"),

    .target(
      name: "BeckonSDK", dependencies: ["BeckonContract", "BeckonBasics", "BeckonModel"],
      path: "Sources/Client/BeckonSDK", resources: [.process("PrivacyInfo.xcprivacy")],
      swiftSettings: strict),

    compat("DynamicLinks"), compat("Linkrunner"), compat("ReferralHero"),
    compat("Segmentify"), compat("SocialInvite"),

    library("Testing", "BeckonTesting", ["BeckonSDK", "BeckonBasics", "BeckonModel"]),
  ]
)
