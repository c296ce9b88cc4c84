/// What no thief may ever read: values that stand nowhere else, so that one in an answer has been
/// leaked. Whatever the server makes by chance (tokens, ids of clicks) is added when it is told.
final class Canaries {
  /// Stands in every value that the simulation makes up itself.
  static let mark = "kanarya"

  private var owners: [String: String] = [:]

  static func coupon(_ number: Int, _ shop: FraudShop.Kind) -> String {
    "COUPON-\(mark)-\(shop)-\(number)"
  }

  /// Notes a secret and what it is.
  func add(_ secret: String?, _ what: String) {
    guard let secret, !secret.isEmpty else { return }
    owners[secret] = what
  }

  /// What stands in a text that is somebody's secret: `token of person 3`.
  func found(in text: [UInt8]) -> [String] {
    var found: [String] = []
    for word in text.split(whereSeparator: { !Self.isPartOfWord($0) }) where word.count > 5 {
      let word = String(decoding: word, as: UTF8.self)
      if let owner = owners[word] {
        found.append("\(owner) (\(word))")
      } else if word.contains(Self.mark) {
        found.append("a part of a secret (\(word))")
      }
    }
    return found
  }

  /// Letters, digits, and what mail addresses, phone numbers and tokens are made of.
  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "+"), 0x80...:
      true
    default: false
    }
  }
}
