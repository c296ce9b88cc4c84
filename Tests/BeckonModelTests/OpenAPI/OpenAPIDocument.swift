import BeckonContract
import Foundation

/// docs/openapi.yaml, read as far as the comparison with the code needs. There is no YAML library
/// here, and none is needed: the document is written in a strict layout, two spaces a level, the
/// paths and methods on lines of their own, `security` on one line.
struct OpenAPIDocument {
  /// What the document says of one call.
  struct Operation: Hashable {
    let method: String
    let path: String
    let access: Access
  }

  /// Calls, in the document's order.
  let operations: [Operation]
  /// The query parameters of those that have some, by `METHOD path`.
  let query: [String: Set<String>]
  /// Lines whose `security` is none of the known ones.
  let unreadable: [String]
  /// Codes in the enumeration of `ErrorCode`.
  let codes: [String]
  /// Their statuses, by `x-status`.
  let statuses: [String: Int]

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var operations: [Operation] = []
    var unreadable: [String] = []
    var query: [String: Set<String>] = [:]
    var (path, method, parameter) = ("", "", "")
    for line in Self.section("paths:", of: lines) {
      switch line.prefix(while: { $0 == " " }).count {
      case 2 where line.hasSuffix(":"): path = Self.name(line)
      case 4: method = Self.name(line).uppercased()
      case 6 where line.hasPrefix("      security:"):
        if let access = Self.access(line) {
          operations.append(Operation(method: method, path: path, access: access))
        } else {
          unreadable.append(line)
        }
      case 8 where line.hasPrefix("        - name: "):
        parameter = line.trimmingPrefix("        - name: ")
      case 8 where line.hasPrefix("        - $ref: \"#/components/parameters/"):
        parameter = line.split(separator: "/").last.map { String($0.dropLast()) } ?? ""
        if ["limit", "cursor"].contains(parameter) {
          query["\(method) \(path)", default: []].insert(parameter)
        }
      case 10 where line == "          in: query":
        query["\(method) \(path)", default: []].insert(parameter)
      default: break
      }
    }
    self.operations = operations
    self.query = query
    self.unreadable = unreadable
    let codes = Self.section("    ErrorCode:", of: lines)
    self.codes = Self.section("      enum:", of: codes).map { $0.trimmingPrefix("        - ") }
    let pairs = Self.section("      x-status:", of: codes).map { line in
      (Self.name(line), Int(line.split(separator: " ").last ?? "") ?? 0)
    }
    statuses = Dictionary(pairs) { first, _ in first }
  }

  /// The document as it lies in this checkout.
  static func inRepository() throws -> OpenAPIDocument {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let file = folder.appendingPathComponent("docs/openapi.yaml")
    return OpenAPIDocument(try String(contentsOf: file, encoding: .utf8))
  }

  /// The lines below a heading, up to the next line that is not deeper.
  private static func section(_ heading: String, of lines: [String]) -> [String] {
    let depth = heading.prefix { $0 == " " }.count
    let rest = lines.drop { $0 != heading }.dropFirst()
    return Array(rest.prefix { $0.isEmpty || $0.prefix { $0 == " " }.count > depth })
  }

  /// `"  /v1/app:"` is `/v1/app`.
  private static func name(_ line: String) -> String {
    String(line.drop { $0 == " " }.prefix { $0 != ":" })
  }

  private static func access(_ line: String) -> Access? {
    switch line.trimmingPrefix("      security: ") {
    case "[]": .open
    case "[{secretKey: []}]": .secretKey
    case "[{publishableKey: []}, {secretKey: []}]",
      "[{publishableKey: [], token: []}, {secretKey: []}]":
      .key
    default: nil
    }
  }
}

extension String {
  fileprivate func trimmingPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
