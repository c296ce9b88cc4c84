import Foundation
import Testing

/// No text of a stranger's reaches an operation that costs the square of its length.
@Suite struct TextOperationTests {
  private static let files = SourceTree.swift.filter { file in
    TextOperations.folders.contains { file.isIn($0) }
  }

  /// The object file of a source file, beside the program that runs these tests.
  private static func object(of path: String) -> Data? {
    guard let target = SourceTree.manifest.target(of: path),
      let program = Bundle.main.executableURL?.resolvingSymlinksInPath()
    else { return nil }
    let name = (path as NSString).lastPathComponent + ".o"
    var folder = program.deletingLastPathComponent()
    // On macOS the program lies in a bundle.
    while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
    return FileManager.default.contents(
      atPath: folder.appendingPathComponent("\(target.name).build/\(name)").path)
  }

  @Test func compiledFilesCompareTextByItsBytes() throws {
    #expect(Self.files.count > 400)
    for file in Self.files {
      let object = try #require(Self.object(of: file.path), "no object file of \(file.path)")
      let reasons = textOperationReasons(object: object)
      if TextOperations.isExcused(file.path) {
        #expect(!reasons.isEmpty, "\(file.path) needs no excuse any more")
      } else {
        expectNone(reasons.map { file.finding(1, $0) })
      }
    }
  }

  @Test func sourcesKeyByBytes() {
    let enumerations = RawEnumerations(in: Self.files)
    expectNone(Self.files.flatMap { textSourceFindings($0, enumerations) })
  }

  /// This file itself compares texts as Swift does: the tidy tests import nothing.
  @Test func whatIsBannedIsFound() throws {
    let object = try #require(
      Self.object(of: "Tests/TidyTests/TextOperationTests.swift"), "no object file of this file")
    let texts = ["a": 1, "b": 2].keys.sorted()
    #expect(texts.first == "a" && texts[1].hasPrefix("b") && texts[0].contains("a" as Character))
    let reasons = textOperationReasons(object: object)
    for name in ["SSSHsWP", "SSSLsWP", "SS9hasPrefixySbSSF", "SJSQsWP"] {
      #expect(reasons.contains(TextOperations.banned[name] ?? ""), "\(name)")
    }
    let sample = SourceFile(
      "Sources/Server/BeckonStore/A.swift",
      """
      let a: [String: Int] = [:]
      let b: Set<String> = []
      let c = Kind(rawValue: text)
      let d = Number(rawValue: 1)
      let e = texts.map(Kind.init(rawValue:))
      enum Number: Int { case one }
      enum Kind: String { case one }
      let f = texts.map(Kind.init)
      let g = texts.map(Currency.init)
      """)
    let findings = textSourceFindings(sample, RawEnumerations(in: [sample]))
    expectFindings(findings, onLines: [1, 2, 3, 5, 8])
  }
}
