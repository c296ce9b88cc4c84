import Testing

/// Nobody knows a vendor but its own folders.
@Suite struct VendorNameTests {
  private static let vendors = SourceTree.file(VendorNames.list).map(VendorNames.listed) ?? []

  @Test func vendorsAreNamedInTheirFoldersOnly() {
    let files = SourceTree.paths(in: "Sources").compactMap(SourceTree.file)
    #expect(files.count > 500 && !Self.vendors.isEmpty)
    expectNone(files.flatMap { vendorNameFindings($0, Self.vendors) })
  }

  @Test func whatIsExcusedNeedsIt() {
    for path in VendorNames.excused.keys {
      let lines = VendorNames.joined(SourceTree.file(path)?.text ?? "")
      #expect(Self.vendors.contains { lines.contains($0) }, "\(path) needs no excuse any more")
    }
  }

  @Test func everyFolderOfAVendorIsInTheList() {
    let folder = "Sources/Server/BeckonServer/Dialects/"
    let names = SourceTree.paths(in: folder).compactMap { path in
      path.dropFirst(folder.count).split(separator: "/").dropLast().first?.lowercased()
    }
    #expect(Set(names) == Set(Self.vendors))
  }

  @Test func aListIsRead() {
    let sample = "extension A {\n  static let all: [Vendor] = [.linkrunner, .referralHero]\n}"
    #expect(
      VendorNames.listed(in: SourceFile("Sources/A.swift", sample)) == [
        "linkrunner", "referralhero",
      ])
  }

  @Test func aNameOutsideIsFound() {
    let sample = "let a = \"ReferralHero\"\n// A referral hero\nlet referral_hero = 1\nlet hero = 2"
    func lines(_ path: String) -> [Int] {
      vendorNameFindings(SourceFile(path, sample), ["referralhero"]).map(\.line)
    }
    #expect(lines("Sources/Server/BeckonEngine/A.swift") == [1, 2, 3])
    #expect(lines("Sources/Tools/beckon-sim/ReferralHeroMoves.swift") == [0, 1, 2, 3])
    #expect(lines("Sources/Server/BeckonServer/Dialects/ReferralHero/A.swift").isEmpty)
    #expect(lines("Sources/Tools/beckon-sim/Vendors.swift").isEmpty)
  }
}
