/// A reader of bytes from outside, and what must be so whatever they are. `script/fuzz` lets
/// libFuzzer look for bytes with which it is not; the tests try the seeds and what comes of them.
public struct FuzzTarget: Sendable {
  /// Its name on the command line.
  public let name: String
  /// Inputs to begin with: what is well-formed, what once was a fault, and what stands at a bound.
  public let seeds: [[UInt8]]
  private let check: @Sendable ([UInt8], inout Complaints) -> Void

  init(
    _ name: String, seeds: [String],
    _ check: @escaping @Sendable (_ bytes: [UInt8], _ complaints: inout Complaints) -> Void
  ) {
    self.name = name
    self.seeds = [[]] + seeds.map { Array($0.utf8) }
    self.check = check
  }

  /// What is not so with these bytes; empty when all is well.
  public func complaints(about bytes: [UInt8]) -> [String] {
    var complaints = Complaints()
    check(bytes, &complaints)
    return complaints.texts
  }

  /// All of them.
  public static let all =
    [
      request, json, links, agents, signatures, certificates, values, bodies, tables, records,
      mail, search, searchSettings, shops, catalogue, sms,
    ] + vendors
}

/// What is not as it must be.
struct Complaints {
  private(set) var texts: [String] = []

  /// Notes what is not so.
  mutating func expect(_ isSo: Bool, _ text: @autoclosure () -> String) {
    if !isSo { texts.append(text()) }
  }
}

extension [UInt8] {
  /// The bytes as text, as headers are read: what is no UTF-8 becomes U+FFFD.
  var text: String { String(decoding: self, as: UTF8.self) }
}
