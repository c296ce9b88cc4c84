import BeckonModel

/// What the server answered.
struct HTTPAnswer: Sendable {
  var status = 0
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// The body as JSON; `null` when it is none.
  var json: JSON { (try? JSONReader.read(body)) ?? .null }
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
  /// The problem's code; `nil` for an answer that is no problem.
  var code: String? { isProblem ? json["code"]?.string : nil }
  /// Whether it says that it is a problem (RFC 9457).
  var isProblem: Bool { self["Content-Type"] == "application/problem+json" }

  /// A header's value.
  subscript(header: String) -> String? {
    headers.first { $0.name.lowercased() == header.lowercased() }?.value
  }

  /// A member of the body, by a path such as `match.type`; numbers stand for places in arrays.
  func value(_ path: String) -> JSON? {
    path.split(separator: ".").reduce(Optional(json)) { json, part in
      Int(part).map { json?[$0] } ?? json?[String(part)]
    }
  }

  /// A string of the body.
  func string(_ path: String) -> String? { value(path)?.string }

  /// A whole number of the body.
  func integer(_ path: String) -> Int64? { value(path)?.integer }

  /// The elements of an array of the body.
  func list(_ path: String) -> [JSON] { value(path)?.elements ?? [] }
}
