// swift-tools-version: 6.2
// Layers, lowest first: System, Shared, Client, Compat, Server, Testing, Tools. `Tests/TidyTests`
// holds the table of which target may import which; this manifest must agree with it.

import PackageDescription

/// Settings of every Swift target: a warning is an error, imports are explicit, and an async
/// function runs where its caller runs, which spares a change of executor at each call.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

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

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/Tools/\(name)", swiftSettings: strict)
}

/// What several test targets share.
func support(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude,
    swiftSettings: strict)
}

/// The server's answers are read from the repository, not from a bundle.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  let ofServer = name == "BeckonServerTests"
  return .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)",
    exclude: ofServer ? ["Golden/Answers"] : [],
    sources: ofServer ? list("BECKON_SERVER_TESTS") : nil,
    swiftSettings: strict)
}

/// The words of an environment variable, with commas between them. `script/test` sets two when it
/// builds for the thread sanitizer, so that only what runs there is built.
func list(_ variable: String) -> [String]? {
  Context.environment[variable]?.split(separator: ",").map(String.init)
}

/// CryptoKit serves on Apple's platforms.
let crypto: Target.Dependency = .target(
  name: "CBeckonCrypto", condition: .when(platforms: [.linux]))

/// `--disable-default-traits` builds without libpq.
let postgres: Target.Dependency = .target(
  name: "CBeckonPostgres", condition: .when(traits: ["Postgres"]))

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
    .executable(name: "beckon", targets: ["beckon"]),
  ],
  traits: [
    .default(enabledTraits: ["Postgres"]),
    .trait(name: "Postgres", description: "The server also runs on PostgreSQL; needs libpq."),
  ],
  targets: [
    system("CBeckonSQLite"), system("CBeckonPostgres"), system("CBeckonHTTP"), system("CBeckonQR"),
    system("CBeckonCrypto"), system("CBeckonWeb"), system("CBeckonText"),
    .target(
      name: "CBeckonPhone", path: "Sources/System/CBeckonPhone",
      linkerSettings: [.linkedLibrary("phonenumber")]),
    .target(
      name: "CBeckonDocuments", path: "Sources/System/CBeckonDocuments",
      exclude: ["Linkrunner/page.js", "click.js", "dashboard.css", "dashboard.js"]),

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

    library("Server", "BeckonEngine", ["BeckonModel"]),
    library(
      "Server", "BeckonText", ["BeckonEngine", "BeckonBasics", "BeckonModel", "CBeckonText"]),
    library("Server", "BeckonDatabase", ["BeckonModel", "BeckonBasics"]),
    library(
      "Server", "BeckonSQLite",
      ["BeckonDatabase", "BeckonBasics", "BeckonModel", "CBeckonSQLite"]),
    library(
      "Server", "BeckonPostgres",
      ["BeckonDatabase", "BeckonBasics", "BeckonModel", postgres]),
    library(
      "Server", "BeckonStore",
      ["BeckonDatabase", "BeckonEngine", "BeckonModel", "BeckonBasics"]),
    library("Server", "BeckonHTTP", ["CBeckonHTTP", "BeckonBasics"]),
    library(
      "Server", "BeckonServer",
      [
        "BeckonHTTP", "BeckonStore", "BeckonDatabase", "BeckonText", "BeckonEngine",
        "BeckonContract", "BeckonBasics", "BeckonModel", "BeckonContractDynamicLinks",
        "BeckonContractLinkrunner", "BeckonContractReferralHero", "BeckonContractSegmentify",
        "BeckonContractSocialInvite", "CBeckonQR", "CBeckonPhone", "CBeckonDocuments", "CBeckonWeb",
      ]),

    library("Testing", "BeckonTesting", ["BeckonSDK", "BeckonBasics", "BeckonModel"]),
    library("Testing", "ChildProcess", ["BeckonBasics", "BeckonModel"]),
    library(
      "Testing", "FuzzTargets",
      [
        "BeckonServer", "BeckonHTTP", "BeckonStore", "BeckonDatabase", "BeckonText",
        "BeckonEngine", "BeckonContract", "BeckonContractDynamicLinks",
        "BeckonContractReferralHero", "BeckonContractSegmentify", "BeckonContractSocialInvite",
        "BeckonBasics", "BeckonModel",
      ]),

    tool(
      "beckon",
      [
        "BeckonServer", "BeckonHTTP", "BeckonStore", "BeckonDatabase", "BeckonSQLite",
        "BeckonPostgres", "BeckonText", "BeckonEngine", "BeckonSDK", "BeckonContract",
        "BeckonBasics", "BeckonModel",
      ]),
    tool(
      "beckon-bench",
      [
        "BeckonServer", "BeckonStore", "BeckonDatabase", "BeckonSQLite", "BeckonPostgres",
        "BeckonText", "BeckonEngine", "BeckonBasics", "BeckonModel", "CBeckonSQLite",
        "ChildProcess", "TestSMS",
      ]),
    tool(
      "beckon-sim",
      [
        "BeckonServer", "BeckonStore", "BeckonDatabase", "BeckonSQLite", "BeckonPostgres",
        "BeckonEngine", "BeckonSDK", "BeckonContract", "BeckonContractDynamicLinks",
        "BeckonContractLinkrunner", "BeckonContractReferralHero", "BeckonContractSegmentify",
        "BeckonTesting", "BeckonBasics", "BeckonModel", "ChildProcess",
      ]),
    tool("beckon-fuzz", ["FuzzTargets"]),

    support(
      "TestDatabases",
      [
        "BeckonBasics", "BeckonDatabase", "BeckonSQLite", "BeckonPostgres", "ChildProcess",
        postgres,
      ]),
    support(
      "TestPrograms",
      ["TestDatabases", "BeckonBasics", "BeckonModel", "ChildProcess"]),
    support("TestMail", ["BeckonModel", "ChildProcess"], exclude: ["server.py"]),
    support("TestSMS", ["BeckonModel", "ChildProcess"], exclude: ["center.py"]),
    support("TestCertificates", ["BeckonBasics", "BeckonModel", "CBeckonCrypto"]),
    tests(
      "BeckonModelTests",
      ["BeckonModel", "BeckonContract", "BeckonBasics", "BeckonTesting", "TestCertificates"]),
    tests("BeckonEngineTests", ["BeckonEngine", "BeckonText", "BeckonModel", "BeckonTesting"]),
    tests(
      "BeckonStoreTests",
      [
        "BeckonStore", "BeckonDatabase", "BeckonEngine", "BeckonSQLite", "BeckonPostgres",
        "BeckonTesting", "BeckonBasics", "BeckonModel", "TestDatabases",
      ]),
    tests("BeckonHTTPTests", ["BeckonHTTP", "BeckonBasics", "BeckonTesting"]),
    tests(
      "BeckonSDKTests",
      [
        "BeckonSDK", "BeckonTesting", "BeckonContract", "BeckonBasics", "BeckonModel",
        "ChildProcess",
      ]),
    tests(
      "CompatTests",
      [
        "BeckonCompatDynamicLinks", "BeckonCompatLinkrunner", "BeckonCompatReferralHero",
        "BeckonCompatSegmentify", "BeckonCompatSocialInvite", "BeckonContractDynamicLinks",
        "BeckonContractLinkrunner", "BeckonContractReferralHero", "BeckonContractSegmentify",
        "BeckonContractSocialInvite", "BeckonSDK", "BeckonTesting",
        "BeckonContract", "BeckonBasics", "BeckonModel", "TestPrograms",
      ]),
    tests(
      "BeckonServerTests",
      [
        "BeckonServer", "BeckonHTTP", "BeckonStore", "BeckonDatabase", "BeckonSQLite",
        "BeckonEngine", "BeckonContract", "BeckonContractDynamicLinks",
        "BeckonContractLinkrunner", "BeckonContractReferralHero", "BeckonContractSegmentify",
        "BeckonContractSocialInvite", "BeckonTesting", "BeckonSDK", "BeckonBasics", "BeckonModel",
        "ChildProcess", "TestDatabases", "TestCertificates", "TestMail", "TestSMS",
      ]),
    tests(
      "EndToEndTests",
      [
        "BeckonServer", "BeckonSDK", "BeckonTesting", "BeckonStore", "BeckonDatabase",
        "BeckonEngine", "BeckonSQLite", "BeckonContract", "BeckonBasics", "BeckonModel",
        "ChildProcess", "TestDatabases", "TestPrograms", "TestMail", "TestSMS",
      ]),
    tests("FuzzTests", ["FuzzTargets", "BeckonTesting"]),
    tests("TidyTests", []),
  ],
  cLanguageStandard: .c2x, cxxLanguageStandard: .cxx17
)

/// Targets that are not built. A name of none would build what was to be left out, in silence.
let leftOut = Set(list("BECKON_LEAVE_OUT") ?? [])
let unknown = leftOut.subtracting(package.targets.map(\.name)).sorted()
precondition(unknown.isEmpty, "BECKON_LEAVE_OUT names no target: \(unknown)")
package.targets.removeAll { leftOut.contains($0.name) }
package.products.removeAll { leftOut.contains($0.name) }
