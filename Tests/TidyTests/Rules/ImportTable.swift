/// Which target may import which. `Package@swift-6.2.swift` may declare no more than this.
enum ImportTable {
  static let cLibrary: Set = ["Darwin", "Glibc", "Musl"]
  static let foundation: Set = ["Foundation", "FoundationEssentials", "FoundationNetworking"]
  static let apple: Set = ["AdServices", "CryptoKit", "Security", "UIKit"]
  static let adFrameworks: Set = [
    "AdAttributionKit", "AdServices", "AdSupport", "AppTrackingTransparency", "StoreKit", "UIKit",
  ]

  /// Model, contract, rules and SQL need no Foundation, so they have none: it differs between Linux
  /// and Apple's platforms, and it tempts to ask for the time.
  static let sources: [String: Set<String>] = [
    "BeckonModel": [],
    "BeckonContract": ["BeckonModel"],
    "BeckonBasics": cLibrary.union(["BeckonModel", "CBeckonCrypto", "CryptoKit", "Foundation"]),
    "BeckonContractDynamicLinks": ["BeckonContract", "BeckonBasics", "BeckonModel"],
    "BeckonContractReferralHero": ["BeckonContract", "BeckonBasics", "BeckonModel"],
    "BeckonContractLinkrunner": ["BeckonContract", "BeckonBasics", "BeckonModel"],
    "BeckonContractSegmentify": ["BeckonContract", "BeckonBasics", "BeckonModel"],
    "BeckonContractSocialInvite": ["BeckonContract", "BeckonBasics", "BeckonModel"],
    "BeckonSDK": cLibrary.union(foundation).union(apple)
      .union(["BeckonContract", "BeckonBasics", "BeckonModel"]),
    "BeckonCompatReferralHero": foundation.union([
      "UIKit", "BeckonContractReferralHero", "BeckonSDK", "BeckonContract", "BeckonBasics",
      "BeckonModel",
    ]),
    "BeckonCompatDynamicLinks": foundation.union([
      "UIKit", "BeckonContractDynamicLinks", "BeckonSDK", "BeckonContract", "BeckonBasics",
      "BeckonModel",
    ]),
    "BeckonCompatSegmentify": cLibrary.union(foundation).union([
      "UIKit", "BeckonContractSegmentify", "BeckonSDK", "BeckonContract", "BeckonBasics",
      "BeckonModel",
    ]),
    "BeckonCompatSocialInvite": foundation.union([
      "UIKit", "Contacts", "MessageUI", "BeckonContractSocialInvite", "BeckonSDK",
      "BeckonContract", "BeckonBasics", "BeckonModel",
    ]),
    "BeckonCompatLinkrunner": foundation.union(adFrameworks)
      .union([
        "BeckonContractLinkrunner", "BeckonSDK", "BeckonContract", "BeckonBasics", "BeckonModel",
      ]),
    "BeckonEngine": ["BeckonModel"],
    "BeckonText": ["BeckonEngine", "BeckonBasics", "BeckonModel", "CBeckonText"],
    // The C library is for the threads that both drivers start.
    "BeckonDatabase": cLibrary.union(["BeckonModel", "BeckonBasics"]),
    "BeckonSQLite":
      cLibrary
      .union(["BeckonDatabase", "BeckonBasics", "BeckonModel", "CBeckonSQLite"]),
    "BeckonPostgres":
      cLibrary
      .union(["BeckonDatabase", "BeckonBasics", "BeckonModel", "CBeckonPostgres"]),
    "BeckonStore": ["BeckonDatabase", "BeckonEngine", "BeckonModel", "BeckonBasics"],
    "BeckonHTTP": cLibrary.union(foundation).union(["CBeckonHTTP", "BeckonBasics"]),
    "BeckonServer": cLibrary.union(foundation).union([
      "BeckonHTTP", "BeckonStore", "BeckonDatabase", "BeckonText", "BeckonEngine", "BeckonContract",
      "BeckonBasics", "BeckonModel", "BeckonContractDynamicLinks", "BeckonContractLinkrunner",
      "BeckonContractReferralHero", "BeckonContractSegmentify", "BeckonContractSocialInvite",
      "CBeckonQR", "CBeckonPhone", "CBeckonDocuments", "CBeckonWeb",
    ]),
    "BeckonTesting": cLibrary.union(foundation)
      .union(["BeckonSDK", "BeckonContract", "BeckonBasics", "BeckonModel"]),
    "ChildProcess": cLibrary.union(foundation).union(["BeckonBasics", "BeckonModel"]),
    "FuzzTargets": [
      "BeckonServer", "BeckonHTTP", "BeckonStore", "BeckonDatabase", "BeckonText", "BeckonEngine",
      "BeckonContract", "BeckonContractDynamicLinks", "BeckonContractReferralHero",
      "BeckonContractSegmentify", "BeckonContractSocialInvite", "BeckonBasics", "BeckonModel",
    ],
    "CBeckonSQLite": [], "CBeckonPostgres": [], "CBeckonHTTP": [], "CBeckonQR": [],
    "CBeckonCrypto": [], "CBeckonWeb": [], "CBeckonText": [],
    "CBeckonPhone": [], "CBeckonDocuments": [],
  ]

  /// Programs and tests may import what the manifest gives them, and these.
  static let outermost = cLibrary.union(foundation).union([
    "Dispatch", "Testing", "CBeckonSQLite", "CBeckonPostgres",
  ])

  /// What a target may import; `nil` when the table does not know it.
  static func allowed(_ target: Manifest.Target) -> Set<String>? {
    let isOutermost = target.folder.hasPrefix("Tests/") || target.folder.hasPrefix("Sources/Tools/")
    return isOutermost ? outermost.union(target.dependencies) : sources[target.name]
  }
}

/// Imports that the table does not allow.
func importFindings(_ file: SourceFile, _ manifest: Manifest) -> [Finding] {
  guard let target = manifest.target(of: file.path), let allowed = ImportTable.allowed(target)
  else { return [] }
  return imports(of: file).filter { !allowed.contains($0.module) }
    .map { file.finding($0.line, "\(target.name) may not import \($0.module)") }
}

/// Dependencies in the manifest that the table does not allow, and targets that it does not know.
func dependencyFindings(_ manifest: Manifest) -> [Finding] {
  manifest.targets.flatMap { target in
    guard let allowed = ImportTable.allowed(target) else {
      let reason = "\(target.name) stands not in the import table"
      return [Finding(path: manifest.path, line: target.line, reason: reason)]
    }
    return target.dependencies.filter { !allowed.contains($0) }.map {
      let reason = "\(target.name) may not depend on \($0)"
      return Finding(path: manifest.path, line: target.line, reason: reason)
    }
  }
}

private func imports(of file: SourceFile) -> [(module: String, line: Int)] {
  let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
  return file.code.indices.compactMap { index in
    guard file.code[index].isWord("import"), index + 1 < file.code.count else { return nil }
    let isKind = kinds.contains(file.code[index + 1].text)
    let module = file.code[min(index + (isKind ? 2 : 1), file.code.count - 1)]
    guard module.kind == .word else { return nil }
    return (module.text, module.line)
  }
}
