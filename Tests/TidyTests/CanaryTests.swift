import Testing

/// For each house rule a sample that breaks it and must be caught, and one that must not be.
@Suite struct CanaryTests {
  static let manifest = Manifest(
    SourceFile(
      "Package.swift",
      """
      let crypto: Target.Dependency = .target(name: "CBeckonCrypto", condition: .when([.linux]))
      let package = Package(products: [.library(name: "BeckonSDK", targets: ["BeckonSDK"])], targets: [
        system("CBeckonCrypto"),
        .target(name: "CBeckonPhone", path: "Sources/System/CBeckonPhone"),
        library("Shared", "BeckonModel", []),
        library("Shared", "BeckonBasics", ["BeckonModel", crypto]),
        library("Server", "BeckonEngine", ["BeckonStore"]),
        library("Server", "BeckonGossip", []),
        tests("BeckonModelTests", ["BeckonModel"]),
      ])
      """))

  @Test func theManifestIsUnderstood() {
    #expect(
      Self.manifest.targets.map(\.folder) == [
        "Sources/System/CBeckonCrypto", "Sources/System/CBeckonPhone",
        "Sources/Shared/BeckonModel", "Sources/Shared/BeckonBasics", "Sources/Server/BeckonEngine",
        "Sources/Server/BeckonGossip", "Tests/BeckonModelTests",
      ])
    #expect(Self.manifest.targets[3].dependencies == ["BeckonModel", "CBeckonCrypto"])
  }

  @Test func dependenciesOutsideTheTableAreFound() {
    expectFindings(dependencyFindings(Self.manifest), onLines: [7, 8])
  }

  @Test func importsOutsideTheTableAreFound() {
    let sample = """
      import BeckonModel
      import Foundation
      @testable import BeckonStore
      @preconcurrency import struct CBeckonQR.QRcode
      // import UIKit
      """
    func lines(_ path: String) -> [Int] {
      importFindings(SourceFile(path, sample), Self.manifest).map(\.line)
    }
    #expect(lines("Sources/Server/BeckonEngine/A.swift") == [2, 3, 4])
    #expect(lines("Sources/Shared/BeckonModel/A.swift") == [1, 2, 3, 4])
    #expect(lines("Tests/BeckonModelTests/A.swift") == [3, 4])
  }

  @Test func longFunctionsAreFound() {
    func sample(_ head: String, lines: Int) -> SourceFile {
      let body = String(repeating: "    if a { b() }\n", count: lines - 2)
      return SourceFile("Sources/A.swift", "struct A {\n  let a = 1\n  \(head) {\n\(body)  }\n}")
    }
    let heads = [
      "func a()", "init(extension: Int)", "var a: Int", "func a(b: () -> Void = {})",
      "private static func a() async throws -> [Int] where B == C", "subscript(a: Int) -> Int",
    ]
    for head in heads {
      expectFindings(lengthFindings(sample(head, lines: 71)), onLines: [3])
      expectFindings(lengthFindings(sample(head, lines: 70)), onLines: [])
    }
    expectFindings(lengthFindings(sample("struct B", lines: 71)), onLines: [])
  }

  @Test func longFilesAreFound() {
    let long = String(repeating: "// A line.\n", count: 401)
    expectFindings(lengthFindings(SourceFile("Sources/A.swift", long)), onLines: [401])
    let excused = "// Long because: a table.\n" + long
    expectFindings(lengthFindings(SourceFile("Sources/A.swift", excused)), onLines: [])
  }

  @Test func longLinesAreFound() {
    let words = String(repeating: "word ", count: 21)
    let url = "// https://example.com/" + String(repeating: "x", count: 100)
    let sample = "// \(words)\n\(url)\nlet a = \"\"\"\n  \(words)\n  \"\"\"\n// ok"
    expectFindings(lengthFindings(SourceFile("Sources/A.swift", sample)), onLines: [1])
  }

  @Test func bannedCallsAreFound() {
    let sample = """
      let a = try! b()
      let c = d as! E
      fatalError("no")
      print("hello")
      let now = Date()
      let later = Date.now
      let id = "\\(UUID())"
      let dice = Int.random(in: 1...6)
      let child = Process()
      """
    func lines(_ path: String) -> [Int] {
      bannedCallFindings(SourceFile(path, sample)).map(\.line)
    }
    #expect(lines("Sources/Server/BeckonServer/A.swift") == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(lines("Sources/Tools/beckon/A.swift") == [1, 2, 3])
    #expect(lines("Tests/BeckonModelTests/A.swift") == [9])
  }

  @Test func calmCodeIsNotBanned() {
    let sample = """
      // print("hello"), try! it, Date()
      /* fatalError( /* nested */ Date() */
      let text = "Date() and \\"print(\\" try!"
      let raw = #"a " print("x") \\(Date())"#
      let dice = Int.random(in: 1...6, using: &generator)
      let word = ambient.random()
      let soon = Date(timeIntervalSince1970: 5)
      debugPrint(a)
      """
    expectFindings(
      bannedCallFindings(SourceFile("Sources/Server/BeckonServer/A.swift", sample)), onLines: [])
  }

  @Test func sleepsWithoutReasonAreFound() {
    let sample = """
      try await Task.sleep(nanoseconds: 5)
      // Sleeps because: the kernel gives no sign of this,
      // and it takes at most this long.
      usleep(5)
      sleep(1)  // Sleeps because: see above.
      Thread.sleep(forTimeInterval: 1)
      """
    expectFindings(sleepFindings(SourceFile("Tests/A.swift", sample)), onLines: [1, 6])
  }

  @Test func workPutOffIsFound() {
    let sample = "// TODO: later\nlet a = 1  // FIXME\n/* a\n TODO */\nlet todo = \"TODO\""
    expectFindings(putOffFindings(SourceFile("Sources/A.swift", sample)), onLines: [1, 2, 3])
  }

  @Test func emptyNamesAreFound() {
    let sample = "struct NetworkManager {}\nlet score = FileManager.default\nenum CoreLoop {}"
    func lines(_ path: String) -> [Int] {
      bannedNameFindings(SourceFile(path, sample)).map(\.line)
    }
    #expect(lines("Sources/Server/A.swift") == [1, 3])
    #expect(lines("Sources/Server/StringUtils.swift") == [1, 1, 3])
    #expect(lines("Sources/Common/A+B.swift") == [1, 1, 3])
    #expect(lines("Sources/Compat/Vendor/VendorManager.swift") == [])
    #expect(lines("Sources/Server/Scoreboard.swift") == [1, 3])
  }

  @Test func deadFilesAreFound() {
    func findings(_ files: [(String, String)]) -> [String] {
      deadFileFindings(files.map { SourceFile($0.0, $0.1) }, Self.manifest).map(\.path)
    }
    let model = "Sources/Shared/BeckonModel/"
    #expect(findings([(model + "A.swift", "a"), (model + "B.swift", "b")]) == [])
    #expect(findings([("Sources/Shared/Lost/A.swift", "a")]) == ["Sources/Shared/Lost/A.swift"])
    #expect(findings([(model + "Placeholder.swift", "a")]) == [model + "Placeholder.swift"])
    #expect(findings([(model + "A.swift", "a"), (model + "a.swift", "b")]) == [model + "a.swift"])
    #expect(findings([(model + "A.swift", "a"), (model + "B.swift", "a")]) == [model + "B.swift"])
  }

  @Test func emptyTargetsAreFound() {
    let paths = Self.manifest.targets.dropLast().map { $0.folder + "/A.swift" }
    expectFindings(emptyTargetFindings(paths, Self.manifest), onLines: [9])
  }

  @Test(arguments: AppleAge.newer)
  func newerNamesAreFound(_ name: String) {
    let use = name.replacing("_", with: "Collection")
    let sample = "let a = 1\n\(use)"
    let findings = appleAgeFindings(SourceFile("Sources/Client/BeckonSDK/A.swift", sample))
    #expect(findings.contains { $0.line == 2 && $0.reason.hasPrefix(name + " ") })
    #expect(appleAgeFindings(SourceFile("Sources/Server/BeckonServer/A.swift", sample)).isEmpty)
  }

  @Test func newerNamesMayStandBehindAvailable() {
    let sample = """
      if #available(iOS 16, macOS 13, *) {
        wait(Duration.seconds(1)) { ContinuousClock.now }
      } else {
        wait(Duration.seconds(1))
      }
      let duration = Span.dayMilliseconds  // Regex
      """
    expectFindings(
      appleAgeFindings(SourceFile("Sources/Client/BeckonSDK/A.swift", sample)), onLines: [4])
  }

  @Test(arguments: CompilerAge.newer)
  func newerSyntaxIsFound(_ syntax: String) {
    let sample = SourceFile(
      "Sources/Shared/BeckonModel/A.swift", "let a = b(c, \"d\")\n\(syntax)")
    expectFindings(compilerAgeFindings(sample, Self.manifest), onLines: [2])
    let elsewhere = SourceFile("Sources/Tools/beckon/A.swift", syntax)
    expectFindings(compilerAgeFindings(elsewhere, Self.manifest), onLines: [])
  }

  @Test func manifestsThatDifferAreFound() {
    func manifest(_ text: String) -> Manifest { Manifest(SourceFile("Package.swift", text)) }
    let old = manifest(
      """
      library("Shared", "BeckonModel", []), contract("Vendor"),
      library("Shared", "BeckonBasics", ["BeckonModel"]),
      library("Client", "BeckonSDK", []),
      """)
    let new = manifest(
      """
      library("Shared", "BeckonModel", []), contract("Vendor"), tool("beckon", []),
      library("Shared", "BeckonBasics", []), library("Shared", "BeckonSDK", []),
      """)
    expectFindings(driftFindings(old, new), onLines: [2, 3])
    expectFindings(driftFindings(old, old), onLines: [])
  }

  @Test func deadLinksAreFound() {
    let sample = """
      [here](OTHER.md) [up](../README.md#start) [web](https://example.com) [in](#below)
      [gone](GONE.md) and [far](../Sources/No.swift "title")
      ```
      [example](NOTHING.md)
      ```
      """
    let there: Set = ["docs/OTHER.md", "README.md"]
    let findings = linkFindings(SourceFile("docs/A.md", sample), exists: there.contains)
    expectFindings(findings, onLines: [2, 2])
  }

  @Test func documentsThatAreNotThereAreFound() {
    let sample = """
      /// As docs/A.md says.
      /// As docs/B.md says.
      /// Signed (docs/A.md, Signing).
      /// Sealed (docs/A.md, Sealing).
      let name = "docs/B.md"
      """
    let there = SourceFile("docs/A.md", "# A\n\n## 3. Signing\n")
    let findings = documentFindings(SourceFile("Sources/A.swift", sample)) {
      $0 == there.path ? there : nil
    }
    expectFindings(findings, onLines: [2, 4])
    let outside = "// See wire" + ".md\n// Sources/Shared/A\n// shared" + "/a.txt"
    expectFindings(outsideFindings(SourceFile("Tests/A.swift", outside)), onLines: [1, 3])
  }
}
