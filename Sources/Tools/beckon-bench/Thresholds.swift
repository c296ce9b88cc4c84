import BeckonModel
import Foundation

/// The figures of the commit before, kept in a file of the repository: costs beside a yardstick of
/// the same run, and memory. Whoever makes a request cheaper writes the file anew, so that it stays
/// so.
struct Thresholds {
  /// Members of a result that are held, all better when lower, and from which multiple of the old
  /// figure on one counts as worse. Below it is what one program differs by from run to run.
  private static let held = ["processor_ratio": 1.2, "idle_megabytes": 1.15]

  private let path: String
  private var figures: [String: Double] = [:]

  /// - Throws: `BenchError` for a file that is there and cannot be read.
  init(path: String) throws {
    self.path = path
    guard let bytes = FileManager.default.contents(atPath: path) else { return }
    guard let members = try? JSONReader.read(String(decoding: bytes, as: UTF8.self)).members else {
      throw BenchError("\(path) holds no thresholds; write it anew with --accept")
    }
    for member in members { figures[member.name] = member.value.double }
  }

  /// Held figures of a result that have nothing to be compared with.
  func unknown(in result: JSON, of benchmark: String) -> [String] {
    Self.figures(in: result, benchmark).map(\.name).filter { figures[$0] == nil }
  }

  /// What became worse, in words for people. Requests that failed cost little, so a run with such
  /// is worse, whatever its figures are.
  func worse(in result: JSON, of benchmark: String) -> [String] {
    let failures = Self.failures(in: result)
    guard failures == 0 else { return ["\(benchmark): \(failures) requests failed"] }
    return Self.figures(in: result, benchmark).compactMap { name, figure, factor in
      guard let before = figures[name], figure > before * factor else { return nil }
      let percent = Int(((figure / before - 1) * 100).rounded())
      return "\(name) is \(figure), \(percent) % above the \(before) of the commit before"
    }
  }

  /// Takes a result for the measure from now on.
  /// - Throws: `BenchError` when requests failed.
  mutating func accept(_ result: JSON, of benchmark: String) throws {
    let failures = Self.failures(in: result)
    guard failures == 0 else {
      throw BenchError("\(benchmark): \(failures) requests failed, so its figures are not kept")
    }
    for (name, figure, _) in Self.figures(in: result, benchmark) { figures[name] = figure }
    let lines = figures.sorted { $0.key < $1.key }.map { "  \"\($0.key)\": \($0.value)" }
    let text = "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Requests that failed, anywhere in a result.
  private static func failures(in json: JSON) -> Int64 {
    let own = json["failures"]?.integer ?? 0
    let inner = (json.members?.map(\.value) ?? json.elements ?? []).map { failures(in: $0) }
    return own + inner.reduce(0, +)
  }

  /// The held figures, each under the way to it: `installs.matched.processor_ratio`.
  private static func figures(
    in json: JSON, _ way: String
  ) -> [(name: String, figure: Double, factor: Double)] {
    let parts =
      json.members?.map { ($0.name, $0.value) }
      ?? json.elements?.enumerated().map { (String($0.offset), $0.element) } ?? []
    return parts.flatMap { name, value -> [(name: String, figure: Double, factor: Double)] in
      if let factor = held[name], let figure = value.double {
        return [(way + "." + name, figure, factor)]
      }
      return figures(in: value, way + "." + name)
    }
  }
}
