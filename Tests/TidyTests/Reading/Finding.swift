import Testing

/// Where a house rule is broken.
struct Finding: Equatable, CustomStringConvertible {
  let path: String
  let line: Int
  let reason: String

  var description: String { "\(path):\(line): \(reason)" }
}

/// Fails the test once for each finding.
func expectNone(_ findings: [Finding]) {
  for finding in findings { Issue.record(Comment(rawValue: finding.description)) }
}

/// Expects that a rule finds something on exactly these lines of a sample.
func expectFindings(
  _ findings: [Finding], onLines lines: [Int], _ location: SourceLocation = #_sourceLocation
) {
  #expect(findings.map(\.line) == lines, "\(findings)", sourceLocation: location)
}
