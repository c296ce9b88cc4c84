import BeckonEngine
import BeckonModel

/// First segments of the vendors' paths. A link whose code is one of these could be mistaken for a
/// vendor's, or not be followed at all.
struct TakenNames: Sendable {
  private let names: Set<TextKey>

  init(_ vendors: [VendorInterface]) {
    let first = vendors.flatMap(\.paths).compactMap { $0.split(on: "/").first?.lowercased() }
    names = Set(texts: first.filter { !$0.hasPrefix("{") })
  }

  /// Checks a code that a person chose.
  /// - Throws: `CodeError`.
  func check(custom code: String) throws(CodeError) {
    try Code.check(custom: code)
    guard !names.contains(code.lowercased()) else { throw .reserved }
  }
}
