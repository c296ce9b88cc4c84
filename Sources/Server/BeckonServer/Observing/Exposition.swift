/// A text in Prometheus' exposition format, version 0.0.4: families of samples, each with its help
/// and type.
struct Exposition {
  /// What a family of samples is.
  enum Kind: String {
    case counter, gauge, histogram
  }

  /// One number, with the labels that tell it from the others of its family.
  struct Sample {
    let suffix: String
    let labels: [(name: String, value: String)]
    let value: String

    init(
      _ value: some CustomStringConvertible, _ labels: KeyValuePairs<String, String> = [:],
      suffix: String = ""
    ) {
      self.init(value, labels: labels.map { ($0.key, $0.value) }, suffix: suffix)
    }

    init(
      _ value: some CustomStringConvertible, labels: [(name: String, value: String)],
      suffix: String = ""
    ) {
      self.suffix = suffix
      self.labels = labels
      self.value = value.description
    }
  }

  private var lines: [String] = []

  /// Adds a family.
  /// - Parameter help: one line, without its type.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    lines.append("# HELP \(name) \(help)")
    lines.append("# TYPE \(name) \(kind.rawValue)")
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
      let shown = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
      lines.append("\(name)\(sample.suffix)\(shown) \(sample.value)")
    }
  }

  private static func escaped(_ text: String) -> String {
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      default: [byte]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The whole text.
  var text: String { lines.joined(separator: "\n") + "\n" }
}
