/// A vendor is one value: its name stands in folders that are named after it and in the lists by
/// which it is registered, and nobody else knows it. So the next vendor comes, and one day goes,
/// without a change elsewhere.
enum VendorNames {
  /// The server's list; every tool has one of the same name.
  static let list = "Sources/Server/BeckonServer/Dialects/Vendors.swift"

  /// Files outside that may name a vendor, and why.
  static let excused = [
    "Sources/Server/BeckonStore/Migrations/Migration0009.swift":
      "it tells rows of one vendor from all others, and what has run on databases is never edited",
    "Sources/Shared/BeckonModel/Accounts/UnnamedInviteSettings.swift":
      "'social_invites' is what the API calls the setting: what such invitations are, in plain words",
  ]

  /// The vendors of a list: `[.linkrunner, .otherVendor]`, as words in lower case.
  static func listed(in file: SourceFile) -> [String] {
    guard let start = file.code.firstIndex(where: { $0.isSymbol("=") }) else { return [] }
    return file.code[start...].filter { $0.kind == .word }.map { $0.text.lowercased() }
  }

  fileprivate static func mayName(_ vendor: String, _ path: String) -> Bool {
    let folders = path.split(separator: "/").dropLast()
    return path.hasSuffix("/Vendors.swift") || excused[path] != nil
      || folders.contains { $0.lowercased() == vendor }
  }

  /// A text in which the words of a name stand together, however they are written.
  static func joined(_ text: some StringProtocol) -> String {
    let between = [UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_")]
    return String(decoding: text.lowercased().utf8.filter { !between.contains($0) }, as: UTF8.self)
  }
}

/// Names of vendors where they may not stand.
func vendorNameFindings(_ file: SourceFile, _ vendors: [String]) -> [Finding] {
  let text = VendorNames.joined(file.path + "\n" + file.text)
  let named = vendors.filter { text.holds(bytesOf: $0) && !VendorNames.mayName($0, file.path) }
  return named.flatMap { vendor in
    let reason = "\(vendor) is named outside its folders"
    let lines = file.lines.indices.filter {
      VendorNames.joined(file.lines[$0]).contains(vendor)
    }
    let isNamed = VendorNames.joined(file.path).contains(vendor)
    return (isNamed ? [file.finding(0, reason)] : [])
      + lines.map { file.finding($0 + 1, reason) }
  }
}
