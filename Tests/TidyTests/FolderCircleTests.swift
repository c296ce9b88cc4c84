import Testing

/// What counts as a circle between folders, shown on small houses.
@Suite struct FolderCircleTests {
  private static let manifest = Manifest(
    SourceFile(
      "Package.swift",
      """
      let package = Package(targets: [
        library("Server", "Shop", []), library("Server", "Street", []), tests("ShopTests", ["Shop"]),
      ])
      """))
  private static let shop = "Sources/Server/Shop"

  private static func findings(
    _ files: [(path: String, text: String)], known: [[String]] = []
  ) -> [String] {
    circleFindings(
      files.map { SourceFile($0.path, $0.text) }, manifest,
      known: known.map { KnownCircle(place: shop, folders: $0, reason: "a test") }
    ).map(\.path)
  }

  private static let circle = [
    (path: shop + "/Bread/Loaf.swift", text: "struct Loaf { let price: Price }"),
    (path: shop + "/Money/Price.swift", text: "struct Price { func of(_ loaf: Loaf) {} }"),
  ]

  @Test func twoFoldersThatNameEachOtherAreFound() {
    #expect(Self.findings(Self.circle) == [Self.shop + "/Bread", Self.shop + "/Money"])
  }

  @Test func aWayRoundOverThreeFoldersIsFound() {
    let files = [
      (path: Self.shop + "/A/A.swift", text: "struct One { let next: Two }"),
      (path: Self.shop + "/B/B.swift", text: "struct Two { let next: Three }"),
      (path: Self.shop + "/C.swift", text: "enum Three { case first(One) }"),
      (path: Self.shop + "/D/D.swift", text: "struct Four { let first: One }"),
    ]
    #expect(Self.findings(files) == [Self.shop, Self.shop + "/A", Self.shop + "/B"])
  }

  @Test(arguments: [
    // Only in a comment or a text.
    "// a Loaf\nstruct Price { let name = \"Loaf\" }",
    // Another target's of the same name would be told apart; a nested one is its own.
    "struct Price { struct Loaf {} }",
    // A member of something else.
    "struct Price { let kind = Kind.Loaf }",
  ])
  func aNameThatIsNoTypeOfTheOtherFolderCountsNot(text: String) {
    let files = [Self.circle[0], (path: Self.shop + "/Money/Price.swift", text: text)]
    #expect(Self.findings(files) == [])
  }

  @Test func aNameBehindItsTargetCounts() {
    let files = [
      Self.circle[0],
      (path: Self.shop + "/Money/Price.swift", text: "struct Price { let a: BeckonShop.Loaf }"),
    ]
    #expect(Self.findings(files).count == 2)
  }

  @Test func whatIsPrivateToAFileIsNobodyElses() {
    let files = [
      (
        path: Self.shop + "/Bread/Loaf.swift", text: "private struct Crumb {}\nenum A { case b(B) }"
      ),
      (path: Self.shop + "/Money/Price.swift", text: "enum B { case crumb(Crumb) }"),
    ]
    #expect(Self.findings(files) == [])
  }

  @Test func foldersOfDifferentTargetsAreNoCircle() {
    let files = [
      Self.circle[0],
      (path: "Sources/Server/Street/Money/Price.swift", text: "struct Price { let a: Loaf }"),
    ]
    #expect(Self.findings(files) == [])
  }

  @Test func aKnownCircleMayStayAndMustBeStruckOutWhenItIsOpen() {
    #expect(Self.findings(Self.circle, known: [["Bread", "Money"]]) == [])
    #expect(
      Self.findings(Self.circle, known: [["Bread", "Money", "Door"]]) == [Self.shop + "/Door"])
    #expect(Self.findings([Self.circle[0]], known: [["Bread", "Money"]]).count == 2)
  }

  @Test func aKnownCircleThatGrowsIsFound() {
    let files =
      Self.circle + [
        (path: Self.shop + "/Door/Door.swift", text: "struct Door { let a: Loaf }"),
        (path: Self.shop + "/Money/Coin.swift", text: "struct Coin { let a: Door }"),
      ]
    #expect(Self.findings(files, known: [["Bread", "Money"]]).count == 3)
  }
}
