import Testing

/// The house rules, held against the whole repository. `CanaryTests` shows that each can fail.
@Suite struct HouseRulesTests {
  @Test func theTreeIsThere() {
    #expect(SourceTree.swift.count > 20)
    #expect(SourceTree.manifest.targets.count > 10)
  }

  @Test func importsKeepToTheTable() {
    expectNone(SourceTree.swift.flatMap { importFindings($0, SourceTree.manifest) })
    expectNone(dependencyFindings(SourceTree.manifest))
  }

  @Test func foldersNameEachOtherInOneDirection() {
    expectNone(circleFindings(SourceTree.swift, SourceTree.manifest, known: KnownCircle.all))
  }

  @Test func filesFunctionsAndLinesAreShort() {
    expectNone(SourceTree.swift.flatMap(lengthFindings))
  }

  @Test func nothingBannedIsCalled() {
    expectNone(SourceTree.swift.flatMap(bannedCallFindings))
  }

  @Test func noTestSleepsForLuck() { expectNone(SourceTree.swift.flatMap(sleepFindings)) }

  @Test func nothingIsPutOff() { expectNone(SourceTree.swift.flatMap(putOffFindings)) }

  @Test func namesSaySomething() { expectNone(SourceTree.swift.flatMap(bannedNameFindings)) }

  @Test func noFileIsDead() {
    expectNone(deadFileFindings(SourceTree.swift, SourceTree.manifest))
    expectNone(emptyTargetFindings(SourceTree.paths(in: "Sources", "Tests"), SourceTree.manifest))
  }

  @Test func whatAppsLinkRunsOnIOS15() { expectNone(SourceTree.swift.flatMap(appleAgeFindings)) }

  @Test func whatAppsLinkIsReadBySwift60() {
    expectNone(SourceTree.swift.flatMap { compilerAgeFindings($0, SourceTree.appManifest) })
  }

  @Test func bothManifestsSayTheSameOfWhatAppsLink() throws {
    let manifest = try #require(SourceTree.file("Package.swift"))
    #expect(manifest.lines.first == "// swift-tools-version: 6.0")
    expectNone(driftFindings(SourceTree.appManifest, SourceTree.manifest))
    let names = Set(SourceTree.appManifest.targets.map(\.name))
    #expect(names.isSuperset(of: ["BeckonSDK", "BeckonCompatLinkrunner", "BeckonTesting"]))
    // A face that was added to one only would not be missed by those above.
    let faces = SourceTree.manifest.targets.map(\.name).filter { $0.hasPrefix("BeckonCompat") }
    #expect(names.isSuperset(of: faces))
  }

  @Test func linksInDocumentsLeadSomewhere() {
    let documents = SourceTree.paths(in: "docs").filter { $0.hasSuffix(".md") }
    let files = (documents + ["README.md", "CHANGELOG.md"]).compactMap(SourceTree.file)
    #expect(files.count > 8)
    expectNone(files.flatMap { linkFindings($0, exists: SourceTree.exists) })
  }

  @Test func commentsPointIntoTheRepository() {
    expectNone(SourceTree.swift.flatMap { documentFindings($0, document: SourceTree.file) })
    let documents = SourceTree.paths(in: "docs").compactMap(SourceTree.file)
    expectNone((SourceTree.swift + documents).flatMap(outsideFindings))
  }

  @Test func theReadmeIsShort() throws {
    let readme = try #require(SourceTree.file("README.md"))
    #expect(readme.lines.count <= 150)
  }
}
